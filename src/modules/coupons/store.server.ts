import type { Coupon } from "#src/modules/coupons/rules/discount.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";

// Reservations count only while their hold is live (a late sweeper must not make a coupon look used up); uses are counted only
// under a limit.
const WITH_USES = `
  select c.id, c.code, c.discount_type, c.value, c.currency, c.minimum_purchase, c.maximum_discount, c.start_date,
    c.expiry_date, c.usage_limit, c.is_active,
    case when c.usage_limit is null then 0 else (
      select count(*)::int from coupon_redemptions r join bookings b on b.id = r.booking_id
      where r.coupon_id = c.id and b.id is distinct from $3 and (r.state = 'used' or (r.state = 'reserved' and b.hold_expires_at > $2))
    ) end as uses
  from coupons c`;

// Lookup and counting a miss are one statement: concurrent guesses can exceed the limit by at most the number of connections.
// Keys are counted in order, so that two guesses can't deadlock.
const GUESS = `
  with spent as (
    select coalesce(max(count), 0) as n from rate_counters where key = any($4::text[]) and window_start = $5
  ), found as (
    ${WITH_USES} where lower(trim(c.code)) = $1 and (select n from spent) < $6
  ), missed as (
    insert into rate_counters (key, window_start, count)
    select key, $5, 1 from unnest($4::text[]) as key
    where (select n from spent) < $6
      and not exists (select from found where is_active and (start_date is null or start_date <= $2))
    order by key
    on conflict (key, window_start) do update set count = rate_counters.count + 1
    returning count
  )
  select greatest((select n + 1 from spent), (select max(count) from missed))::int as guesses, found.*
  from (values (1)) one left join found on true`;

/**
 * A coupon by its code key, with its uses except an own hold that is about to be replaced; null when missing. A wrong guess
 * counts under every key of `limit`; `exhausted` when over the limit, in which case nothing was looked up.
 */
export async function guessCoupon(
  on: Statements,
  guess: { key: string; now: Date; ownHold: string | null },
  limit: { keys: string[]; windowStart: Date; max: number },
): Promise<Coupon | null | "exhausted"> {
  const values = [guess.key, guess.now, guess.ownHold, limit.keys, limit.windowStart, limit.max];
  const { rows } = await on.query<Coupon & { guesses: number }>({ name: "guess-coupon", text: GUESS, values });
  const [row] = rows;
  if (!row || row.guesses > limit.max) return "exhausted";
  return row.id ? row : null;
}

/**
 * Locks the coupon's row against concurrent uses, then counts its uses (mechanics 5). Inserting a booking that references the
 * coupon doesn't wait: without a limit to enforce, the booking is locked before the coupon.
 */
export async function lockCoupon(
  on: Statements,
  id: string,
  now: Date,
  ownHold: string | null,
): Promise<Coupon | null> {
  await on.query({ name: "lock-coupon", text: "select from coupons where id = $1 for no key update", values: [id] });
  const { rows } = await on.query<Coupon>({
    name: "coupon-by-id",
    text: `${WITH_USES} where c.id = $1`,
    values: [id, now, ownHold],
  });
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
  tx
    .updateTable("coupon_redemptions")
    .set({ state, updated_at: new Date() })
    .where("booking_id", "=", bookingId)
    .execute();
