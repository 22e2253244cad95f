import type { ReactNode } from "react";
import type { useFetcher } from "react-router";
import { dayOf } from "#src/kernel/local-time.ts";
import type { Locale } from "#src/kernel/localized.ts";
import { type Currency, formatMoney } from "#src/kernel/money.ts";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import type { CouponAnswer } from "#src/modules/sales/coupons/rules/refusals.ts";
import type { ListedCoupon } from "#src/modules/sales/coupons/schema.ts";
import type { CouponState } from "#src/modules/sales/coupons/rules/coupon-list.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { ActiveSwitch } from "#src/ui/admin/list/active-switch.tsx";
import type { Column, PhoneRow } from "#src/ui/admin/table.tsx";

const TONES: Record<CouponState, Tone> = {
  active: "done",
  scheduled: "waiting",
  expired: "none",
  used_up: "none",
  inactive: "none",
};

type Switching = { mayChange: boolean; act: ReturnType<typeof useFetcher<CouponAnswer>> };
type Look = Switching & { t: Text; locale: Locale };

const switchOf = ({ id, is_active: isActive, code }: ListedCoupon, t: Text) => ({
  id,
  isActive,
  label: t("coupons.activeOf", { code }),
});

/** Each coupon's discount, dates, uses and revenue, with its switch. */
export const couponColumns = ({ t, locale, ...how }: Look): Column<ListedCoupon>[] => [
  { id: "code", head: t("coupons.code"), sortable: true, cell: (coupon) => <CodeCell coupon={coupon} /> },
  {
    id: "discount",
    head: t("coupons.discount"),
    cell: (coupon) => <TwoLines first={worth(coupon, locale)} second={conditions(coupon, t, locale)} />,
  },
  {
    id: "expiry",
    head: t("coupons.valid"),
    sortable: true,
    cell: (coupon) => validity(coupon, t, locale),
  },
  { id: "uses", head: t("coupons.use"), sortable: true, cell: (coupon) => <UseCell coupon={coupon} /> },
  {
    id: "revenue",
    head: t("coupons.revenue"),
    numeric: true,
    cell: ({ revenue }) => (
      <span className="grid tabular-nums">
        {revenue.length === 0
          ? t("coupons.noRevenue")
          : revenue.map((sum) => <span key={sum.currency}>{formatMoney(sum, locale)}</span>)}
      </span>
    ),
  },
  {
    id: "active",
    head: t("coupons.active"),
    numeric: true,
    cell: (coupon) => <ActiveSwitch {...switchOf(coupon, t)} {...how} />,
  },
];

export const couponPhoneRow =
  ({ t, locale, ...how }: Look) =>
  (coupon: ListedCoupon): PhoneRow => ({
    first: <span className="font-mono">{coupon.code}</span>,
    second: `${worth(coupon, locale)} · ${useInWords(coupon, t)}`,
    end: <ActiveSwitch {...switchOf(coupon, t)} {...how} />,
    endSecond: coupon.state === "active" || coupon.state === "inactive" ? null : <StateBadge coupon={coupon} />,
  });

const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className="grid py-1.5">
    <span>{first}</span>
    <span className="text-fine text-text-3">{second}</span>
  </span>
);

function CodeCell({ coupon }: { coupon: ListedCoupon }) {
  const { t } = useText();
  return (
    <span className="grid max-w-64 py-1.5">
      <span className="flex items-center gap-1.5">
        <span className="font-mono font-semibold">{coupon.code}</span>
        {coupon.state !== "active" && coupon.state !== "inactive" && <StateBadge coupon={coupon} />}
      </span>
      <span className="truncate text-fine font-normal text-text-3">
        {[coupon.partner && t("coupons.ofPartner", { name: coupon.partner }), coupon.description]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </span>
  );
}

function StateBadge({ coupon: { state } }: { coupon: ListedCoupon }) {
  const { t } = useText();
  return <Badge tone={TONES[state]}>{t(`coupons.state.${state}`)}</Badge>;
}

/** Uses out of the limit, as a labelled bar. */
function UseCell({ coupon }: { coupon: ListedCoupon }) {
  const { t } = useText();
  const { used, reserved, usage_limit: limit, state } = coupon;
  const share = limit === null ? 0 : Math.min(100, ((used + reserved) / limit) * 100);
  const isOver = state === "used_up" || state === "inactive" || state === "expired";
  return (
    <span className="grid min-w-32 gap-1 py-1.5">
      {limit !== null && (
        <span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-surface-3">
          <span className={`block h-full ${isOver ? "bg-border-strong" : "bg-agave"}`} style={{ width: `${share}%` }} />
        </span>
      )}
      <span className="text-fine text-text-2">
        {useInWords(coupon, t)}
        {reserved > 0 && <span className="text-text-3"> {t("coupons.reservedOf", { n: reserved })}</span>}
      </span>
    </span>
  );
}

function useInWords({ used, reserved, usage_limit: limit }: ListedCoupon, t: Text): string {
  const n = used + reserved;
  return limit === null ? t("coupons.noLimit", { n }) : t("coupons.ofLimit", { n, limit });
}

const amountOf = (amount: number, currency: string, locale: Locale) =>
  formatMoney({ amount, currency: currency as Currency }, locale);

/** The discount: `10%` or an amount. */
const worth = ({ discount_type, value, currency }: ListedCoupon, locale: Locale) =>
  discount_type === "fixed_amount" ? amountOf(value, currency, locale) : `${value}%`;

function conditions(coupon: ListedCoupon, t: Text, locale: Locale) {
  const { minimum_purchase: min, maximum_discount: max, most_per_guest: perGuest, currency, place } = coupon;
  const all = [
    ...(place ? [t("coupons.onlyFor", { name: place })] : []),
    ...(min ? [t("coupons.from", { amount: amountOf(min, currency, locale) })] : []),
    ...(max ? [t("coupons.upTo", { amount: amountOf(max, currency, locale) })] : []),
    ...(perGuest === null ? [] : [t("coupons.timesPerGuest", { times: perGuest })]),
  ];
  return all.length > 0 ? all.join(", ") : t("coupons.noConditions");
}

function validity({ first_day: from, last_day: until }: ListedCoupon, t: Text, locale: Locale): string {
  if (from && until) return t("coupons.days", { from: dayOf(from, locale), until: dayOf(until, locale) });
  if (from) return t("coupons.startsOn", { date: dayOf(from, locale) });
  return until ? t("coupons.endsOn", { date: dayOf(until, locale) }) : t("coupons.noEnd");
}
