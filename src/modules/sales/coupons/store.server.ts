import type { Coupon } from "#src/modules/sales/coupons/rules/discount.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";
import { writeLater, writeOf } from "#src/platform/gather-writes.server.ts";
import { namedStatement } from "#src/platform/name-parameters.server.ts";
import { COUNTERS, type Counting, countedWhere, countingValues } from "#src/platform/rate-limit.server.ts";

// Reservations count only while their hold is live (a late sweeper must not make a coupon look used up); practice uses nothing up
// of what is sold for real. Uses are counted only under a limit.
const WITH_USES = `
  select c.id, c.code, c.discount_type, c.value, c.currency, c.minimum_purchase, c.maximum_discount, c.start_date,
    c.expiry_date, c.usage_limit, c.is_active,
    case when c.usage_limit is null then 0 else (
      select count(*)::int from coupon_redemptions r join bookings b on b.id = r.booking_id
      where r.coupon_id = c.id and b.id is distinct from :ownHold and (r.state = 'used' or (r.state = 'reserved' and b.hold_expires_at > :now))
        and (not b.test or :practice::boolean)
    ) end as uses
  from coupons c`;

// Lookup and counting a miss are one statement: concurrent guesses can exceed the limit by at most the number of connections.
const GUESS = namedStatement(
  "guess-coupon",
  `
  with ${COUNTERS}, found as (
    ${WITH_USES} where lower(trim(c.code)) = :code and not (select is_full from spent)
  ), ${countedWhere("not exists (select from found where is_active and (start_date is null or start_date <= :now))")}
  select (select is_over from over), found.*
  from (values (1)) one left join found on true`,
);
const BY_ID = namedStatement("coupon-by-id", `${WITH_USES} where c.id = :id`);

/**
 * A coupon by its code key, with its uses except an own hold that is about to be replaced; null when missing. A wrong guess
 * counts under every counter of `limit`; `exhausted` when over the limit, in which case nothing was looked up.
 */
export async function guessCoupon(
  on: Statements,
  guess: { code: string; now: Date; ownHold: string | null; practice: boolean },
  limit: Counting,
): Promise<Coupon | null | "exhausted"> {
  const { rows } = await on.query<Coupon & { is_over: boolean }>(GUESS({ ...guess, ...countingValues(limit) }));
  const [row] = rows;
  if (!row || row.is_over) return "exhausted";
  return row.id ? row : null;
}

/**
 * Locks the coupon's row against concurrent uses, then counts its uses (rule coupons-3). Inserting a booking that references the
 * coupon doesn't wait: without a limit to enforce, the booking is locked before the coupon.
 */
export async function lockCoupon(
  on: Statements,
  id: string,
  uses: { now: Date; ownHold: string | null; practice: boolean },
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
    .select((e) => e.val(0).as("uses"))
    .where("r.booking_id", "=", bookingId)
    .executeTakeFirst();

export const setRedemption = (tx: Tx | Db, bookingId: string, state: "reserved" | "used" | "released") =>
  writeLater(tx, REDEMPTION, [bookingId, state]);

const REDEMPTION = writeOf({
  redeemed: "update coupon_redemptions set state = $2, updated_at = now() where booking_id = $1",
});
