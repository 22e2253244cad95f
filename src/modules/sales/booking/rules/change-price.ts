import { type Currency, type Rates, round, split } from "#src/kernel/money.ts";
import { type Quote, SMALLEST_CHARGE } from "#src/modules/sales/booking/rules/quote.ts";

/** What a booking costs, in minor units of its currency: `total_price = subtotal + add_ons − discount`. */
export type Amounts = {
  unit_price: number;
  subtotal: number;
  add_ons: number;
  discount: number;
  total_price: number;
};

/**
 * Today's rates, except the booking's own: it was frozen at the sale and still applies when the booking changes (rule money-4).
 */
export const frozenRates = (
  rates: Rates,
  { currency, base_currency, rate }: { currency: Currency; base_currency: Currency; rate: number },
): Rates => (currency === base_currency ? rates : { ...rates, [currency]: rate * (rates[base_currency] ?? 1) });

/** Another date: all guests are repriced at that date's price, with the booking's coupon. */
export const onOtherDate = ({ add_ons }: Amounts, quote: Quote): Amounts => ({
  unit_price: quote.price_per_person,
  subtotal: quote.subtotal,
  add_ons,
  discount: quote.discount,
  total_price: quote.subtotal + add_ons - quote.discount,
});

/** More people: each added guest at today's price. The rest keep their price and discount. */
export const withMore = (now: Amounts, people: number, unit: number): Amounts => ({
  ...now,
  subtotal: now.subtotal + people * unit,
  total_price: now.total_price + people * unit,
});

/**
 * Fewer people: each remaining guest pays their share of what the places cost together, and the shares add up to it. What goes of the
 * add-ons (`less`, at their full price) is no longer paid. After the refund deadline the seats are freed, but nothing is refunded and
 * the price stays.
 */
export function withFewer(now: Amounts, people: number, leaving: number, isRefundable: boolean, less = 0): Amounts {
  if (!isRefundable) return now;
  // a total that staff agreed on may be below what the add-ons cost: then nothing was paid for the places
  const ofAddOns = Math.min(now.add_ons, now.total_price);
  const share = (amount: number) =>
    split(amount, people)
      .slice(0, people - leaving)
      .reduce((sum, part) => sum + part, 0);
  const [subtotal, add_ons] = [share(now.subtotal), now.add_ons - less];
  const total_price = share(now.total_price - ofAddOns) + Math.min(add_ons, ofAddOns);
  return { ...now, subtotal, add_ons, discount: subtotal + add_ons - total_price, total_price };
}

/**
 * Other add-ons: `more` costs as much beside what is there, `less` of it is no longer paid. The places keep their price and discount,
 * unless staff agreed on less than the add-ons cost: then nothing was paid for the places.
 */
export function withAddOns(now: Amounts, people: number, { more, less }: { more: number; less: number }): Amounts {
  const after = withFewer(now, people, 0, true, less);
  return { ...after, add_ons: after.add_ons + more, total_price: after.total_price + more };
}

/** Fewer add-ons at the price that was agreed: what they would give back stays paid with the places. */
export function atSameTotal(now: Amounts, { add_ons, subtotal }: Amounts): Amounts {
  const rest = now.total_price - subtotal - add_ons;
  return { ...now, add_ons, subtotal: subtotal + Math.max(0, rest), discount: Math.max(0, -rest) };
}

/** So many people at an agreed total. A listed price stays as long as there is a discount on it; otherwise the total is what they cost. */
export function atAgreedTotal(
  { unit_price: listed, add_ons: addOns, discount }: Amounts,
  people: number,
  total: number,
) {
  const subtotal = listed * people;
  return discount > 0 && subtotal + addOns >= total
    ? { unit_price: listed, subtotal, discount: subtotal + addOns - total, total_price: total }
    : {
        unit_price: round(Math.max(0, total - addOns) / people),
        subtotal: Math.max(0, total - addOns),
        discount: Math.max(0, addOns - total),
        total_price: total,
      };
}

/**
 * The price of a departure that replaces one that was full when the payment arrived: a dearer one costs what was paid, for a
 * cheaper one the difference is refunded (`back`).
 */
export function coveredBy(paid: number, after: Amounts): { after: Amounts; back: number } {
  const back = Math.max(0, paid - after.total_price);
  const credit = Math.max(0, after.total_price - paid);
  return {
    after: { ...after, discount: after.discount + credit, total_price: after.total_price - credit },
    back,
  };
}

/**
 * A change's difference, to pay (> 0) or refunded (< 0), and the booking's resulting amounts. A difference below what a provider
 * can charge is waived; no more than `refundable` is refunded.
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
