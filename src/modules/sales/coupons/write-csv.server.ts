import { CURRENCIES } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { type Column, dateCell, moneyCell, sheetOf } from "#src/kernel/sheet.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { everyCoupon } from "#src/modules/sales/coupons/queries.server.ts";
import type { ListedCoupon } from "#src/modules/sales/coupons/schema.ts";
import type { CouponFilter } from "#src/modules/sales/coupons/rules/coupon-list.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * The coupon list as a sheet in the viewer's language, read page by page; one revenue column per currency.
 * Refusal: forbidden {missing}.
 */
export async function couponsSheet(ctx: Context, filter: CouponFilter) {
  if (!can(ctx.actor, "coupons.read")) return fail("forbidden", { missing: "coupons.read" });
  const { t } = await i18nFor(ctx.locale);
  return ok({ sheet: sheetOf(columns(t), everyCoupon(ctx, filter)) });
}

const isFixed = (coupon: ListedCoupon): boolean => coupon.discount_type === "fixed_amount";

/** Whether it has amounts of money: a percentage is of any currency, what it is bounded by is of one. */
const hasAmounts = (coupon: ListedCoupon): boolean =>
  isFixed(coupon) || coupon.minimum_purchase !== null || coupon.maximum_discount !== null;

const columns = (t: Text): Column<ListedCoupon>[] => [
  [t("coupons.code"), ({ code }) => code],
  [t("coupons.description"), ({ description }) => description],
  [t("coupons.state"), ({ state }) => t(`coupons.state.${state}`)],
  [t("coupons.discountType"), (coupon) => t(isFixed(coupon) ? "coupons.type.fixed" : "coupons.type.percentage")],
  [t("coupons.value"), (coupon) => (isFixed(coupon) ? moneyCell(coupon.value) : `${coupon.value}%`)],
  [t("coupons.currency"), (coupon) => (hasAmounts(coupon) ? coupon.currency : null)],
  [t("coupons.minimum"), (coupon) => moneyCell(coupon.minimum_purchase)],
  [t("coupons.maximum"), (coupon) => moneyCell(coupon.maximum_discount)],
  [t("coupons.start"), (coupon) => dateCell(coupon.first_day)],
  [t("coupons.expiry"), (coupon) => dateCell(coupon.last_day)],
  [t("coupons.limit"), (coupon) => coupon.usage_limit],
  [t("coupons.perGuest"), (coupon) => coupon.most_per_guest],
  [t("coupons.partner"), ({ partner }) => partner],
  [t("coupons.place"), ({ place }) => place],
  [t("coupons.used"), ({ used }) => used],
  [t("coupons.reserved"), ({ reserved }) => reserved],
  ...CURRENCIES.map((currency): Column<ListedCoupon> => [
    t("coupons.revenueIn", { currency }),
    ({ revenue }) => moneyCell(revenue.find((sum) => sum.currency === currency)?.amount ?? null),
  ]),
];
