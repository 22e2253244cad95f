import { type Currency, type Rates, split } from "#src/kernel/money.ts";
import { type Quote, SMALLEST_CHARGE } from "#src/modules/booking/rules/quote.ts";

/** What a booking costs, in minor units of its currency: `total_price = subtotal + add_ons − discount`. */
export type Amounts = {
  unit_price: number;
  subtotal: number;
  add_ons: number;
  discount: number;
  total_price: number;
};

/** The rates of today with the one at which a booking was sold: what was frozen then still counts when it is changed (mechanics 6). */
export const frozenRates = (
  rates: Rates,
  { currency, base_currency, rate }: { currency: Currency; base_currency: Currency; rate: number },
): Rates => (currency === base_currency ? rates : { ...rates, [currency]: rate * (rates[base_currency] ?? 1) });

/** Another date: everyone is priced anew at that date's price, with the coupon that the booking has. */
export const onOtherDate = ({ add_ons }: Amounts, quote: Quote): Amounts => ({
  unit_price: quote.price_per_person,
  subtotal: quote.subtotal,
  add_ons,
  discount: quote.discount,
  total_price: quote.subtotal + add_ons - quote.discount,
});

/** More people: each at the price of today. What was bought keeps its price and its discount. */
export const withMore = (now: Amounts, people: number, unit: number): Amounts => ({
  ...now,
  subtotal: now.subtotal + people * unit,
  total_price: now.total_price + people * unit,
});

/**
 * Fewer people: whoever stays pays their share of what all paid, and the shares add up to it. After the refund deadline the
 * seats are freed, but nothing comes back and the price stays.
 */
export function withFewer(now: Amounts, people: number, leaving: number, isRefundable: boolean): Amounts {
  if (!isRefundable) return now;
  const share = (amount: number) =>
    split(amount, people)
      .slice(0, people - leaving)
      .reduce((sum, part) => sum + part, 0);
  const [subtotal, add_ons, total_price] = [share(now.subtotal), share(now.add_ons), share(now.total_price)];
  return { ...now, subtotal, add_ons, discount: subtotal + add_ons - total_price, total_price };
}

/**
 * A departure instead of one that was full when its money came: what was paid stands for a dearer one, of a cheaper one the difference
 * comes back (`back`).
 */
export function coveredBy(paid: number, after: Amounts): { after: Amounts; back: number } {
  const back = Math.max(0, paid - after.total_price);
  const given = Math.max(0, after.total_price - paid);
  return {
    after: { ...after, discount: after.discount + given, total_price: after.total_price - given },
    back,
  };
}

/**
 * What is to pay (> 0) or comes back (< 0) for a change, and what the booking then costs. Less than a provider can charge is let
 * off; more than was paid can't come back (`refundable`).
 */
export function settled(
  before: Amounts,
  after: Amounts,
  { currency, refundable }: { currency: Currency; refundable: number },
): { after: Amounts; difference: number } {
  const difference = after.total_price - before.total_price;
  if (difference > 0 && difference < SMALLEST_CHARGE[currency])
    return {
      after: { ...after, discount: after.discount + difference, total_price: before.total_price },
      difference: 0,
    };
  return { after, difference: Math.max(difference, -refundable) };
}
