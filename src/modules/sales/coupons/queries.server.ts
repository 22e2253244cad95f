import { isUuid } from "#src/kernel/codes.ts";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import type { Currency, Money } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { respelled } from "#src/kernel/spelling.ts";
import { firstDay, lastDay, formValuesOf } from "#src/modules/sales/coupons/rules/coupon-form.ts";
import type { ListedCoupon, OpenCoupon } from "#src/modules/sales/coupons/schema.ts";
import { type CouponFilter, type CouponState, STATES } from "#src/modules/sales/coupons/rules/coupon-list.ts";
import {
  countCoupons,
  couponsPage,
  couponWithState,
  textsNearCoupons,
  usesOf,
} from "#src/modules/sales/coupons/store/admin.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import type { Context } from "#src/platform/context.server.ts";
import { readParts } from "#src/platform/in-portions.server.ts";

export { isCodeOfCoupon } from "#src/modules/sales/coupons/store/admin.server.ts";

/** Coupons per page. */
const PAGE = 50;
const USES_SHOWN = 50;

/** A page of coupons with the count per state; `near` tells what a search text that finds none may have meant. Refusal: forbidden {missing}. */
export async function listCoupons(ctx: Context, filter: CouponFilter) {
  if (!can(ctx.actor, "coupons.read")) return fail("forbidden", { missing: "coupons.read" });
  const [coupons, counted] = await Promise.all([
    shownCoupons(ctx, filter, PAGE),
    countCoupons(ctx.db, filter.q, counting(ctx)),
  ]);
  const counts = Object.fromEntries(
    STATES.map((state) => [state, counted.find((one) => one.state === state)?.coupons ?? 0]),
  ) as Record<CouponState, number>;
  const all = counted.reduce((sum, { coupons: n }) => sum + n, 0);
  const uses = counted.reduce((sum, { uses: n }) => sum + n, 0);
  const total = filter.state ? counts[filter.state] : all;
  const near = coupons.length > 0 ? [] : respelled(filter.q, await textsNearCoupons(ctx.db, filter.q));
  return ok({ coupons, near, counts, all, uses, total, mayChange: can(ctx.actor, "coupons.change") });
}

/** Bookings without real payments count only in practice. */
const counting = (ctx: Context) => ({ now: ctx.now, test: practises(ctx) });

async function shownCoupons(ctx: Context, filter: CouponFilter, limit: number): Promise<ListedCoupon[]> {
  const rows = await couponsPage(ctx.db, filter, { ...counting(ctx), limit });
  return rows.map(({ start_date, expiry_date, revenue, ...row }) => ({
    id: row.id,
    code: row.code,
    description: row.description,
    discount_type: row.discount_type,
    value: row.value,
    currency: row.currency,
    minimum_purchase: row.minimum_purchase,
    maximum_discount: row.maximum_discount,
    first_day: firstDay(start_date),
    last_day: lastDay(expiry_date),
    usage_limit: row.usage_limit,
    most_per_guest: row.most_per_guest,
    partner: row.partner,
    place: row.place && inLocale(ctx.locale, row.place, row.place_es ?? ""),
    is_active: row.is_active,
    state: row.state,
    used: row.used,
    reserved: row.reserved,
    revenue: Object.entries(revenue ?? {}).map(([currency, amount]) => money(amount, currency)),
  }));
}

const money = (amount: number, currency: string): Money => ({ amount, currency: currency as Currency });

/** All coupons of a filter, page by page. The caller checks permissions. */
export const everyCoupon = (ctx: Context, filter: CouponFilter) =>
  readParts<ListedCoupon>(EXPORTED, (_, count) =>
    shownCoupons(ctx, { ...filter, page: 1 + count / EXPORTED }, EXPORTED),
  );
const EXPORTED = 500;

/** A coupon for its form, with its newest bookings. Refusals: forbidden {missing}, coupon_not_found. */
export async function openCoupon(ctx: Context, id: string) {
  if (!can(ctx.actor, "coupons.read")) return fail("forbidden", { missing: "coupons.read" });
  const row = isUuid(id) ? await couponWithState(ctx.db, id, counting(ctx)) : undefined;
  if (!row) return fail("coupon_not_found");
  const [uses, bookings] = await Promise.all([usesOf(ctx.db, id, USES_SHOWN), ctx.ask.timesRedeemed(ctx.db, id)]);
  const coupon: OpenCoupon = {
    id,
    version: row.version,
    formValues: formValuesOf(row),
    state: row.state,
    bookings,
    uses: uses.map((use) => ({
      id: use.id,
      reference: use.reference,
      name: `${use.first_name} ${use.last_name}`.trim(),
      date: use.date,
      booked: dateIn(use.created_at, HOME_ZONE),
      state: use.state ?? "released",
      discount: money(use.discount, use.currency),
    })),
  };
  return ok({ coupon });
}
