import { type ExpressionBuilder, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Currency } from "#src/kernel/money.ts";
import type { Amounts } from "#src/modules/sales/booking/rules/change-price.ts";
import type { PriceRule } from "#src/modules/sales/price-rules/rules/price-rule.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";

const narrowed = (e: ExpressionBuilder<Tables, "booking_changes">) =>
  [
    sql<Change["kind"]>`${e.ref("kind")}`.as("kind"),
    sql<"pending" | "made" | "dropped">`${e.ref("status")}`.as("status"),
    sql<DropReason | null>`${e.ref("drop_reason")}`.as("drop_reason"),
    sql<Currency>`${e.ref("currency")}`.as("currency"),
  ] as const;
const changes = (db: Db | Tx) => db.selectFrom("booking_changes").selectAll().select(narrowed);
export type ChangeRow = NonNullable<Awaited<ReturnType<typeof changeById>>>;

/** Why a requested change was never made. */
export type DropReason = "expired" | "guest" | "replaced" | "booking_changed" | "sold_out";

export const changeById = (db: Db | Tx, id: string) => changes(db).where("id", "=", id).executeTakeFirst();

export const changeForUpdate = (tx: Tx, id: string) => changes(tx).where("id", "=", id).forUpdate().executeTakeFirst();

/** The change of a booking that is pending payment. */
export const pendingChange = (db: Db | Tx, bookingId: string) =>
  changes(db).where("booking_id", "=", bookingId).where("status", "=", "pending").executeTakeFirst();

type NewChange = Amounts & {
  id: string;
  booking_id: string;
  booking_version: number;
  kind: string;
  status: "pending" | "made";
  from_departure_id: string;
  to_departure_id: string;
  to_crawl_id: string | null;
  people_before: number;
  people_after: number;
  held_people: number;
  held_since: Date | null;
  names: string[];
  positions: number[];
  currency: string;
  difference: number;
  kept: number;
  hold_expires_at: Date;
  request_hash: string;
  created_at: Date;
  closed_at: Date | null;
};

export const insertChange = (tx: Tx, change: NewChange) =>
  tx.insertInto("booking_changes").values(change).returning("id").executeTakeFirst();

export const closeChange = (tx: Tx, id: string, now: Date, dropped: DropReason | null) =>
  tx
    .updateTable("booking_changes")
    .set({ status: dropped ? "dropped" : "made", drop_reason: dropped, closed_at: now })
    .where("id", "=", id)
    .execute();

export const prolongChange = (tx: Tx, id: string, expires: Date) =>
  tx.updateTable("booking_changes").set({ hold_expires_at: expires }).where("id", "=", id).execute();

/**
 * How often since an instant unpaid changes began to hold places for a booking. Those that replaced each other count once, and as
 * nothing when one of them was paid in the end.
 */
export async function unpaidRuns(tx: Tx, bookingId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ runs: number }>`
    select count(*)::int as runs from (
      select from booking_changes where booking_id = ${bookingId} and difference > 0 and created_at > ${since}
        and (drop_reason is null or drop_reason in ('expired', 'guest', 'replaced'))
      group by coalesce(held_since, created_at) having bool_and(status <> 'made')) run`.execute(tx);
  return rows[0]!.runs;
}

/**
 * Locks departures until the transaction ends, ordered by id so that crossing moves can't deadlock. Not their keys: the door, which holds
 * a ticket, refers to its night.
 */
export const lockDepartures = (tx: Tx, ids: readonly string[]) =>
  tx.selectFrom("scheduled_crawls").select("id").where("id", "in", ids).orderBy("id").forNoKeyUpdate().execute();

type RewrittenTo = Amounts & { departure: string; crawl: string | null; people: number; samePlaces: boolean };

/**
 * Applies a change to the booking's row; `crawl` null keeps its crawl, `samePlaces` the price that its places had without a reduction.
 * Returns its new version and whether it is a test.
 */
export async function rewriteBooking(tx: Tx, bookingId: string, to: RewrittenTo) {
  const { departure, crawl, people, samePlaces, ...amounts } = to;
  const row = await tx
    .updateTable("bookings")
    .set((e) => ({
      ...amounts,
      ...(samePlaces ? {} : { regular_unit_price: null }),
      scheduled_crawl_id: departure,
      ...(crawl ? { crawl_id: crawl } : {}),
      number_of_people: people,
      version: e("version", "+", 1),
    }))
    .where("id", "=", bookingId)
    .where("status", "=", "confirmed")
    .returning(["version", "test"])
    .executeTakeFirstOrThrow();
  return row;
}

/** Rewrites an unpaid booking for other people. */
export const resizePending = (
  tx: Tx,
  bookingId: string,
  {
    people,
    rule,
    ...amounts
  }: Pick<Amounts, "unit_price" | "subtotal" | "discount" | "total_price"> & { people: number; rule: PriceRule | null },
) =>
  tx
    .updateTable("bookings")
    .set((e) => ({
      ...amounts,
      regular_unit_price: null,
      price_rule: sql<string>`${rule && JSON.stringify(rule)}::jsonb`,
      number_of_people: people,
      version: e("version", "+", 1),
    }))
    .where("id", "=", bookingId)
    .where("status", "=", "pending")
    .returning("version")
    .executeTakeFirstOrThrow();

/** Stores the names of everyone but the first guest; `changed` increments the version. Returns the version. */
export async function writeNames(tx: Tx, bookingId: string, names: string[], changed: boolean): Promise<number> {
  const row = await tx
    .updateTable("bookings")
    .set((e) => ({ additional_names: names, version: e("version", "+", changed ? 1 : 0) }))
    .where("id", "=", bookingId)
    .returning("version")
    .executeTakeFirstOrThrow();
  return row.version;
}

/** Rebases changes that may still be paid from one booking version to another. */
export const carryChanges = (tx: Tx, bookingId: string, [from, to]: readonly [from: number, to: number]) =>
  tx
    .updateTable("booking_changes")
    .set({ booking_version: to })
    .where("booking_id", "=", bookingId)
    .where("booking_version", "=", from)
    .where("status", "<>", "made")
    .execute();

/** The smallest number of people the booking ever had; undefined if never changed. */
export const fewestPeople = async (db: Db | Tx, bookingId: string): Promise<number | undefined> => {
  const row = await db
    .selectFrom("booking_changes")
    .select((e) => e.fn.min<number | null>(sql`least(people_before, people_after)`).as("people"))
    .where("booking_id", "=", bookingId)
    .where("status", "=", "made")
    .executeTakeFirst();
  return row?.people ?? undefined;
};

/** Changes whose hold lapsed unpaid, with their bookings, oldest first. */
export async function lapsedChanges(
  on: Statements,
  now: Date,
  departureId: string | null,
  limit = 200,
): Promise<{ id: string; booking_id: string }[]> {
  const text = `select id, booking_id from booking_changes where status = 'pending' and hold_expires_at <= $1
    and ($2::uuid is null or to_departure_id = $2) order by hold_expires_at limit $3`;
  const { rows } = await on.query<{ id: string; booking_id: string }>({
    name: "lapsed-changes",
    text,
    values: [now, departureId, limit],
  });
  return rows;
}

/** The unfinished bookings of a departure. */
export const livingOfDeparture = (db: Db | Tx, departureId: string) =>
  db
    .selectFrom("bookings")
    .select("id")
    .where("scheduled_crawl_id", "=", departureId)
    .where("status", "in", ["pending", "confirmed"])
    .orderBy("id")
    .execute();

/** Bookings of other departures with a pending change to this one. */
export const changingTo = (db: Db | Tx, departureId: string) =>
  db
    .selectFrom("booking_changes")
    .select("booking_id")
    .where("to_departure_id", "=", departureId)
    .whereRef("from_departure_id", "<>", "to_departure_id")
    .where("status", "=", "pending")
    .orderBy("booking_id")
    .execute();
