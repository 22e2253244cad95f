import { firstPayments } from "#src/modules/money/payments/queries.server.ts";
import { sql } from "kysely";
import type { DayCount, Device, Source, Step } from "#src/modules/sales/funnel/rules/visit.ts";
import type { Context } from "#src/platform/context.server.ts";
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
export async function addOpen({ db, ask }: Pick<Context, "db" | "ask">, open: readonly Open[]): Promise<void> {
  if (open.length === 0) return;
  const there = await ask.countedBookings(
    db,
    open.map((one) => one.booking_id),
  );
  const rows = open.filter((one) => there.some(({ id }) => id === one.booking_id));
  if (rows.length === 0) return;
  await db
    .insertInto("funnel_bookings")
    .values(rows)
    .onConflict((c) => c.doNothing())
    .execute();
}

type Counted = { device: Device; language: string; source: Source; test: boolean; at: Date };

/** Bookings that are neither paid nor over as far as is noted; `started`: whether their payment was. */
const openBookings = (tx: Tx) => tx.selectFrom("funnel_bookings").select(["booking_id", "started"]).execute();

/** Takes the bookings whose payment was started since, of those that have come to it for the first time. */
export async function takeStarted(tx: Tx, { ask }: Pick<Context, "ask">): Promise<Counted[]> {
  const waiting = (await openBookings(tx)).filter(({ started }) => !started).map((one) => one.booking_id);
  const payments = await firstPayments(tx, waiting);
  const bookings = await ask.countedBookings(tx, [...payments.keys()]);
  const { rows } = await sql<Open>`
    update funnel_bookings set started = true where booking_id = any(${bookings.map(({ id }) => id)}::uuid[]) and not started
    returning booking_id, device, source`.execute(tx);
  return bookings.flatMap(({ id, language, test }) =>
    rows
      .filter((row) => row.booking_id === id)
      .map(({ device, source }) => ({ device, source, language, test, at: payments.get(id)! })),
  );
}

/** Takes the bookings that were confirmed since, and forgets by what they and those that are over came. */
export async function takePaid(tx: Tx, { ask }: Pick<Context, "ask">): Promise<Counted[]> {
  const open = (await openBookings(tx)).map((one) => one.booking_id);
  const over = (await ask.countedBookings(tx, open)).filter(({ ended }) => ended);
  const { rows } = await sql<Open>`
    delete from funnel_bookings where booking_id = any(${over.map(({ id }) => id)}::uuid[])
    returning booking_id, device, source`.execute(tx);
  return over.flatMap(({ id, language, test, confirmed_at: at }) =>
    rows
      .filter((row) => at !== null && row.booking_id === id)
      .map(({ device, source }) => ({ device, source, language, test, at: at! })),
  );
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
