import type { Currency, Money, Rates } from "#src/kernel/money.ts";
import type { Why, WhyStep } from "#src/locales/why.ts";
import type { Amounts } from "#src/modules/sales/booking/rules/change-price.ts";
import { discountParts, type Quote, SMALLEST_CHARGE } from "#src/modules/sales/booking/rules/quote.ts";
import type { CouponTerms } from "#src/modules/sales/coupons/rules/discount.ts";
import type { PriceSource } from "#src/modules/sales/schedule/rules/price.ts";

type Coupon = CouponTerms & { code: string };
type RuleName = { name: string; name_es: string };
/** The rate that a price was converted with, and its day (YYYY-MM-DD): so many units of a currency for one of `from`. */
export type FrozenRate = { from: Currency; rate: number; day: string };

/** Why a total is what it is, what it is in pesos, null where it is in pesos, and what is left of it where credit pays a part. */
export type WhyPrice<W> = { total: W; pesos: W | null; toPay: W | null };

/**
 * What staff make of a price: whether they agreed on a total above it, and what the part of a discount is called that no code makes.
 */
export type SaleWhy = { isAbove: boolean; rest: "why.agreed" | "why-admin.till.coins" };
const AT_PRICE: SaleWhy = { isAbove: false, rest: "why.agreed" };

/** Why a quote's total is what it is. */
export function whyQuoted({
  quote,
  source,
  isEarlyBird,
  coupon,
  unused = null,
  rates,
  rateDay,
  sale = AT_PRICE,
}: {
  quote: Quote;
  source: PriceSource;
  isEarlyBird: boolean;
  coupon: Coupon | null;
  /** a code that isn't used, because the rule costs less */
  unused?: string | null;
  rates: Rates;
  rateDay: string;
  sale?: SaleWhy;
}): Why {
  const { rule } = quote;
  const { currency, number_of_people: people, price_per_person: unit, regular_price_per_person: regular } = quote;
  const byRule = rule ? "rule" : source.of === "sale" && isEarlyBird ? "early" : source.of;
  const of = sale.isAbove || unit * people !== quote.subtotal ? "agreed" : byRule;
  const values = { people, unit: money(unit, currency), regular: money(regular, currency), ...named(rule) };
  return {
    amount: money(quote.total, currency),
    steps: [
      { text: `why.price.${of}`, values, adds: quote.subtotal },
      ...addOnStep(quote.add_ons),
      ...discountSteps(quote, { coupon, rates, currency, people, rest: sale.rest }),
      ...(unused === null ? [] : [{ text: "why.coupon.unused", values: { code: unused, ...named(rule) } } as const]),
    ],
    version: source.from
      ? rateStep(
          { from: source.from.currency, ...rateIn(source.from.currency, currency, rates), day: rateDay },
          currency,
        )
      : null,
  };
}

/** A rule's name among a step's values. */
const named = (rule: RuleName | null): Record<string, RuleName> =>
  rule ? { rule: { name: rule.name, name_es: rule.name_es } } : {};

const rateIn = (from: Currency, to: Currency, rates: Rates) => ({ rate: (rates[to] ?? 1) / (rates[from] ?? 1) });

/** A booking's price as it is stored, with what it was sold under. */
export type BookedPrice = {
  currency: Currency;
  people: number;
  amounts: Amounts;
  /** what a person would have paid without the night's reduction; null without one */
  regular: number | null;
  isEarlyBird: boolean;
  /** the rule that made the reduction */
  rule: RuleName | null;
  /** with the terms that the booking was promised */
  coupon: Coupon | null;
  /** its own frozen one among today's */
  rates: Rates;
};

/** Why a booking's total is what it is. Names no rate: a price set in its currency was never converted, and nothing stored says so. */
export function whyBooked({ currency, people, amounts, regular, isEarlyBird, rule, coupon, rates }: BookedPrice): Why {
  const { unit_price: unit, subtotal, add_ons: addOns, total_price: total } = amounts;
  const reduced = rule ? "rule" : isEarlyBird ? "early" : "sale";
  const of = unequal(unit, people, subtotal) ?? (regular === null ? "booked" : reduced);
  const values = { people, unit: money(unit, currency), regular: money(regular ?? unit, currency), ...named(rule) };
  return {
    amount: money(total, currency),
    steps: [
      { text: `why.price.${of}`, values, adds: subtotal },
      ...addOnStep(addOns),
      ...discountSteps(amounts, { coupon, rates, currency, people, rest: AT_PRICE.rest }),
    ],
  };
}

/**
 * Why a subtotal isn't people times their price, null where it is: an agreed total that doesn't divide, whose price per person is
 * rounded, or prices of several days.
 */
export function unequal(unit: number, people: number, subtotal: number): "agreed" | "mixed" | null {
  const apart = Math.abs(unit * people - subtotal);
  return apart === 0 ? null : apart < people ? "agreed" : "mixed";
}

const addOnStep = (addOns: number): WhyStep[] => (addOns > 0 ? [{ text: "why.addOns", adds: addOns }] : []);

type Under = { coupon: Coupon | null; rates: Rates; currency: Currency; people: number; rest: SaleWhy["rest"] };

/** What the coupon's terms and the smallest charge make of a discount; otherwise that it was agreed. */
function discountSteps(
  { subtotal, add_ons: addOns, discount }: Pick<Amounts, "subtotal" | "add_ons" | "discount">,
  { coupon, rates, currency, people, rest }: Under,
): WhyStep[] {
  if (discount === 0) return [];
  const asBooked = (code: string): WhyStep => ({ text: "why.coupon.booked", values: { code }, adds: -discount });
  const parts = partsOf(money(subtotal, currency), coupon, rates, addOns);
  if (!parts) return [asBooked(coupon!.code)];
  const { byCoupon, cap, waived } = parts;
  const let_off: WhyStep[] =
    waived > 0
      ? [{ text: "why.waived", values: { least: money(SMALLEST_CHARGE[currency], currency) }, adds: -waived }]
      : [];
  if (byCoupon + waived === discount)
    return [
      ...(coupon ? [couponStep(coupon, { byCoupon, cap, subtotal: money(subtotal, currency) })] : []),
      ...let_off,
    ];
  if (!coupon) return [{ text: rest, adds: -discount }];
  // people came and went since: each one's share of the code was rounded, or those who came pay the full price
  if (discount - byCoupon < people) return [asBooked(coupon.code)];
  // staff agreed on a total, or cash was rounded
  return [
    couponStep(coupon, { byCoupon, cap, subtotal: money(subtotal, currency) }),
    { text: rest, adds: byCoupon - discount },
  ];
}

/** What makes a discount by a coupon's terms; null where a rate for them is missing: a page doesn't fail for its "why?". */
function partsOf(subtotal: Money, coupon: Coupon | null, rates: Rates, addOns: number) {
  try {
    return discountParts(subtotal, coupon, rates, addOns);
  } catch (error) {
    if (!coupon) throw error;
    return null;
  }
}

function couponStep(
  { code, discount_type: type, value, currency }: Coupon,
  { byCoupon, cap, subtotal }: { byCoupon: number; cap: number | null; subtotal: Money },
): WhyStep {
  const of = type === "percentage" ? "percent" : "fixed";
  const values = { code, percent: value, subtotal, off: money(value, currency as Currency) };
  return cap === null
    ? { text: `why.coupon.${of}`, values, adds: -byCoupon }
    : { text: "why.coupon.most", values: { code, most: money(cap, subtotal.currency) }, adds: -byCoupon };
}

/** What a rate was, and of which day; said for the currency that is worth more, as people know rates. */
function rateStep({ from, rate, day }: FrozenRate, to: Currency): WhyStep {
  const [one, other, of] = rate < 1 ? [to, from, 1 / rate] : [from, to, rate];
  return { text: "why.rate.of", values: { from: one, to: other, rate: { rate: of }, day: { day } } };
}

/**
 * Why a total in another currency is so many pesos: by the night's price in both, or where its places are free by a `rate`, pesos per
 * unit.
 */
export const whyPesos = (total: Money, pesos: Money, rate: Omit<FrozenRate, "from"> | null): Why => ({
  amount: pesos,
  steps: [{ text: rate ? "why.pesos" : "why.pesos.night", values: { total }, adds: pesos.amount }],
  version: rate && rateStep({ from: total.currency, ...rate }, pesos.currency),
});

/** Why so much is left to pay: what credit pays is no part of it. */
export const whyToPay = (total: Money, credit: number): Why => ({
  amount: money(total.amount - credit, total.currency),
  steps: [
    { text: "why.toPay.total", adds: total.amount },
    ...(credit === 0 ? [] : [{ text: "why.toPay.credit", adds: -credit } as const]),
  ],
});

const money = (amount: number, currency: Currency): Money => ({ amount, currency });
