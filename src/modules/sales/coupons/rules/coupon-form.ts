import { amountText } from "#src/kernel/amount.ts";
import { dateIn, HOME_ZONE, instantOf } from "#src/kernel/local-time.ts";
import { placeText } from "#src/modules/sales/price-rules/rules/place.ts";

/** A coupon's raw form values: they may be invalid and must never be lost. Days are YYYY-MM-DD, amounts decimal. */
export type CouponFormValues = {
  code: string;
  description: string;
  discount_type: string;
  value: string;
  currency: string;
  minimum_purchase: string;
  maximum_discount: string;
  usage_limit: string;
  most_per_guest: string;
  /** whose bookings those with it are; empty: nobody's */
  partner_id: string;
  /** where it is valid: `city:ID`, `crawl:ID`; empty: everywhere */
  place: string;
  start_date: string;
  expiry_date: string;
  is_active: boolean;
};

/** The fields in page order. */
export const FIELDS = [
  "code",
  "description",
  "discount_type",
  "value",
  "currency",
  "minimum_purchase",
  "maximum_discount",
  "usage_limit",
  "most_per_guest",
  "partner_id",
  "place",
  "start_date",
  "expiry_date",
  "is_active",
] as const;
export type Field = (typeof FIELDS)[number];

export const NEW_COUPON: CouponFormValues = {
  code: "",
  description: "",
  discount_type: "percentage",
  value: "",
  currency: "",
  minimum_purchase: "",
  maximum_discount: "",
  usage_limit: "",
  most_per_guest: "",
  partner_id: "",
  place: "",
  start_date: "",
  expiry_date: "",
  is_active: true,
};

/** Whether a coupon makes every booking free, for anyone and any number of times. */
export const isFreeForAll = (
  form: Pick<CouponFormValues, "discount_type" | "value" | "maximum_discount" | "usage_limit">,
) =>
  form.discount_type === "percentage" &&
  Number(form.value.trim()) === 100 &&
  form.maximum_discount.trim() === "" &&
  form.usage_limit.trim() === "";

/** Parses the posted form; missing or non-string values become empty. */
export function readFormValues(form: FormData): CouponFormValues {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.slice(0, 1000) : "";
  };
  const formValues = Object.fromEntries(FIELDS.map((name) => [name, text(name)]));
  return { ...formValues, is_active: form.has("is_active") } as CouponFormValues;
}

/** A stored coupon. Amounts are minor units of `currency`, percentages are whole. */
export type StoredCoupon = {
  code: string;
  description: string;
  discount_type: string;
  value: number;
  currency: string;
  minimum_purchase: number | null;
  maximum_discount: number | null;
  usage_limit: number | null;
  most_per_guest: number | null;
  partner_id: string | null;
  city_id: string | null;
  crawl_id: string | null;
  start_date: Date | null;
  expiry_date: Date | null;
  is_active: boolean;
};

/** A coupon's form values. */
export function formValuesOf(coupon: StoredCoupon): CouponFormValues {
  const { code, description, discount_type, currency, minimum_purchase, maximum_discount, is_active } = coupon;
  const isFixed = discount_type === "fixed_amount";
  const needsCurrency = isFixed || minimum_purchase !== null || maximum_discount !== null;
  return {
    code,
    description,
    discount_type,
    value: isFixed ? amountText(coupon.value) : String(coupon.value),
    currency: needsCurrency ? currency : "",
    minimum_purchase: amountText(minimum_purchase),
    maximum_discount: amountText(maximum_discount),
    usage_limit: coupon.usage_limit === null ? "" : String(coupon.usage_limit),
    most_per_guest: coupon.most_per_guest === null ? "" : String(coupon.most_per_guest),
    partner_id: coupon.partner_id ?? "",
    place: placeText(coupon),
    start_date: firstDay(coupon.start_date) ?? "",
    expiry_date: lastDay(coupon.expiry_date) ?? "",
    is_active,
  };
}

/** The first day (YYYY-MM-DD) on which a coupon is valid. */
export const firstDay = (start: Date | null): string | null => start && dateIn(start, HOME_ZONE);

/** The last day (YYYY-MM-DD) on which a coupon is valid, inclusive: it expires when the next day begins. */
export const lastDay = (expiry: Date | null): string | null =>
  expiry && dateIn(new Date(expiry.getTime() - 1), HOME_ZONE);

/**
 * A coupon's validity as instants, from the start of its first day to the end of its last in the city's time zone. An unchanged
 * day keeps its stored instant, so that editing a description moves no deadline.
 */
export function instantsOf(
  days: { start_date: string | null; expiry_date: string | null },
  stored: { start_date: Date | null; expiry_date: Date | null } = { start_date: null, expiry_date: null },
): { start_date: Date | null; expiry_date: Date | null } {
  const { start_date: first, expiry_date: last } = days;
  const dayAfter = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString();
  return {
    start_date:
      first === firstDay(stored.start_date) ? stored.start_date : first && instantOf(first, "00:00", HOME_ZONE),
    expiry_date:
      last === lastDay(stored.expiry_date) ? stored.expiry_date : last && instantOf(dayAfter(last), "00:00", HOME_ZONE),
  } as { start_date: Date | null; expiry_date: Date | null };
}
