import { z } from "zod";
import type { Money } from "#src/kernel/money.ts";
import { isCurrency } from "#src/kernel/money.ts";
import { isOneLine } from "#src/kernel/plain-text.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { type Field, FIELDS, minorUnits, type TypedCoupon } from "#src/modules/coupons/rules/coupon-form.ts";

/** More than anybody gives away; what the database's integers can hold. */
const MOST = 100_000_000;

const text = z.string().trim();

/**
 * A coupon as typed into its form (spec section 5), read into what is stored: minor units, whole percents, days. All that is wrong
 * is told at once. Every message is the id of a text.
 */
export const SaveCoupon = z
  .strictObject({
    ...(Object.fromEntries(FIELDS.map((name) => [name, text])) as Record<Exclude<Field, "is_active">, typeof text>),
    is_active: z.boolean(),
  })
  .transform((typed, asked) => {
    const faults = faultsOf(typed);
    for (const [field, message] of faults) asked.addIssue({ code: "custom", path: [field], message });
    return faults.length > 0 ? z.NEVER : read(typed);
  });
export type SaveCoupon = z.infer<typeof SaveCoupon>;

type Found = [field: Field, message: MessageId];

const isFixed = ({ discount_type }: TypedCoupon) => discount_type === "fixed_amount";
const valueOf = (typed: TypedCoupon) => (isFixed(typed) ? minorUnits(typed.value) : wholeOf(typed.value));
const wholeOf = (value: string) => (/^-?\d{1,9}$/.test(value) ? Number(value) : null);
const isDay = (value: string) => z.iso.date().safeParse(value).success;

function faultsOf(typed: TypedCoupon): Found[] {
  return [
    ...faultsOfCode(typed),
    ...when(
      typed.description.length > 200 || !isOneLine(typed.description),
      "description",
      "coupons.fault.description",
    ),
    ...when(
      !["percentage", "fixed_amount"].includes(typed.discount_type),
      "discount_type",
      "coupons.fault.discountType",
    ),
    ...faultsOfValue(typed),
    ...faultsOfCurrency(typed),
    ...faultsOfAmount(typed, "minimum_purchase", 0),
    ...faultsOfAmount(typed, "maximum_discount", 1),
    ...faultsOfLimit(typed),
    ...faultsOfDays(typed),
  ];
}

const when = (wrong: boolean, field: Field, message: MessageId): Found[] => (wrong ? [[field, message]] : []);

function faultsOfCode({ code }: TypedCoupon): Found[] {
  if (code.length < 3) return [["code", "coupons.fault.codeShort"]];
  // the checkout takes codes of fifty characters at most
  return when(code.length > 50 || !/^[\p{L}\p{N}_%+&.-]+$/u.test(code), "code", "coupons.fault.code");
}

function faultsOfValue(typed: TypedCoupon): Found[] {
  const value = valueOf(typed);
  if (value === null && /^\d+\.\d+$/.test(typed.value) && !isFixed(typed))
    return [["value", "coupons.fault.wholePercent"]];
  if (value === null || value <= 0) return [["value", "coupons.fault.value"]];
  if (!isFixed(typed)) return when(value > 100, "value", "coupons.fault.percentage");
  return when(value > MOST, "value", "coupons.fault.amount");
}

function faultsOfCurrency(typed: TypedCoupon): Found[] {
  if (isCurrency(typed.currency)) return [];
  if (isFixed(typed)) return [["currency", "coupons.fault.currency"]];
  const needed = typed.minimum_purchase !== "" || typed.maximum_discount !== "" || typed.currency !== "";
  return when(needed, "currency", "coupons.fault.currencyOfAmounts");
}

function faultsOfAmount(typed: TypedCoupon, field: "minimum_purchase" | "maximum_discount", least: number): Found[] {
  const amount = typed[field] === "" ? least : minorUnits(typed[field]);
  return when(amount === null || amount < least || amount > MOST, field, "coupons.fault.amount");
}

function faultsOfLimit({ usage_limit: typed }: TypedCoupon): Found[] {
  const limit = typed === "" ? 1 : wholeOf(typed);
  return when(limit === null || limit < 1 || limit > 1_000_000, "usage_limit", "coupons.fault.limit");
}

function faultsOfDays({ start_date: start, expiry_date: expiry }: TypedCoupon): Found[] {
  const wrong = (["start_date", "expiry_date"] as const).filter((name, i) => {
    const day = [start, expiry][i]!;
    return day !== "" && !isDay(day);
  });
  if (wrong.length > 0) return wrong.map((field) => [field, "coupons.fault.date"]);
  return when(start !== "" && expiry !== "" && expiry <= start, "expiry_date", "coupons.fault.expiry");
}

function read(typed: TypedCoupon) {
  const orNull = <T>(field: keyof TypedCoupon, value: T) => (typed[field] === "" ? null : value);
  return {
    code: typed.code,
    description: typed.description,
    discount_type: typed.discount_type,
    value: valueOf(typed)!,
    // where nothing is said in money it doesn't matter
    currency: typed.currency || "USD",
    minimum_purchase: orNull("minimum_purchase", minorUnits(typed.minimum_purchase)),
    maximum_discount: orNull("maximum_discount", minorUnits(typed.maximum_discount)),
    usage_limit: orNull("usage_limit", wholeOf(typed.usage_limit)),
    start_date: orNull("start_date", typed.start_date),
    expiry_date: orNull("expiry_date", typed.expiry_date),
    is_active: typed.is_active,
  };
}

/** How a coupon stands now; what is switched off is that before anything else. */
export const STATES = ["active", "scheduled", "expired", "used_up", "inactive"] as const;
export type CouponState = (typeof STATES)[number];

/** What the list can be asked for, from the address of the page; what is wrong there counts as not asked. */
export const CouponFilter = z.object({
  state: z.enum(STATES).optional().catch(undefined),
  q: z.string().trim().max(100).catch("").default(""),
  sort: z
    .enum(["-created", "code", "-code", "expiry", "-expiry", "uses", "-uses"])
    .catch("-created")
    .default("-created"),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
});
export type CouponFilter = z.infer<typeof CouponFilter>;

/** What is asked of one coupon; `id` is "new" for one that is being made. The form's own fields are read by `SaveCoupon`. */
export const CouponIntent = z.object({
  intent: z.enum(["save", "switch", "delete"]),
  id: z.union([z.uuid(), z.literal("new")]),
  version: z.coerce.number().int().default(0),
  active: z.stringbool().default(false),
});

/** A coupon as the list shows it. */
export type ListedCoupon = {
  id: string;
  code: string;
  description: string;
  discount_type: string;
  value: number;
  currency: string;
  minimum_purchase: number | null;
  maximum_discount: number | null;
  /** first and last day (YYYY-MM-DD) in the city's zone */
  first_day: string | null;
  last_day: string | null;
  usage_limit: number | null;
  is_active: boolean;
  state: CouponState;
  used: number;
  reserved: number;
  /** what confirmed bookings with it came to, per currency */
  revenue: Money[];
};

/** A coupon with everything that its form needs. */
export type OpenCoupon = {
  id: string;
  version: number;
  typed: TypedCoupon;
  state: CouponState;
  uses: CouponUse[];
  /** bookings that ever had it, cancelled ones too */
  bookings: number;
};

/** A booking that had the coupon. */
export type CouponUse = {
  id: string;
  reference: string;
  name: string;
  date: string;
  booked: string;
  state: string;
  discount: Money;
};
