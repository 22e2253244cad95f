import { type Currency, type Money, type Rates, round } from "#src/kernel/money.ts";
import { type Coupon, type CouponTerms, termsApplied } from "#src/modules/sales/coupons/rules/discount.ts";
import { lowestPrice, type PriceRule } from "#src/modules/sales/price-rules/rules/price-rule.ts";

/** A booking's price, all in minor units of one currency. `price_per_person` is before discount. */
export type Quote = {
  currency: Currency;
  number_of_people: number;
  price_per_person: number;
  regular_price_per_person: number;
  /** what makes the price per person lower than that; null: the night's sale, or nothing */
  rule: PriceRule | null;
  subtotal: number;
  add_ons: number;
  discount: number;
  total: number;
};

// Providers refuse charges below these (rule money-5): a smaller remainder is waived rather than left unpayable.
export const SMALLEST_CHARGE: Record<Currency, number> = { MXN: 1000, USD: 50, EUR: 50, GBP: 30, CAD: 50 };

/**
 * Prices a booking in the currency of its price per person. That price is rounded once, then multiplied, so the subtotal is the
 * shown price times people; the discount is rounded once per booking (rule money-3). A total that no provider would charge
 * is waived, whether due to a coupon or a low price (decision 040).
 */
export function quoteFor(input: {
  price: Money;
  regular: Money;
  rule?: PriceRule | null;
  people: number;
  rates: Rates;
  coupon: Coupon | null;
  /** what is bought beside the places, which no code makes cheaper */
  addOns?: number;
}): Quote {
  const { price, regular, rule = null, people, rates, coupon, addOns = 0 } = input;
  const { currency } = price;
  const subtotal = price.amount * people;
  const { byCoupon, waived } = discountParts({ amount: subtotal, currency }, coupon, rates, addOns);
  const discount = byCoupon + waived;
  return {
    currency,
    number_of_people: people,
    price_per_person: price.amount,
    regular_price_per_person: regular.amount,
    rule,
    subtotal,
    add_ons: addOns,
    discount,
    total: subtotal + addOns - discount,
  };
}

/**
 * The lowest price of a booking under the rules that apply to it and its coupon (rules prices-2, prices-3): the coupon is taken off what
 * one rule leaves. With a rule that doesn't go with codes either that one applies or the code does, whichever costs less; then
 * `coupon` is null.
 */
export function bestQuote(
  input: Omit<Parameters<typeof quoteFor>[0], "rule">,
  rules: readonly PriceRule[],
): { quote: Quote; coupon: Coupon | null } {
  const { price: now, regular, rates, coupon } = input;
  const quoted = (usable: readonly PriceRule[], used: Coupon | null) => ({
    quote: quoteFor({ ...input, ...lowestPrice({ now, regular }, usable, rates), coupon: used }),
    coupon: used,
  });
  const alone = quoted(rules, null);
  if (!coupon) return alone;
  const together = quoted(
    rules.filter((rule) => rule.with_codes),
    coupon,
  );
  return alone.quote.total < together.quote.total ? alone : together;
}

/** What makes a discount: the coupon's part of the places' price, and the remainder with `addOns` that no provider would charge. */
export function discountParts(subtotal: Money, coupon: CouponTerms | null, rates: Rates, addOns = 0) {
  const { amount: byCoupon, cap } = coupon ? termsApplied(coupon, subtotal, rates) : { amount: 0, cap: null };
  const left = subtotal.amount + addOns - byCoupon;
  return { byCoupon, cap, waived: left < SMALLEST_CHARGE[subtotal.currency] ? left : 0 };
}

/** Whether the night's sale or a rule makes a person's price lower than it would be. */
export const isReduced = (quote: Pick<Quote, "price_per_person" | "regular_price_per_person">): boolean =>
  quote.price_per_person < quote.regular_price_per_person;

/** The quote at an agreed total: below the price, the rest is a discount; above, it becomes the price. */
export function agreedQuote(quote: Quote, total: number): Quote {
  const price = quote.subtotal + quote.add_ons;
  if (total <= price) return { ...quote, discount: price - total, total };
  const subtotal = total - quote.add_ons;
  const unit = round(subtotal / quote.number_of_people);
  return { ...quote, price_per_person: unit, rule: null, subtotal, discount: 0, total };
}

/** What staff agreed on: a total of their own (minor units; null: the price), and whether it is paid in cash. */
export type StaffTerms = { total: number | null; inCash?: boolean };

/** The smallest amount that changes hands in cash: nobody carries centavos, and few have a peso. */
const CASH_STEP: Record<Currency, number> = { MXN: 500, USD: 100, EUR: 100, GBP: 100, CAD: 100 };

/** The quote of a booking by staff: at their total, else at the price, which cash rounds down to what a guest can hand over. */
export function soldByStaff(quote: Quote, { total, inCash = false }: StaffTerms): Quote {
  if (total !== null) return agreedQuote(quote, total);
  const step = CASH_STEP[quote.currency];
  return inCash && quote.total > step ? agreedQuote(quote, quote.total - (quote.total % step)) : quote;
}
