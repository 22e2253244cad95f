import { expect, test } from "vitest";
import { convert, CURRENCIES, type Rates } from "#src/kernel/money.ts";
import {
  type Amounts,
  atSameTotal,
  coveredBy,
  frozenRates,
  onOtherDate,
  settled,
  withAddOns,
  withFewer,
  withMore,
} from "#src/modules/sales/booking/rules/change-price.ts";
import { quoteFor, SMALLEST_CHARGE } from "#src/modules/sales/booking/rules/quote.ts";

const amounts = (unit: number, people: number, discount: number): Amounts => ({
  unit_price: unit,
  subtotal: unit * people,
  add_ons: 0,
  discount,
  total_price: unit * people - discount,
});
const addsUp = (a: Amounts) =>
  a.total_price === a.subtotal + a.add_ons - a.discount && a.discount >= 0 && a.total_price >= 0;

test("however often guests leave, what came back and what stays is what was paid", () => {
  for (let unit = 1; unit < 60_000; unit += 997)
    for (const people of [2, 3, 7, 19])
      for (const discount of [0, 1, Math.floor(unit / 3), unit * people - 1]) {
        const whole = amounts(unit, people, discount);
        let [now, left, back] = [whole, people, 0];
        while (left > 1) {
          const leaving = Math.min(left - 1, 1 + (unit % 3));
          const after = withFewer(now, left, leaving, true);
          const { difference } = settled(now, after, { currency: "MXN", refundable: now.total_price });
          expect(difference).toBeLessThanOrEqual(0);
          expect(addsUp(after), JSON.stringify(after)).toBe(true);
          [now, left, back] = [after, left - leaving, back - difference];
        }
        expect(back + now.total_price).toBe(whole.total_price);
      }
});

test("who leaves after the deadline frees a seat, and the price stays", () => {
  const whole = amounts(40_000, 3, 1000);
  expect(withFewer(whole, 3, 2, false)).toBe(whole);
});

test("more people pay their own price; what was bought keeps its own and its discount", () =>
  expect(withMore(amounts(40_000, 2, 8000), 3, 44_000)).toEqual({
    unit_price: 40_000,
    subtotal: 212_000,
    add_ons: 0,
    discount: 8000,
    total_price: 204_000,
  }));

test.each(CURRENCIES)("less than a provider can charge in %s is let off, and a minor unit more is not", (currency) => {
  const before = amounts(40_000, 2, 0);
  const dearer = (by: number) => ({ ...before, subtotal: before.subtotal + by, total_price: before.total_price + by });
  const smallest = SMALLEST_CHARGE[currency];
  const off = settled(before, dearer(smallest - 1), { currency, refundable: 0 });
  expect([off.difference, off.after.total_price, addsUp(off.after)]).toEqual([0, before.total_price, true]);
  expect(settled(before, dearer(smallest), { currency, refundable: 0 }).difference).toBe(smallest);
});

test("no more comes back than was paid", () => {
  const [before, after] = [amounts(40_000, 2, 0), amounts(10_000, 2, 0)];
  expect(settled(before, after, { currency: "MXN", refundable: 25_000 }).difference).toBe(-25_000);
});

test("a booking is priced anew at the rate at which it was sold", () => {
  const rates: Rates = { USD: 1, MXN: 20, EUR: 0.9 };
  const sold = { currency: "MXN", base_currency: "USD", rate: 17 } as const;
  const frozen = frozenRates(rates, sold);
  const price = convert({ amount: 2000, currency: "USD" }, "MXN", frozen);
  const quote = quoteFor({ price, regular: price, people: 2, rates: frozen, coupon: null });
  expect(onOtherDate(amounts(40_000, 2, 0), quote).total_price).toBe(68_000);
  expect(frozenRates(rates, { currency: "MXN", base_currency: "MXN", rate: 1 })).toBe(rates);
});

test("the rate of the sale is by the currency that the price was set in", () => {
  const rates: Rates = { USD: 1, MXN: 20, EUR: 0.9 };
  expect(frozenRates(rates, { currency: "MXN", base_currency: "EUR", rate: 22 })).toEqual({ ...rates, MXN: 22 * 0.9 });
});

const WITH_ADD_ONS: Amounts = {
  unit_price: 40_000,
  subtotal: 120_000,
  add_ons: 900,
  discount: 6000,
  total_price: 114_900,
};

test("on another date everything is priced anew but what was added", () => {
  const price = { amount: 30_000, currency: "MXN" } as const;
  const quote = quoteFor({ price, regular: price, people: 3, rates: { USD: 1 }, coupon: null });
  const reduced = { ...quote, discount: 4000, total: quote.total - 4000 };
  expect(onOtherDate(WITH_ADD_ONS, reduced)).toEqual({
    unit_price: 30_000,
    subtotal: 90_000,
    add_ons: 900,
    discount: 4000,
    total_price: 86_900,
  });
});

test("of three, two keep two thirds of what the places cost, and their add-ons", () =>
  expect(withFewer(WITH_ADD_ONS, 3, 1, true, 300)).toEqual({
    unit_price: 40_000,
    subtotal: 80_000,
    add_ons: 600,
    discount: 4000,
    total_price: 76_600,
  }));

test.each([
  ["add-ons that stay cost what they did", 100_000, 0, { subtotal: 80_000, add_ons: 900, total_price: 66_967 }],
  ["below what add-ons cost, nothing was paid for places", 500, 300, { add_ons: 600, total_price: 500 }],
  ["and what goes of them beyond that is given back", 500, 600, { add_ons: 300, total_price: 300 }],
])("%s", (_, total_price, less, after) => {
  const agreed = { ...WITH_ADD_ONS, discount: 120_900 - total_price, total_price };
  const now = withFewer(agreed, 3, 1, true, less);
  expect(now).toMatchObject(after);
  expect(now.total_price).toBe(now.subtotal + now.add_ons - now.discount);
});

test.each([
  ["more beside what is there", { more: 500, less: 0 }, { add_ons: 1400, total_price: 115_400 }],
  ["less of it", { more: 0, less: 300 }, { add_ons: 600, total_price: 114_600 }],
  ["both", { more: 500, less: 300 }, { add_ons: 1100, total_price: 115_100 }],
])("other add-ons: %s; the places cost what they did", (_, by, after) =>
  expect(withAddOns(WITH_ADD_ONS, 3, by)).toEqual({ ...WITH_ADD_ONS, ...after }),
);

test.each([
  ["what is taken back lowers it", {}, -300, { add_ons: 600, discount: 5700 }],
  ["it stays paid", { discount: 0, total_price: 120_900 }, -900, { add_ons: 0, discount: 0, subtotal: 120_900 }],
])("at the same total %s", (_, over, by, after) => {
  const now = { ...WITH_ADD_ONS, ...over };
  const other = atSameTotal(now, { ...now, add_ons: now.add_ons + by });
  expect(other).toMatchObject(after);
  expect(other.total_price).toBe(other.subtotal + other.add_ons - other.discount);
});

test.each([
  ["a dearer night costs what was paid", 100_000, { discount: 20_900, total_price: 100_000 }, 0],
  ["of a cheaper one the difference goes back", 120_000, {}, 5100],
  ["one that costs the same stays as it is", 114_900, {}, 0],
])("%s", (_, paid, over, back) =>
  expect(coveredBy(paid, WITH_ADD_ONS)).toEqual({ after: { ...WITH_ADD_ONS, ...over }, back }),
);
