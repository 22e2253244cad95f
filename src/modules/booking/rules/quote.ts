import { type Currency, type Money, type Rates, round } from "#src/kernel/money.ts";
import { type Coupon, discountOf } from "#src/modules/coupons/rules/discount.ts";

/** What a booking costs, all in minor units of one currency. `price_per_person` is what one seat costs before a discount. */
export type Quote = {
  currency: Currency;
  number_of_people: number;
  price_per_person: number;
  regular_price_per_person: number;
  subtotal: number;
  add_ons: number;
  discount: number;
  total: number;
};

// Below these no provider charges (payments.md, Mexico): such a rest is given away rather than left unpayable.
export const SMALLEST_CHARGE: Record<Currency, number> = { MXN: 1000, USD: 50, EUR: 50, GBP: 30, CAD: 50 };

/**
 * Prices a booking in the currency of its price per person: that is rounded once, then multiplied, so that what is shown per person
 * times people is the subtotal; the discount is rounded once per booking (mechanics 5 and 6). A total that no provider would charge
 * is let off, whether a coupon or a low price made it (decision 040).
 */
export function quoteFor(input: {
  price: Money;
  regular: Money;
  people: number;
  rates: Rates;
  coupon: Coupon | null;
}): Quote {
  const { price, regular, people, rates, coupon } = input;
  const { currency } = price;
  const subtotal = price.amount * people;
  const wished = coupon ? discountOf(coupon, { amount: subtotal, currency }, rates) : 0;
  const discount = subtotal - wished < SMALLEST_CHARGE[currency] ? subtotal : wished;
  return {
    currency,
    number_of_people: people,
    price_per_person: price.amount,
    regular_price_per_person: regular.amount,
    subtotal,
    add_ons: 0,
    discount,
    total: subtotal - discount,
  };
}

/** The same at a total that was agreed on: what it is less than the price is a discount, what it is more makes the price. */
export function agreedQuote(quote: Quote, total: number): Quote {
  const price = quote.subtotal + quote.add_ons;
  if (total <= price) return { ...quote, discount: price - total, total };
  const subtotal = total - quote.add_ons;
  return { ...quote, price_per_person: round(subtotal / quote.number_of_people), subtotal, discount: 0, total };
}
