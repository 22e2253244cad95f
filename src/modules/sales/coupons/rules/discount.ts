import { convert, type Currency, type Money, type Rates, round } from "#src/kernel/money.ts";
import { type Failure, fail } from "#src/kernel/result.ts";

/** A coupon with its reserved and used counts. `value` is whole percent or minor units of `currency`. */
export type Coupon = {
  id: string;
  code: string;
  discount_type: string;
  value: number;
  currency: string;
  minimum_purchase: number | null;
  maximum_discount: number | null;
  start_date: Date | null;
  expiry_date: Date | null;
  usage_limit: number | null;
  /** how many bookings of one guest may use it; null: any number */
  most_per_guest: number | null;
  is_active: boolean;
  uses: number;
  /** those of the guest who asks; 0 where who that is isn't known, or there is no such limit */
  guest_uses: number;
  /** the only city, or the only crawl, for which it is valid; both null: everywhere */
  city_id: string | null;
  crawl_id: string | null;
};

/** What is booked, as far as a coupon's validity depends on it: the crawl it is sold as. */
export type Place = { city_id: string; crawl_id: string };

/** The terms that determine a discount, stored with each booking that uses the coupon. */
export type CouponTerms = Pick<Coupon, "discount_type" | "value" | "currency" | "maximum_discount">;

export const termsOf = ({ discount_type, value, currency, maximum_discount }: CouponTerms): CouponTerms => ({
  discount_type,
  value,
  currency,
  maximum_discount,
});

export type CouponRefusal =
  | Failure<"coupon_invalid" | "coupon_expired" | "coupon_used_up" | "coupon_used_by_guest" | "coupon_elsewhere">
  | (Failure<"coupon_minimum"> & { minimum: Money });

/** A code's comparison key: trimmed, case-insensitive (rule coupons-1). */
export const codeKey = (code: string): string => code.trim().toLowerCase();

/** The discount on a subtotal, in its currency: capped, rounded once, at most the subtotal. */
export const discountOf = (coupon: CouponTerms, subtotal: Money, rates: Rates): number =>
  termsApplied(coupon, subtotal, rates).amount;

/** The same with the most that the coupon takes off, in the subtotal's currency; null where that made no difference. */
export function termsApplied(
  coupon: CouponTerms,
  subtotal: Money,
  rates: Rates,
): { amount: number; cap: number | null } {
  const inCurrency = (amount: number) => (amount * rateOf(subtotal.currency)) / rateOf(coupon.currency as Currency);
  const rateOf = (currency: Currency) => {
    const rate = rates[currency];
    if (!rate) throw new Error(`no rate for ${currency}`);
    return rate;
  };
  const full =
    coupon.discount_type === "percentage" ? (subtotal.amount * coupon.value) / 100 : inCurrency(coupon.value);
  const cap = coupon.maximum_discount === null ? Infinity : inCurrency(coupon.maximum_discount);
  const amount = Math.min(round(Math.min(full, cap)), subtotal.amount);
  return { amount, cap: cap < full ? round(cap) : null };
}

/** Why a coupon may not be used on a subtotal now, or null; checked in the order of rule coupons-2, with the spec's refusals. */
export function refusalOf(coupon: Coupon | null, subtotal: Money, now: Date, rates: Rates): CouponRefusal | null {
  if (!coupon?.is_active) return fail("coupon_invalid");
  if (coupon.start_date && coupon.start_date > now) return fail("coupon_invalid");
  if (coupon.expiry_date && coupon.expiry_date <= now) return fail("coupon_expired");
  if (coupon.usage_limit !== null && coupon.uses >= coupon.usage_limit) return fail("coupon_used_up");
  if (isUsedByGuest(coupon)) return fail("coupon_used_by_guest");
  if (coupon.minimum_purchase !== null) {
    const minimum = convert(
      { amount: coupon.minimum_purchase, currency: coupon.currency as Currency },
      subtotal.currency,
      rates,
    );
    if (subtotal.amount < minimum.amount) return fail("coupon_minimum", { minimum });
  }
  return null;
}

/** Whether the guest who asks has used a coupon as often as one guest may (rule coupons-7). */
export const isUsedByGuest = ({ most_per_guest: most, guest_uses: uses }: Coupon): boolean =>
  most !== null && uses >= most;

/** Whether its uses are scarce: then they are counted under its lock. */
export const isLimited = ({
  usage_limit: limit,
  most_per_guest: most,
}: Pick<Coupon, "usage_limit" | "most_per_guest">) => limit !== null || most !== null;

/** Whether a coupon is of another city or another crawl than what is booked (rule coupons-6). */
export const isElsewhere = (coupon: Pick<Coupon, "city_id" | "crawl_id">, place: Place): boolean =>
  (coupon.city_id !== null && coupon.city_id !== place.city_id) ||
  (coupon.crawl_id !== null && coupon.crawl_id !== place.crawl_id);
