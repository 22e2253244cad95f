import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { type Insertable, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Balance, RevenueDay } from "#src/modules/ledger/rules/accounts.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

export type NewEntry = Insertable<Tables["ledger_entries"]>;

/** Inserts entries; those of a known posting are ignored. */
export const addEntries = (tx: Tx, entries: NewEntry[]) =>
  tx
    .insertInto("ledger_entries")
    .values(entries)
    .onConflict((c) => c.columns(["posting", "line"]).doNothing())
    .execute();

/** A page of a period's entries after a given id, in insertion order, with the booking's reference. */
export const entriesAfter = (db: Db, time: { from: Date; until: Date }, after: number, limit: number) =>
  db
    .selectFrom("ledger_entries as l")
    .leftJoin("bookings as b", "b.id", "l.booking_id")
    .select(["l.id", "l.posting", "l.kind", "l.at", "l.account", "l.provider", "l.amount", "l.currency", "l.test"])
    .select(["b.reference", "l.payment_id", "l.refund_id"])
    .where("l.at", ">=", time.from)
    .where("l.at", "<", time.until)
    .where("l.id", ">", after)
    .orderBy("l.id")
    .limit(limit)
    .execute();

/** Sums by account, provider, currency and mode (`test`), in minor units; debits are positive. */
export async function sumsByAccount(db: Db): Promise<Balance[]> {
  const { rows } = await sql<Balance>`
    select account, provider, currency, test, sum(amount)::float8 as amount
    from ledger_entries group by account, provider, currency, test order by account, provider, currency, test`.execute(
    db,
  );
  return rows;
}

/** Revenue by day; revenue is a credit, hence the minus. */
export async function revenueRows(
  db: Db,
  { by, from, to }: { by: "service" | "sale"; from: string; to: string },
): Promise<RevenueDay[]> {
  const { rows } = await sql<RevenueDay>`
    with days as (
      select case when ${by} = 'service' then d.date::date else (l.at at time zone ${HOME_ZONE})::date end as day, l.currency, l.amount
      from ledger_entries l
        left join bookings b on b.id = l.booking_id left join scheduled_crawls d on d.id = b.scheduled_crawl_id
      where l.account = 'revenue' and not l.test)
    select day::text, currency, coalesce(-sum(amount) filter (where amount < 0), 0)::float8 as sold,
      coalesce(sum(amount) filter (where amount > 0), 0)::float8 as taken_back, -sum(amount)::float8 as revenue
    from days where day between ${from}::date and ${to}::date group by day, currency order by day, currency`.execute(
    db,
  );
  return rows;
}
