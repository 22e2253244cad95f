import type { Coupon } from "#src/modules/coupons/rules.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";

// Reserved counts only while its hold lives (a late sweeper must not make a coupon look used up); uses are counted only under a limit.
const WITH_USES = `
  select c.id, c.code, c.discount_type, c.value, c.currency, c.minimum_purchase, c.maximum_discount, c.start_date,
    c.expiry_date, c.usage_limit, c.is_active,
    case when c.usage_limit is null then 0 else (
      select count(*)::int from coupon_redemptions r join bookings b on b.id = r.booking_id
      where r.coupon_id = c.id and b.id is distinct from $3 and (r.state = 'used' or (r.state = 'reserved' and b.hold_expires_at > $2))
    ) end as uses
  from coupons c`;

/** A coupon by its code key, with its uses but for an own hold that is about to be replaced; null when there is none. */
export async function couponByCode(
  on: Statements,
  key: string,
  now: Date,
  ownHold: string | null,
): Promise<Coupon | null> {
  const text = `${WITH_USES} where lower(trim(c.code)) = $1`;
  const { rows } = await on.query<Coupon>({ name: "coupon-by-code", text, values: [key, now, ownHold] });
  return rows[0] ?? null;
}

/** Locks the coupon's row, so that whoever else would use it waits, and only then counts its uses (mechanics 5). */
export async function lockCoupon(
  on: Statements,
  id: string,
  now: Date,
  ownHold: string | null,
): Promise<Coupon | null> {
  await on.query({ name: "lock-coupon", text: "select from coupons where id = $1 for update", values: [id] });
  const { rows } = await on.query<Coupon>({
    name: "coupon-by-id",
    text: `${WITH_USES} where c.id = $1`,
    values: [id, now, ownHold],
  });
  return rows[0] ?? null;
}

export const setRedemption = (tx: Tx | Db, bookingId: string, state: "reserved" | "used" | "released") =>
  tx
    .updateTable("coupon_redemptions")
    .set({ state, updated_at: new Date() })
    .where("booking_id", "=", bookingId)
    .execute();
