import { z } from "zod";
import { parseAmount } from "#src/kernel/amount.ts";
import { isUuid } from "#src/kernel/codes.ts";
import { isDay } from "#src/kernel/local-time.ts";
import type { Money } from "#src/kernel/money.ts";
import { isCurrency } from "#src/kernel/money.ts";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { NO_AMOUNT } from "#src/locales/amount-field.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { CouponState } from "#src/modules/sales/coupons/rules/coupon-list.ts";
import { readPlace } from "#src/modules/sales/price-rules/rules/place.ts";
import { type Field, FIELDS, type CouponFormValues } from "#src/modules/sales/coupons/rules/coupon-form.ts";

const text = z.string().overwrite(toOneLine);

/**
 * A coupon's form (spec section 5) parsed into stored values: minor units, whole percents, days. All errors are reported at once.
 * Every message is a message id.
 */
export const SaveCoupon = z
  .strictObject({
    ...(Object.fromEntries(FIELDS.map((name) => [name, text])) as Record<Exclude<Field, "is_active">, typeof text>),
    is_active: z.boolean(),
  })
  .transform((formValues, refinement) => {
    const fieldErrors = fieldErrorsOf(formValues);
    for (const [field, message] of fieldErrors) refinement.addIssue({ code: "custom", path: [field], message });
    return fieldErrors.length > 0 ? z.NEVER : read(formValues);
  });
export type SaveCoupon = z.infer<typeof SaveCoupon>;

type Found = [field: Field, message: MessageId];

const isFixed = ({ discount_type }: CouponFormValues) => discount_type === "fixed_amount";
const valueOf = (formValues: CouponFormValues) =>
  isFixed(formValues) ? parseAmount(formValues.value) : wholeOf(formValues.value);
const wholeOf = (value: string) => (/^-?\d{1,9}$/.test(value) ? Number(value) : null);

function fieldErrorsOf(formValues: CouponFormValues): Found[] {
  return [
    ...fieldErrorsOfCode(formValues),
    ...when(formValues.description.length > 200, "description", "coupons.error.description"),
    ...when(
      !["percentage", "fixed_amount"].includes(formValues.discount_type),
      "discount_type",
      "coupons.error.discountType",
    ),
    ...fieldErrorsOfValue(formValues),
    ...fieldErrorsOfCurrency(formValues),
    ...fieldErrorsOfAmount(formValues, "minimum_purchase", 0),
    ...fieldErrorsOfAmount(formValues, "maximum_discount", 1),
    ...fieldErrorsOfLimit(formValues, "usage_limit"),
    ...fieldErrorsOfLimit(formValues, "most_per_guest"),
    ...when(formValues.partner_id !== "" && !isUuid(formValues.partner_id), "partner_id", "coupons.error.partner"),
    ...when(readPlace(formValues.place) === null, "place", "coupons.error.place"),
    ...fieldErrorsOfDays(formValues),
  ];
}

const when = (wrong: boolean, field: Field, message: MessageId): Found[] => (wrong ? [[field, message]] : []);

function fieldErrorsOfCode({ code }: CouponFormValues): Found[] {
  if (code.length < 3) return [["code", "coupons.error.codeShort"]];
  // checkout accepts codes of up to fifty characters
  return when(code.length > 50 || !/^[\p{L}\p{N}_%+&.-]+$/u.test(code), "code", "coupons.error.code");
}

function fieldErrorsOfValue(formValues: CouponFormValues): Found[] {
  const value = valueOf(formValues);
  if (value === null && /^\d+\.\d+$/.test(formValues.value) && !isFixed(formValues))
    return [["value", "coupons.error.wholePercent"]];
  if (value === null && isFixed(formValues) && !/^(-|$)/.test(formValues.value)) return [["value", NO_AMOUNT]];
  if (value === null || value <= 0) return [["value", "coupons.error.value"]];
  return when(!isFixed(formValues) && value > 100, "value", "coupons.error.percentage");
}

function fieldErrorsOfCurrency(formValues: CouponFormValues): Found[] {
  if (isCurrency(formValues.currency)) return [];
  if (isFixed(formValues)) return [["currency", "coupons.error.currency"]];
  const needed = formValues.minimum_purchase !== "" || formValues.maximum_discount !== "" || formValues.currency !== "";
  return when(needed, "currency", "coupons.error.currencyOfAmounts");
}

function fieldErrorsOfAmount(
  formValues: CouponFormValues,
  field: "minimum_purchase" | "maximum_discount",
  least: number,
): Found[] {
  const amount = formValues[field] === "" ? least : parseAmount(formValues[field]);
  return when(amount === null || amount < least, field, NO_AMOUNT);
}

function fieldErrorsOfLimit(formValues: CouponFormValues, field: "usage_limit" | "most_per_guest"): Found[] {
  const limit = formValues[field] === "" ? 1 : wholeOf(formValues[field]);
  return when(limit === null || limit < 1 || limit > 1_000_000, field, "coupons.error.limit");
}

function fieldErrorsOfDays({ start_date: start, expiry_date: expiry }: CouponFormValues): Found[] {
  const wrong = (["start_date", "expiry_date"] as const).filter((name, i) => {
    const day = [start, expiry][i]!;
    return day !== "" && !isDay(day);
  });
  if (wrong.length > 0) return wrong.map((field) => [field, "coupons.error.date"]);
  return when(start !== "" && expiry !== "" && expiry <= start, "expiry_date", "coupons.error.expiry");
}

function read(formValues: CouponFormValues) {
  const orNull = <T>(field: keyof CouponFormValues, value: T) => (formValues[field] === "" ? null : value);
  return {
    code: formValues.code,
    description: formValues.description,
    discount_type: formValues.discount_type,
    value: valueOf(formValues)!,
    // irrelevant when no field is an amount
    currency: formValues.currency || "USD",
    minimum_purchase: orNull("minimum_purchase", parseAmount(formValues.minimum_purchase)),
    maximum_discount: orNull("maximum_discount", parseAmount(formValues.maximum_discount)),
    usage_limit: orNull("usage_limit", wholeOf(formValues.usage_limit)),
    most_per_guest: orNull("most_per_guest", wholeOf(formValues.most_per_guest)),
    partner_id: orNull("partner_id", formValues.partner_id),
    ...readPlace(formValues.place)!,
    start_date: orNull("start_date", formValues.start_date),
    expiry_date: orNull("expiry_date", formValues.expiry_date),
    is_active: formValues.is_active,
  };
}

/** Which coupon a form saves, over which version. */
export const SavedOver = z.object({
  id: z.union([z.uuid(), z.literal("new")]),
  version: z.coerce.number().int().default(0),
});

/** A coupon in the list. */
export type ListedCoupon = {
  id: string;
  code: string;
  description: string;
  discount_type: string;
  value: number;
  currency: string;
  minimum_purchase: number | null;
  maximum_discount: number | null;
  /** first and last day (YYYY-MM-DD) in the city's time zone */
  first_day: string | null;
  last_day: string | null;
  usage_limit: number | null;
  /** how many bookings of one guest may use it */
  most_per_guest: number | null;
  /** the name of the partner it belongs to */
  partner: string | null;
  /** the only city or crawl where it is valid, in the viewer's language */
  place: string | null;
  is_active: boolean;
  state: CouponState;
  used: number;
  reserved: number;
  /** revenue of confirmed bookings, per currency */
  revenue: Money[];
};

/** A coupon with everything its form needs. */
export type OpenCoupon = {
  id: string;
  version: number;
  formValues: CouponFormValues;
  state: CouponState;
  uses: CouponUse[];
  /** number of bookings that ever used it, cancelled ones included */
  bookings: number;
};

/** A booking that used the coupon. */
export type CouponUse = {
  id: string;
  reference: string;
  name: string;
  date: string;
  booked: string;
  state: string;
  discount: Money;
};
