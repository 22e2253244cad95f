import { choice, listAddress, order, page, panel, search, type ValuesOf } from "#src/kernel/list-address.ts";

/** A coupon's current state; "inactive" takes precedence. */
export const STATES = ["active", "scheduled", "expired", "used_up", "inactive"] as const;
export type CouponState = (typeof STATES)[number];

/** The address of the list of coupons. */
export const COUPON_LIST = listAddress({
  state: choice(STATES),
  q: search(),
  sort: order(["-created", "code", "-code", "expiry", "-expiry", "uses", "-uses"], "-created"),
  page: page(),
  edit: panel(),
});
export type CouponFilter = ValuesOf<typeof COUPON_LIST>;
