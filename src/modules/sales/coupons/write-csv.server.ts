import { CURRENCIES } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { dateCell, moneyCell, type Row, type Sheet } from "#src/kernel/sheet.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { everyCoupon } from "#src/modules/sales/coupons/queries.server.ts";
import type { CouponFilter, ListedCoupon } from "#src/modules/sales/coupons/schema.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * The coupon list as a sheet in the viewer's language, read page by page; one revenue column per currency.
 * Refusal: forbidden {missing}.
 */
export async function couponsSheet(ctx: Context, filter: CouponFilter) {
  if (!can(ctx.actor, "coupons.read")) return fail("forbidden", { missing: "coupons.read" });
  const { t } = await i18nFor(ctx.locale);
  return ok({ sheet: { head: headOf(t), parts: partsOf(ctx, filter, t) } satisfies Sheet });
}

async function* partsOf(ctx: Context, filter: CouponFilter, t: Text): AsyncGenerator<Row[]> {
  for await (const coupons of everyCoupon(ctx, filter)) yield coupons.map((coupon) => cellsOf(t, coupon));
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

function cellsOf(t: Text, coupon: ListedCoupon): Row {
  const isFixed = coupon.discount_type === "fixed_amount";
  // a percentage is of any currency; what it is bounded by is of one
  const hasAmounts = isFixed || coupon.minimum_purchase !== null || coupon.maximum_discount !== null;
  return [
    coupon.code,
    coupon.description,
    t(`coupons.state.${coupon.state}`),
    t(isFixed ? "coupons.type.fixed" : "coupons.type.percentage"),
    isFixed ? moneyCell(coupon.value) : `${coupon.value}%`,
    hasAmounts ? coupon.currency : null,
    moneyCell(coupon.minimum_purchase),
    moneyCell(coupon.maximum_discount),
    dateCell(coupon.first_day),
    dateCell(coupon.last_day),
    coupon.usage_limit,
    coupon.partner,
    coupon.used,
    coupon.reserved,
    ...CURRENCIES.map((currency) => moneyCell(coupon.revenue.find((sum) => sum.currency === currency)?.amount ?? null)),
  ];
}
