import { sql } from "kysely";
import { dateIn, HOME_ZONE, instantOf } from "#src/kernel/local-time.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { eachInTurn } from "#src/platform/each-in-turn.server.ts";

// The tables that are partitioned by month: of what is only added to, by its `at` (docs/decisions/130). <table>_before has what
// is older than the first month, <table>_later what comes after the last one. A month begins as the admin's pages have it.

/** So many whole months after the current one have a partition. */
const AHEAD = 3;

/** Creating or dropping a month waits no longer than this for its locks; the job tries again. */
const LOCK_TIMEOUT = sql`set local lock_timeout = '200ms'`;

/** Job: makes the months to come, before anything is written in them, and lets the planner know the tables as a whole. */
export async function keepMonths(db: Db, now: Date): Promise<void> {
  const until = startOf(monthOf(now).add({ months: AHEAD + 1 }));
  const { rows } = await sql<{ table: string }>`
    select relid::regclass::text as table from (select partrelid as relid from pg_partitioned_table) p`.execute(db);
  const naming = { event: "months.not_kept", about: ({ table }: { table: string }) => ({ table }) };
  await eachInTurn(rows, naming, async ({ table }) => {
    if ((await openFrom(db, table)) < until) await db.transaction().execute((tx) => addMonths(tx, table, until));
    // which autovacuum never does
    await sql`analyze only ${sql.id(table)}`.execute(db);
  });
}

/**
 * Drops the months of a table that were over before an instant, and what its oldest partition has of such months; so it keeps all
 * since that instant, and up to a month more.
 */
export async function dropMonths(db: Db, table: string, before: Date): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and ${bound("from")} is not null and ${bound("to")} <= ${before}`.execute(
    db,
  );
  for (const { name } of rows)
    await db.transaction().execute(async (tx) => {
      await LOCK_TIMEOUT.execute(tx);
      await sql`drop table ${sql.id(name)}`.execute(tx);
    });
  await sql`delete from ${sql.id(table)} where at < ${startOf(monthOf(before))}`.execute(db);
}

const monthOf = (instant: Date) => Temporal.PlainYearMonth.from(dateIn(instant, HOME_ZONE).slice(0, 7));
const startOf = (month: Temporal.PlainYearMonth) => instantOf(`${month.toString()}-01`, "00:00", HOME_ZONE);

/** Where a partition begins or ends; null where it is open. `c` is its row in pg_class. */
const bound = (side: "from" | "to") =>
  sql`substring(pg_get_expr(c.relpartbound, c.oid) from ${`${side.toUpperCase()} \\('([^']+)'`})::timestamptz`;

const laterOf = (table: string) => `${table}_later`;

async function openFrom(on: Db | Tx, table: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select ${bound("from")} as at from pg_class c where c.oid = ${laterOf(table)}::regclass`.execute(on);
  return rows[0]!.at;
}

/**
 * Cuts months off the open end, which has no rows as long as this job runs. Where it has some, they become one partition up to the end of
 * the month of the newest, and nothing is moved.
 */
async function addMonths(tx: Tx, table: string, until: Date): Promise<void> {
  const later = laterOf(table);
  await LOCK_TIMEOUT.execute(tx);
  await sql`lock table ${sql.id(table)} in access exclusive mode`.execute(tx);
  let from = await openFrom(tx, table); // another process may have made them
  const { rows } = await sql<{ newest: Date | null }>`select max(at) as newest from ${sql.id(later)}`.execute(tx);
  await sql`alter table ${sql.id(table)} detach partition ${sql.id(later)}`.execute(tx);
  const { newest } = rows[0]!;
  if (newest) {
    const name = nameOf(table, from);
    await sql`alter table ${sql.id(later)} rename to ${sql.id(name)}`.execute(tx);
    await createLike(tx, later, name);
    const end = startOf(monthOf(newest).add({ months: 1 }));
    await attach(tx, table, name, from, end);
    from = end;
  }
  while (from < until) {
    const name = nameOf(table, from);
    const end = startOf(monthOf(from).add({ months: 1 }));
    await createLike(tx, name, later);
    await attach(tx, table, name, from, end);
    from = end;
  }
  await attach(tx, table, later, from, null);
}

const nameOf = (table: string, from: Date) => `${table}_${monthOf(from).toString().replace("-", "_")}`;

/** With the keys of an existing partition, which the table as a whole can't have. */
const createLike = (tx: Tx, name: string, model: string) =>
  sql`create table ${sql.id(name)} (like ${sql.id(model)} including defaults including constraints including indexes)`.execute(
    tx,
  );

async function attach(tx: Tx, table: string, name: string, from: Date, until: Date | null): Promise<void> {
  const to = until ? sql.lit(until.toISOString()) : sql`maxvalue`;
  await sql`alter table ${sql.id(table)} attach partition ${sql.id(name)}
    for values from (${sql.lit(from.toISOString())}) to (${to})`.execute(tx);
}
