import { type ExpressionBuilder, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { BookingStatus, CancelReason } from "#src/modules/sales/booking/rules/states.ts";
import type { Hold, HoldLength } from "#src/modules/sales/booking/rules/hold-length.ts";
import type { KeptFor } from "#src/modules/sales/booking/rules/kept-places.ts";
import type { Amounts } from "#src/modules/sales/booking/rules/change-price.ts";
import type { KeptRule } from "#src/modules/sales/price-rules/rules/price-rule.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { writeLater, writeOf } from "#src/platform/gather-writes.server.ts";

const narrowed = (e: ExpressionBuilder<Tables, "bookings">) =>
  [
    sql<BookingStatus>`${e.ref("bookings.status")}`.as("status"),
    sql<CancelReason | null>`${e.ref("bookings.cancel_reason")}`.as("cancel_reason"),
    sql<HoldLength>`${e.ref("bookings.hold_length")}`.as("hold_length"),
    sql<KeptRule | null>`${e.ref("bookings.price_rule")}`.as("price_rule"),
  ] as const;

// by name: a statement with `*` can't be prepared. `found_by` is for searching alone
const COLUMNS = [
  "bookings.id",
  "bookings.reference",
  "bookings.scheduled_crawl_id",
  "bookings.crawl_id",
  "bookings.site_tag",
  "bookings.language",
  "bookings.hold_expires_at",
  "bookings.first_name",
  "bookings.last_name",
  "bookings.email",
  "bookings.phone",
  "bookings.country",
  "bookings.number_of_people",
  "bookings.additional_names",
  "bookings.special_requests",
  "bookings.currency",
  "bookings.unit_price",
  "bookings.subtotal",
  "bookings.add_ons",
  "bookings.discount",
  "bookings.total_price",
  "bookings.base_currency",
  "bookings.rate",
  "bookings.rate_date",
  "bookings.refund_rule",
  "bookings.refund_rule_version",
  "bookings.coupon_id",
  "bookings.user_id",
  "bookings.browser",
  "bookings.test",
  "bookings.created_at",
  "bookings.confirmed_at",
  "bookings.cancelled_at",
  "bookings.version",
  "bookings.peso_rate",
  "bookings.voucher_until",
  "bookings.source",
  "bookings.held_network",
  "bookings.held_home",
  "bookings.held_email",
  "bookings.held_phone",
  "bookings.renewals",
  "bookings.link_version",
  "bookings.link_renewed_at",
  "bookings.held_domain",
  "bookings.regular_unit_price",
  "bookings.terms_version",
  "bookings.privacy_version",
  "bookings.no_show_at",
  "bookings.no_show_by",
  "bookings.partner_id",
  "bookings.partner_reason",
  "bookings.partner_at",
  "bookings.partner_before",
  "bookings.qr_code_id",
  "bookings.campaign",
  "bookings.partner_doubts",
  "bookings.partner_verdict",
  "bookings.email_proven",
  "bookings.forgotten_at",
  "bookings.was_there_at",
  "bookings.kept_for",
] as const;

/**
 * A booking's row, locked until the transaction ends; every change to a booking starts here. Not from rows that name it: a door adds
 * some while it holds the tickets that whoever cancels the booking waits for.
 */
export const bookingForUpdate = (tx: Tx, id: string) =>
  tx.selectFrom("bookings").select(COLUMNS).select(narrowed).where("id", "=", id).forNoKeyUpdate().executeTakeFirst();

/** What is needed of a booking before it is locked. */
export const stateOf = (db: Db | Tx, id: string) =>
  db
    .selectFrom("bookings")
    .select(["status", "scheduled_crawl_id", "total_price", "email"])
    .where("id", "=", id)
    .executeTakeFirst();

/** A booking with its departure. */
export const bookingWithDeparture = (db: Db | Tx, id: string) =>
  db
    .selectFrom("bookings")
    .innerJoin("night_facts as d", "d.id", "bookings.scheduled_crawl_id")
    .innerJoin("pub_crawls as c", "c.id", "bookings.crawl_id")
    .innerJoin("cities", "cities.id", "c.city_id")
    .leftJoin("coupons", "coupons.id", "bookings.coupon_id")
    .select(COLUMNS)
    .select(narrowed)
    .select([
      "d.date",
      "d.start_time",
      "d.end_time",
      "d.starts_at",
      "d.ends_at",
      "d.status as departure_status",
      "d.crawl_id as departure_crawl_id",
      "d.is_private",
      "c.city_id",
      "c.title",
      "c.title_es",
      "c.slug",
      "c.image",
      "c.meeting_place",
      "c.meeting_place_es",
      "c.includes",
      "c.includes_es",
      "cities.meeting_point",
      "cities.meeting_point_es",
      "cities.map_url",
      "cities.name as city_name",
      "cities.name_es as city_name_es",
      "cities.time_zone",
      "d.total_spots",
      "d.early_bird_sale",
      "coupons.code as coupon_code",
      "coupons.usage_limit as coupon_limit",
      "coupons.most_per_guest as coupon_per_guest",
    ])
    // not by what they cost: staff give some for nothing
    .select(
      sql<boolean>`exists (select from booking_add_ons x where x.booking_id = ${sql.ref("bookings.id")})`.as(
        "has_add_ons",
      ),
    )
    .where("bookings.id", "=", id)
    .executeTakeFirst();

export type BookingWithDeparture = NonNullable<Awaited<ReturnType<typeof bookingWithDeparture>>>;

/** Confirms a booking that is in one of the given states. */
export const markConfirmed = (tx: Tx, id: string, now: Date) => writeLater(tx, CONFIRMED, [id, now]);

const CONFIRMED = writeOf({
  confirmed: `update bookings set status = 'confirmed', cancel_reason = null, cancelled_at = null, confirmed_at = $2, kept_for = null
    where id = $1 and status in ('pending', 'cancelled')`,
});

/** Confirms a cancelled booking on another departure, with the amounts there. Returns the amounts before. */
export async function markMoved(tx: Tx, id: string, to: Amounts & { departure: string }, now: Date) {
  const { departure, ...amounts } = to;
  const before = await tx
    .selectFrom("bookings")
    .select(["id", "total_price", "currency", "test", "partner_id", "confirmed_at", "version"])
    .select(["first_name", "last_name", "number_of_people", "additional_names", "email", "language", "source"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("bookings")
    .set((e) => ({
      ...amounts,
      regular_unit_price: null,
      scheduled_crawl_id: departure,
      status: "confirmed",
      cancel_reason: null,
      cancelled_at: null,
      // one whose night was called off stays sold on the day on which it was
      confirmed_at: before.confirmed_at ?? now,
      version: e("version", "+", 1),
    }))
    .where("id", "=", id)
    .where("status", "=", "cancelled")
    .returning("id")
    .executeTakeFirstOrThrow();
  return before;
}

/** Makes a booking pending, with that hold. What kept places that were given back counts no more. */
export const markHeld = (tx: Tx, id: string, { expires, length }: Hold) => writeLater(tx, HELD, [id, expires, length]);

const HELD = writeOf({
  held: `update bookings set status = 'pending', cancel_reason = null, cancelled_at = null, hold_expires_at = $2, hold_length = $3,
      kept_for = case when status = 'pending' then kept_for end
    where id = $1 and status in ('pending', 'cancelled')`,
});

/** Notes that the guest has shown that they read their booking's email, and the mail domain that counts for that (a hash). */
export const markProven = (tx: Tx, id: string, domain: string | null) =>
  tx.updateTable("bookings").set({ email_proven: true, held_domain: domain }).where("id", "=", id).execute();

/** Ends every earlier link of a booking. */
export const renewLinkOf = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await tx
    .updateTable("bookings")
    .set((e) => ({ link_version: e("link_version", "+", 1), link_renewed_at: now }))
    .where("id", "=", id)
    .execute();
};

type ContactColumns = Pick<Tables["bookings"], "first_name" | "last_name" | "email" | "phone"> &
  Partial<Pick<Tables["bookings"], "held_email" | "held_phone" | "held_domain">> & { email_proven?: boolean };

/** Writes who booked, and how they are reached. */
export const setContact = (tx: Tx, id: string, contact: ContactColumns) =>
  tx.updateTable("bookings").set(contact).where("id", "=", id).execute();

/** Counts one more time that a lapsed booking took its seats again. */
export const countRenewal = (tx: Tx, id: string) =>
  tx
    .updateTable("bookings")
    .set((e) => ({ renewals: e("renewals", "+", 1) }))
    .where("id", "=", id)
    .execute();

/** Lowers a booking's total by `amount`, as a discount. */
export const lowerTotal = (tx: Tx, id: string, amount: number) =>
  tx
    .updateTable("bookings")
    .set((e) => ({ discount: e("discount", "+", amount), total_price: e("total_price", "-", amount) }))
    .where("id", "=", id)
    .execute();

/** Extends the live hold of a pending booking to the voucher's expiry; undefined when there is no such hold. */
export const markVoucher = (tx: Tx, id: string, until: Date, now: Date) =>
  tx
    .updateTable("bookings")
    .set((e) => ({ voucher_until: until, hold_expires_at: e.fn("greatest", ["hold_expires_at", e.val(until)]) }))
    .where("id", "=", id)
    .where("status", "=", "pending")
    .where("hold_expires_at", ">", now)
    .returning("id")
    .executeTakeFirst();

/** A guest who may pay us directly was promised their places until then: no other way of paying ends that. */
const isPromised = sql<boolean>`bookings.kept_for is not distinct from 'by_hand'`;

/** Keeps the places that a pending booking has for longer than an ordinary hold; undefined where it has none. */
export const markKept = (tx: Tx, { id, until, keptFor }: { id: string; until: Date; keptFor: KeptFor }) =>
  tx
    .updateTable("bookings")
    .set((e) => ({
      kept_for: sql`case when ${isPromised} then kept_for else ${keptFor} end`,
      hold_expires_at: e.fn("greatest", ["hold_expires_at", e.val(until)]),
    }))
    .where("id", "=", id)
    .where("status", "=", "pending")
    .returning("hold_expires_at")
    .executeTakeFirst();

/** A group was promised its places by its offer, however it pays. */
const isAgreed = sql<boolean>`bookings.hold_length = 'agreed'`;

/** Ends a hold that was extended for this: at `until`, or earlier if it already ends before that; one that was agreed on stays. */
export const endKept = (tx: Tx, id: string, { keptFor, until }: { keptFor: KeptFor; until: Date }) =>
  tx
    .updateTable("bookings")
    .set((e) => ({
      kept_for: null,
      hold_expires_at: e
        .case()
        .when(isAgreed)
        .then(e.ref("hold_expires_at"))
        .else(e.fn<Date>("least", ["hold_expires_at", e.val(until)]))
        .end(),
    }))
    .where("id", "=", id)
    .where("status", "=", "pending")
    .where("kept_for", "=", keptFor)
    .execute();

/** Ends a hold that a voucher extended: at `until`, or earlier if it already ends before that; one that was promised or agreed on stays. */
export const endVoucher = (tx: Tx, id: string, until: Date) =>
  tx
    .updateTable("bookings")
    .set((e) => ({
      voucher_until: null,
      hold_expires_at: e
        .case()
        .when(sql<boolean>`${isPromised} or ${isAgreed}`)
        .then(e.ref("hold_expires_at"))
        .else(e.fn<Date>("least", ["hold_expires_at", e.val(until)]))
        .end(),
    }))
    .where("id", "=", id)
    .where("status", "=", "pending")
    .where("voucher_until", "is not", null)
    .execute();

export const departureOf = (db: Db | Tx, id: string) =>
  db.selectFrom("night_facts").selectAll().where("id", "=", id).executeTakeFirst();
