import { csvLine } from "#src/kernel/csv.ts";
import { CURRENCIES } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { everyCoupon } from "#src/modules/coupons/queries.server.ts";
import { decimal } from "#src/modules/coupons/rules/coupon-form.ts";
import type { CouponFilter, ListedCoupon } from "#src/modules/coupons/schema.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * The coupon list as CSV in the viewer's language, streamed page by page; amounts are decimal, one revenue column per currency.
 * Refusal: forbidden {missing}.
 */
export function couponsCsv(ctx: Context, filter: CouponFilter) {
  if (!can(ctx.actor, "coupons.read")) return fail("forbidden", { missing: "coupons.read" });
  return ok({ lines: written(ctx, filter) });
}

async function* written(ctx: Context, filter: CouponFilter): AsyncGenerator<string> {
  const { t } = await i18nFor(ctx.locale);
  yield csvLine(headOf(t));
  for await (const coupons of everyCoupon(ctx, filter))
    yield coupons.map((coupon) => csvLine(cellsOf(t, coupon))).join("");
}

const headOf = (t: Text): string[] => [
  t("coupons.code"),
  t("coupons.description"),
  t("coupons.state"),
  t("coupons.discountType"),
  t("coupons.value"),
  t("coupons.currency"),
  t("coupons.minimum"),
  t("coupons.maximum"),
  t("coupons.start"),
  t("coupons.expiry"),
  t("coupons.limit"),
  t("coupons.partner"),
  t("coupons.used"),
  t("coupons.reserved"),
  ...CURRENCIES.map((currency) => t("coupons.revenueIn", { currency })),
];

function cellsOf(t: Text, coupon: ListedCoupon): (string | null)[] {
  const isFixed = coupon.discount_type === "fixed_amount";
  const amount = (minor: number | null) => (minor === null ? null : decimal(minor));
  const count = (n: number | null) => (n === null ? null : String(n));
  return [
    coupon.code,
    coupon.description,
    t(`coupons.state.${coupon.state}`),
    t(isFixed ? "coupons.type.fixed" : "coupons.type.percentage"),
    isFixed ? decimal(coupon.value) : String(coupon.value),
    coupon.currency,
    amount(coupon.minimum_purchase),
    amount(coupon.maximum_discount),
    coupon.first_day,
    coupon.last_day,
    count(coupon.usage_limit),
    coupon.partner,
    count(coupon.used),
    count(coupon.reserved),
    ...CURRENCIES.map((currency) => amount(coupon.revenue.find((sum) => sum.currency === currency)?.amount ?? null)),
  ];
}
