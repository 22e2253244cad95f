import { sql } from "kysely";
import type { DayCount, Device, Source, Step } from "#src/modules/sales/funnel/rules/visit.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { inPortions, PORTION } from "#src/platform/in-portions.server.ts";

export type Tally = {
  day: string;
  step: Step;
  device: Device;
  language: string;
  source: Source;
  test: boolean;
  count: number;
};

const COLUMNS = ["day", "step", "device", "language", "source", "test"] as const;

/** Adds counts to those that are kept, always in one order: two that add to the same rows then wait for each other, and no more. */
export async function addCounts(db: Db | Tx, tallies: readonly Tally[]): Promise<void> {
  if (tallies.length === 0) return;
  const keyOf = (tally: Tally) => COLUMNS.map((column) => tally[column]).join(" ");
  await db
    .insertInto("funnel_days")
    .values(tallies.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
    .onConflict((c) => c.columns(COLUMNS).doUpdateSet({ count: sql<number>`funnel_days.count + excluded.count` }))
    .execute();
}

export type Open = { booking_id: string; device: Device; source: Source };

/** Notes by what bookings came, which are neither paid nor over yet. A booking that is gone by now is left out. */
export async function addOpen(db: Db, open: readonly Open[]): Promise<void> {
  if (open.length === 0) return;
  const rows = JSON.stringify(open);
  await sql`
    insert into funnel_bookings (booking_id, device, source)
    select b.id, o.device, o.source
    from json_to_recordset(${rows}::json) as o(booking_id uuid, device text, source text) join bookings b on b.id = o.booking_id
    on conflict do nothing`.execute(db);
}

type Counted = { device: Device; language: string; source: Source; test: boolean; at: Date };

/** Takes the bookings whose payment was started since, of those that have come to it for the first time. */
export async function takeStarted(tx: Tx): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    update funnel_bookings f set started = true
    from bookings b, lateral (select min(created_at) as at from payments where booking_id = b.id) p
    where b.id = f.booking_id and not f.started and p.at is not null
    returning f.device, b.language, f.source, b.test, p.at`.execute(tx);
  return rows;
}

/** Takes the bookings that were confirmed since, and forgets by what they and those that are over came. */
export async function takePaid(tx: Tx): Promise<Counted[]> {
  const { rows } = await sql<Counted & { confirmed: boolean }>`
    delete from funnel_bookings f using bookings b
    where b.id = f.booking_id and b.status <> 'pending'
    returning f.device, b.language, f.source, b.test, coalesce(b.confirmed_at, b.created_at) as at, b.confirmed_at is not null as confirmed`.execute(
    tx,
  );
  return rows.filter(({ confirmed }) => confirmed);
}

/** What was counted on some days. */
export async function countsBetween(
  db: Db,
  { from, to, test }: { from: string; to: string; test: boolean },
): Promise<DayCount[]> {
  const rows = await db
    .selectFrom("funnel_days")
    .select(["day", "step", "device", "language", "source", "count"])
    .where("day", ">=", from)
    .where("day", "<=", to)
    .where("test", "=", test)
    .orderBy("day")
    .execute();
  return rows as DayCount[];
}

/** Deletes the counts of days before one, in portions. */
export const deleteCountsBefore = (db: Db, day: string): Promise<void> =>
  inPortions(async () => {
    const { rows } = await sql`delete from funnel_days where ctid = any(array(
      select ctid from funnel_days where day < ${day} limit ${PORTION})) returning day`.execute(db);
    return rows;
  });
