import type { Currency, Money, Rates } from "#src/kernel/money.ts";
import type { Why, WhyStep } from "#src/locales/why.ts";
import type { Amounts } from "#src/modules/sales/booking/rules/change-price.ts";
import { discountParts, type Quote, SMALLEST_CHARGE } from "#src/modules/sales/booking/rules/quote.ts";
import type { CouponTerms } from "#src/modules/sales/coupons/rules/discount.ts";
import type { PriceSource } from "#src/modules/sales/schedule/rules/price.ts";

type Coupon = CouponTerms & { code: string };
/** The rate that a price was converted with, and its day (YYYY-MM-DD): so many units of a currency for one of `from`. */
export type FrozenRate = { from: Currency; rate: number; day: string };

/** Why a total is what it is, what it is in pesos, null where it is in pesos, and what is left of it where credit pays a part. */
export type WhyPrice<W> = { total: W; pesos: W | null; toPay: W | null };

/** Why a quote's total is what it is. */
export function whyQuoted({
  quote,
  source,
  isEarlyBird,
  coupon,
  rates,
  rateDay,
}: {
  quote: Quote;
  source: PriceSource;
  isEarlyBird: boolean;
  coupon: Coupon | null;
  rates: Rates;
  rateDay: string;
}): Why {
  const { currency, number_of_people: people, price_per_person: unit, regular_price_per_person: regular } = quote;
  const byRule = source.of === "sale" && isEarlyBird ? "early" : source.of;
  // staff agreed on a total above the price
  const of = unit * people === quote.subtotal ? byRule : "agreed";
  const values = { people, unit: money(unit, currency), regular: money(regular, currency) };
  return {
    amount: money(quote.total, currency),
    steps: [
      { text: `why.price.${of}`, values, adds: quote.subtotal },
      ...addOnStep(quote.add_ons),
      ...discountSteps(quote, { coupon, rates, currency }),
    ],
    version: source.from
      ? rateStep(
          { from: source.from.currency, ...rateIn(source.from.currency, currency, rates), day: rateDay },
          currency,
        )
      : null,
  };
}

const rateIn = (from: Currency, to: Currency, rates: Rates) => ({ rate: (rates[to] ?? 1) / (rates[from] ?? 1) });

/** A booking's price as it is stored, with what it was sold under. */
export type BookedPrice = {
  currency: Currency;
  people: number;
  amounts: Amounts;
  /** what a person would have paid without the night's reduction; null without one */
  regular: number | null;
  isEarlyBird: boolean;
  /** with the terms that the booking was promised */
  coupon: Coupon | null;
  /** its own frozen one among today's */
  rates: Rates;
  rate: FrozenRate;
};

/** Why a booking's total is what it is. */
export function whyBooked({ currency, people, amounts, regular, isEarlyBird, coupon, rates, rate }: BookedPrice): Why {
  const { unit_price: unit, subtotal, add_ons: addOns, total_price: total } = amounts;
  const reduced = isEarlyBird ? "early" : "sale";
  const of = unit * people !== subtotal ? "mixed" : regular === null ? "booked" : reduced;
  const values = { people, unit: money(unit, currency), regular: money(regular ?? unit, currency) };
  return {
    amount: money(total, currency),
    steps: [
      { text: `why.price.${of}`, values, adds: subtotal },
      ...addOnStep(addOns),
      ...discountSteps(amounts, { coupon, rates, currency }),
    ],
    version: rate.from === currency ? null : rateStep(rate, currency, "why.rate.kept"),
  };
}

const addOnStep = (addOns: number): WhyStep[] => (addOns > 0 ? [{ text: "why.addOns", adds: addOns }] : []);

type Under = { coupon: Coupon | null; rates: Rates; currency: Currency };

/** What the coupon's terms and the smallest charge make of a discount; otherwise that it was agreed. */
function discountSteps(
  { subtotal, discount }: Pick<Amounts, "subtotal" | "discount">,
  { coupon, rates, currency }: Under,
): WhyStep[] {
  if (discount === 0) return [];
  const { byCoupon, cap, waived } = discountParts(money(subtotal, currency), coupon, rates);
  const let_off: WhyStep[] =
    waived > 0
      ? [{ text: "why.waived", values: { least: money(SMALLEST_CHARGE[currency], currency) }, adds: -waived }]
      : [];
  if (byCoupon + waived === discount)
    return [
      ...(coupon ? [couponStep(coupon, { byCoupon, cap, subtotal: money(subtotal, currency) })] : []),
      ...let_off,
    ];
  // people came and went since, or staff agreed on a total
  return [
    coupon
      ? { text: "why.coupon.booked", values: { code: coupon.code }, adds: -discount }
      : { text: "why.agreed", adds: -discount },
  ];
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
function rateStep(
  { from, rate, day }: FrozenRate,
  to: Currency,
  text: "why.rate.of" | "why.rate.kept" = "why.rate.of",
): WhyStep {
  const [one, other, of] = rate < 1 ? [to, from, 1 / rate] : [from, to, rate];
  return { text, values: { from: one, to: other, rate: { rate: of }, day: { day } } };
}

/** Why a total in another currency is so many pesos: the rate is pesos per unit. */
export const whyPesos = (total: Money, pesos: Money, rate: Omit<FrozenRate, "from">): Why => ({
  amount: pesos,
  steps: [{ text: "why.pesos", values: { total }, adds: pesos.amount }],
  version: rateStep({ from: total.currency, ...rate }, pesos.currency),
});

/** Why so much is left to pay: what credit pays is no part of it. */
export const whyToPay = (total: Money, credit: number): Why => ({
  amount: money(total.amount - credit, total.currency),
  steps: [
    { text: "why.toPay.total", adds: total.amount },
    { text: "why.toPay.credit", adds: -credit },
  ],
});

const money = (amount: number, currency: Currency): Money => ({ amount, currency });
