import type { Coupon } from "#src/modules/sales/coupons/rules/discount.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";
import { writeLater, writeOf } from "#src/platform/gather-writes.server.ts";
import { namedStatement } from "#src/platform/name-parameters.server.ts";
import { COUNTERS, type Counting, countedWhere, countingValues } from "#src/platform/rate-limit.server.ts";

// Reservations count only while their hold is live (a late sweeper must not make a coupon look used up); practice uses nothing up
// of what is sold for real. Uses are counted only under a limit; a guest is the mailbox that bookings are kept with (`held_email`).
const withUses = (ownHold: string) => `
  select c.id, c.code, c.discount_type, c.value, c.currency, c.minimum_purchase, c.maximum_discount, c.start_date,
    c.expiry_date, c.usage_limit, c.most_per_guest, c.is_active, c.city_id, c.crawl_id,
    case when c.usage_limit is null then 0 else (
      select count(*)::int from coupon_redemptions r join bookings b on b.id = r.booking_id
      where r.coupon_id = c.id and ${isUse(ownHold)}
    ) end as uses,
    case when c.most_per_guest is null or :guest::text is null then 0 else (
      select count(*)::int from bookings b join coupon_redemptions r on r.booking_id = b.id
      where b.held_email = :guest and b.coupon_id = c.id and ${isUse(ownHold)}
    ) end as guest_uses
  from coupons c`;

const isUse = (ownHold: string) => `b.id is distinct from ${ownHold} and (not b.test or :practice::boolean)
        and (r.state = 'used' or (r.state = 'reserved' and b.hold_expires_at > :now))`;

/** A coupon as JSON: what is read along with something else. */
export type CouponRead = Omit<Coupon, "start_date" | "expiry_date"> & {
  start_date: string | null;
  expiry_date: string | null;
};

/**
 * SQL for the coupon of a code's key (`:couponKey`; null: none) as JSON, with its uses at `:now`, those of `:guest` (their hash; null:
 * not known) and practised ones too with `:practice`, but for `ownHold`, an expression: the hold that is about to be replaced. Null when missing.
 */
export const couponByKey = (ownHold: string): string =>
  `case when :couponKey::text is not null then
    (select row_to_json(found) from (${withUses(ownHold)} where lower(trim(c.code)) = :couponKey) found) end`;

/**
 * The start of a statement that looks up the code's key (`:couponKey`, `:now`) and counts it where it is a wrong guess, with
 * `countingValues`: `over.is_over`. Lookup and counting are one statement: concurrent guesses can exceed the limit by at most the
 * number of connections.
 */
export const COUNTED_GUESS = `${COUNTERS}, ${countedWhere(
  "not exists (select from coupons c where lower(trim(c.code)) = :couponKey and c.is_active and (c.start_date is null or c.start_date <= :now))",
)}`;

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** The coupon that was read as JSON. */
export const couponOf = (read: CouponRead | null): Coupon | null =>
  read && { ...read, start_date: dateOf(read.start_date), expiry_date: dateOf(read.expiry_date) };

const BY_KEY = namedStatement(
  "coupon-by-key",
  `with ${COUNTED_GUESS} select (select is_over from over) as is_over, ${couponByKey(":ownHold::uuid")} as coupon`,
);
const BY_ID = namedStatement("coupon-by-id", `${withUses(":ownHold")} where c.id = :id`);

/** A coupon by its code's key; a wrong guess counts under every counter. `isOver`: beyond the limit, whatever was found. */
export async function readCoupon(
  on: Statements,
  request: { couponKey: string; now: Date; ownHold: string | null; practice: boolean; guest: string | null },
  guesses: Counting,
): Promise<{ coupon: Coupon | null; isOver: boolean }> {
  const { rows } = await on.query<{ coupon: CouponRead | null; is_over: boolean }>(
    BY_KEY({ ...request, ...countingValues(guesses) }),
  );
  return { coupon: couponOf(rows[0]!.coupon), isOver: rows[0]!.is_over };
}

/**
 * Locks the coupon's row against concurrent uses, then counts its uses (rule coupons-3). Inserting a booking that references the
 * coupon doesn't wait: without a limit to enforce, the booking is locked before the coupon.
 */
export async function lockCoupon(
  on: Statements,
  id: string,
  uses: { now: Date; ownHold: string | null; practice: boolean; guest: string | null },
): Promise<Coupon | null> {
  await on.query({ name: "lock-coupon", text: "select from coupons where id = $1 for no key update", values: [id] });
  const { rows } = await on.query<Coupon>(BY_ID({ id, ...uses }));
  return rows[0] ?? null;
}

/** A booking's current coupon, with the terms the booking was priced with; without counting other uses. */
export const couponOfBooking = (db: Db | Tx, bookingId: string) =>
  db
    .selectFrom("coupon_redemptions as r")
    .innerJoin("coupons as c", "c.id", "r.coupon_id")
    .selectAll("c")
    .select("r.terms")
    .select((e) => [e.val(0).as("uses"), e.val(0).as("guest_uses")])
    .where("r.booking_id", "=", bookingId)
    .executeTakeFirst();

export const setRedemption = (tx: Tx | Db, bookingId: string, state: "reserved" | "used" | "released") =>
  writeLater(tx, REDEMPTION, [bookingId, state]);

const REDEMPTION = writeOf({
  redeemed: "update coupon_redemptions set state = $2, updated_at = now() where booking_id = $1",
});
