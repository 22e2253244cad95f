import { sql } from "kysely";
import type { BookingStatus, CancelReason } from "#src/modules/sales/booking/rules/states.ts";
import type { PaymentStatus, RefundStatus } from "#src/modules/money/payments/rules/payment.ts";
import { SOURCE } from "#src/modules/office/booking-admin/store/list.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** A booking with its departure, or undefined. */
export const bookingRow = (db: Db, id: string) =>
  db
    .selectFrom("booking_facts as b")
    .leftJoin("coupons", "coupons.id", "b.coupon_id")
    .selectAll("b")
    .select([
      sql<BookingStatus>`b.status`.as("status"),
      sql<CancelReason | null>`b.cancel_reason`.as("cancel_reason"),
      SOURCE.as("source"),
      sql<string>`b.rate_date::text`.as("rate_date"),
    ])
    .select(["b.date", "b.start_time", "b.end_time", "b.starts_at", "b.ends_at", "b.title", "b.title_es"])
    .select(["b.city", "b.city_es", "b.time_zone", "coupons.code as coupon_code"])
    .where("b.id", "=", id)
    .executeTakeFirst();

export const ticketsOf = (db: Db, bookingId: string) =>
  db
    .selectFrom("tickets as t")
    .leftJoin("entries as n", (join) => join.onRef("n.ticket_id", "=", "t.id").on("n.standing", "=", "open"))
    .leftJoin("checkin_events as e", "e.id", "n.id")
    .leftJoin("user as u", "u.id", "e.user_id")
    .select(["t.position", "t.guest_name", "t.code", sql<"valid" | "void">`t.status`.as("status")])
    .select(["n.happened_at as entered_at", "u.name as entered_by"])
    .where("t.booking_id", "=", bookingId)
    .orderBy("t.position")
    .execute();

export const paymentsOf = (db: Db, bookingId: string) =>
  db
    .selectFrom("payments")
    .select(["id", "provider", "method", "placement", "amount", "currency", "failure_reason", "review_reason"])
    .select([
      "hand_reference",
      "bank_since",
      "dispute_state",
      "created_at",
      "settled_at",
      "payout_id",
      sql<string | null>`payout_on::text`.as("payout_on"),
      sql<PaymentStatus>`status`.as("status"),
    ])
    .where("purchase_id", "=", bookingId)
    .orderBy("attempt")
    .execute();

export const refundsOf = (db: Db, bookingId: string) =>
  db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.id", "r.payment_id", "r.amount", "r.currency", "r.reason", "r.waits", "r.created_at", "r.succeeded_at"])
    .select(["p.provider", "p.method", sql<RefundStatus>`r.status`.as("status")])
    .where("r.purchase_id", "=", bookingId)
    .orderBy("r.created_at")
    .orderBy("r.id")
    .execute();

/** The emails to a booking's guest, without their content. */
export const emailsOf = (db: Db, bookingId: string) =>
  db
    .selectFrom("emails")
    .select([
      "id",
      "kind",
      "status",
      "language",
      "recipient",
      "captured",
      "last_error",
      "created_at",
      "sent_at",
      "payload",
    ])
    .where("booking_id", "=", bookingId)
    // a letter is from staff, the others are to them
    .where((e) => e.or([e("kind", "not like", "staff_%"), e("kind", "=", "staff_letter")]))
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** When some departures are, by id. */
export async function nightsOf(db: Db, ids: readonly string[]): Promise<Map<string, { date: string; time: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("night_facts")
    .select(["id", "date", "start_time"])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, date, start_time: time }) => [id, { date, time }]));
}

/** Staff notes on a booking, latest first, emptied ones excluded. */
export const notesOf = (db: Db, bookingId: string) =>
  db
    .selectFrom("booking_notes as n")
    .leftJoin("user as u", "u.id", "n.author_id")
    .select(["n.id", "n.at", "n.text", "u.name as author"])
    .where("n.booking_id", "=", bookingId)
    .where("n.text", "<>", "")
    .orderBy("n.at", "desc")
    .orderBy("n.id", "desc")
    .execute();

/** Inserts a note; false when its id exists. */
export async function insertNote(
  tx: Tx,
  note: { id: string; booking_id: string; author_id: string | null; text: string; at: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto("booking_notes")
    .values(note)
    .onConflict((c) => c.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The id of a booking by its reference. */
export const bookingIdOf = async (db: Db, reference: string): Promise<string | undefined> =>
  (await db.selectFrom("booking_facts").select("id").where("reference", "=", reference).executeTakeFirst())?.id;

export const emptyNotes = (tx: Tx, bookingIds: readonly string[]) =>
  tx.updateTable("booking_notes").set({ text: "" }).where("booking_id", "in", bookingIds).execute();

/**
 * Departures of these cities (null: all) that staff can still sell, by time, from a day on (YYYY-MM-DD; null: now), or the one of
 * an id; seats of lapsed baskets count as free.
 */
export const departuresToSell = (
  db: Db,
  {
    now,
    cities,
    from = null,
    id = null,
  }: { now: Date; cities: readonly string[] | null; from?: string | null; id?: string | null },
  limit: number,
) =>
  db
    .selectFrom("night_facts as d")
    .select(["d.id", "d.date", "d.start_time", "d.end_time", "d.title", "d.title_es", "d.city"])
    .select(["d.city_es", "d.bookings_disabled", "d.crawl_id", "d.city_id", "d.on_every_site", "d.is_private"])
    .select(
      sql<number>`d.available_spots + greatest(0, coalesce((select sum(b.number_of_people) from booking_facts b
        where b.scheduled_crawl_id = d.id and b.status = 'pending' and b.hold_expires_at <= ${now}
          and not exists (select from open_friend_shares s where s.booking_id = b.id)), 0)::int - d.overbooked_spots)`.as(
        "free",
      ),
    )
    .where("d.status", "=", "scheduled")
    .where("d.ends_at", ">", now)
    .where("d.crawl_is_active", "=", true)
    .where("d.city_is_active", "=", true)
    .$if(cities !== null, (q) => q.where(sql<boolean>`d.city_id = any(${cities}::text[])`))
    .$if(from !== null, (q) => q.where("d.date", ">=", from))
    .$if(id !== null, (q) => q.where(sql<boolean>`d.id::text = ${id}`))
    .orderBy("d.starts_at")
    .orderBy("d.id")
    .limit(limit)
    .execute();
