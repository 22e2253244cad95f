import fc from "fast-check";
import { expect, test } from "vitest";
import { CURRENCIES, type Money } from "#src/kernel/money.ts";
import type { SetPrices } from "#src/modules/site/catalog/rules/price.ts";
import {
  agreedQuote,
  bestQuote,
  isReduced,
  quoteFor,
  SMALLEST_CHARGE,
  soldByStaff,
} from "#src/modules/sales/booking/rules/quote.ts";
import type { Coupon } from "#src/modules/sales/coupons/rules/discount.ts";
import { ruleOf } from "#tests/price-rule.ts";
import { pricePerPerson } from "#src/modules/sales/schedule/rules/price.ts";

const rates = { USD: 1, MXN: 20, EUR: 0.92, GBP: 0.79, CAD: 1.37 } as const;
const mxn = (amount: number): Money => ({ amount, currency: "MXN" });
const coupon = (value: number): Coupon => ({
  id: "c",
  code: "C",
  discount_type: "percentage",
  value,
  currency: "USD",
  minimum_purchase: null,
  maximum_discount: null,
  start_date: null,
  expiry_date: null,
  usage_limit: null,
  most_per_guest: null,
  guest_uses: 0,
  city_id: null,
  crawl_id: null,
  is_active: true,
  uses: 0,
});
const base = { price: mxn(32_000), regular: mxn(40_000), people: 2, rates, coupon: null };

test("two early birds at 320 MXN are 640 MXN", () => {
  expect(quoteFor(base)).toEqual({
    currency: "MXN",
    number_of_people: 2,
    price_per_person: 32000,
    regular_price_per_person: 40000,
    rule: null,
    subtotal: 64000,
    add_ons: 0,
    discount: 0,
    total: 64000,
  });
});

test.each([
  [10, 6400, 57600],
  [100, 64000, 0],
  // 99 % would leave 6.40 MXN, which no provider charges
  [99, 64000, 0],
])("%i %% off is %i, leaving %i", (value, discount, total) => {
  expect(quoteFor({ ...base, coupon: coupon(value) })).toMatchObject({ discount, total });
});

test.each(CURRENCIES)(
  "a price in %s that no provider would charge is let off, and a minor unit more is not",
  (currency) => {
    const price = (amount: number) => ({ amount, currency });
    const of = (amount: number, people = 1) =>
      quoteFor({ price: price(amount), regular: price(amount), people, rates, coupon: null });
    const smallest = SMALLEST_CHARGE[currency];
    expect(of(smallest - 1)).toMatchObject({ subtotal: smallest - 1, discount: smallest - 1, total: 0 });
    expect(of(smallest)).toMatchObject({ discount: 0, total: smallest });
    // the minimum applies to the charge, not to the price per seat
    expect(of(smallest - 1, 2)).toMatchObject({ discount: 0, total: 2 * smallest - 2 });
    expect(of(0)).toMatchObject({ discount: 0, total: 0 });
  },
);

test("the parts add up in every currency, whether a price was set for it or is converted", () => {
  const amount = fc.integer({ min: 0, max: 500_000 });
  const set = fc.dictionary(fc.constantFrom(...CURRENCIES), amount) as fc.Arbitrary<SetPrices>;
  const cases = fc.record({
    crawl: fc.record({ price: fc.option(amount), currency: fc.constantFrom(...CURRENCIES), prices: set }),
    departure: fc.record({ price: fc.option(amount), sale_price: fc.option(amount), prices: set, sale_prices: set }),
    people: fc.integer({ min: 1, max: 20 }),
    currency: fc.constantFrom(...CURRENCIES),
    percent: fc.integer({ min: 1, max: 100 }),
  });
  fc.assert(
    fc.property(cases, ({ crawl, departure, people, currency, percent }) => {
      const { now: price, regular } = pricePerPerson(departure, crawl, currency, rates);
      const q = quoteFor({ price, regular, people, rates, coupon: coupon(percent) });
      expect(q.currency).toBe(currency);
      expect(q.price_per_person).toBeLessThanOrEqual(q.regular_price_per_person);
      expect(q.subtotal).toBe(q.price_per_person * people);
      expect(q.total).toBe(q.subtotal + q.add_ons - q.discount);
      expect(q.total === 0 || q.total >= SMALLEST_CHARGE[currency]).toBe(true);
      const { currency: _, rule, ...amounts } = q;
      expect(rule).toBeNull();
      expect(Object.values(amounts).every((v) => Number.isInteger(v))).toBe(true);
    }),
  );
});

test.each([
  [64_000, { subtotal: 64_000, discount: 0, total: 64_000, price_per_person: 32_000 }],
  [50_000, { subtotal: 64_000, discount: 14_000, total: 50_000, price_per_person: 32_000 }],
  [0, { subtotal: 64_000, discount: 64_000, total: 0, price_per_person: 32_000 }],
  [70_001, { subtotal: 70_001, discount: 0, total: 70_001, price_per_person: 35_001 }],
])("agreed on %i", (total, quote) => {
  expect(agreedQuote(quoteFor(base), total)).toMatchObject(quote);
});

test.each([
  ["MXN", 80_000, { total: null, inCash: true }, 80_000],
  ["MXN", 78_499, { total: null, inCash: true }, 78_000],
  ["MXN", 499, { total: null, inCash: true }, 499],
  ["USD", 3950, { total: null, inCash: true }, 3900],
  ["MXN", 78_499, { total: null, inCash: false }, 78_499],
  ["MXN", 78_499, { total: 78_499, inCash: true }, 78_499],
  ["MXN", 78_499, { total: 0, inCash: false }, 0],
] as const)("staff sell %s %i with %j for %i", (currency, total, sale, sold) => {
  const quote = { currency, number_of_people: 1, price_per_person: total, regular_price_per_person: total, rule: null };
  const got = soldByStaff({ ...quote, subtotal: total, add_ons: 0, discount: 0, total }, sale);
  expect([got.total, got.subtotal - got.discount]).toEqual([sold, sold]);
});

test("what was added is part of what is agreed on", () => {
  const quote = { ...quoteFor(base), add_ons: 1000, total: 65_000 };
  expect(agreedQuote(quote, 60_000)).toMatchObject({ subtotal: 64_000, discount: 5000, total: 60_000 });
  expect(agreedQuote(quote, 71_000)).toMatchObject({ subtotal: 70_000, discount: 0, price_per_person: 35_000 });
});

test("staff who say nothing of cash sell at the price to the centavo", () => {
  const quote = { ...quoteFor(base), total: 63_999 };
  expect(soldByStaff(quote, { total: null })).toBe(quote);
});

test.each([
  [31_999, 32_000, true],
  [32_000, 32_000, false],
  [32_001, 32_000, false],
])("a person's price of %i instead of %i is reduced: %s", (price_per_person, regular_price_per_person, reduced) =>
  expect(isReduced({ price_per_person, regular_price_per_person })).toBe(reduced),
);

test.each<[string, Parameters<typeof ruleOf>[0][], number | null, [rule: string | null, code: boolean, total: number]]>(
  [
    ["no rule, no code", [], null, [null, false, 80_000]],
    ["a rule alone", [{ id: "a" }], null, ["a", false, 68_000]],
    ["a code on what a rule leaves", [{ id: "a" }], 10, ["a", true, 61_200]],
    [
      "a code alone, where it is better than a rule without codes",
      [{ id: "a", with_codes: false }],
      20,
      [null, true, 64_000],
    ],
    ["a rule without codes, where it is better", [{ id: "a", with_codes: false }], 10, ["a", false, 68_000]],
    ["the code, where both cost alike", [{ id: "a", with_codes: false }], 15, [null, true, 68_000]],
    [
      "the code with the lesser rule",
      [{ id: "a", percent: 20, with_codes: false }, { id: "b" }],
      10,
      ["b", true, 61_200],
    ],
  ],
)("%s", (_, rules, percent, expected) => {
  const input = { price: mxn(40_000), regular: mxn(40_000), people: 2, rates, coupon: percent && coupon(percent) };
  const { quote, coupon: used } = bestQuote({ ...input, coupon: input.coupon || null }, rules.map(ruleOf));
  expect([quote.rule?.id ?? null, used !== null, quote.total]).toEqual(expected);
});

test("no rule makes a booking dearer than without it, whatever its code, and its parts come to the total", () => {
  const effect = fc.oneof(
    fc.integer({ min: 1, max: 100 }).map((percent) => ({ percent })),
    fc.integer({ min: 1, max: 90_000 }).map((amount) => ({ percent: null, amount, currency: "MXN" })),
  );
  const rule = fc.tuple(effect, fc.boolean()).map(([terms, with_codes]) => ruleOf({ ...terms, with_codes }));
  const choice = fc.record({
    amount: fc.integer({ min: 0, max: 200_000 }),
    currency: fc.constantFrom(...CURRENCIES),
    people: fc.integer({ min: 1, max: 20 }),
    percent: fc.option(fc.integer({ min: 1, max: 100 })),
    rules: fc.array(rule, { maxLength: 4 }),
  });
  fc.assert(
    fc.property(choice, ({ amount, currency, people, percent, rules }) => {
      const price = { amount, currency };
      const input = { price, regular: price, people, rates, coupon: percent === null ? null : coupon(percent) };
      const { quote, coupon: used } = bestQuote(input, rules);
      expect(quote.total).toBeLessThanOrEqual(quoteFor(input).total);
      expect(quote.total).toBeLessThanOrEqual(bestQuote({ ...input, coupon: null }, rules).quote.total);
      expect(quote.subtotal).toBe(quote.price_per_person * people);
      expect(quote.total).toBe(quote.subtotal - quote.discount);
      expect(quote.total).toBeGreaterThanOrEqual(0);
      if (used && quote.rule) expect(quote.rule.with_codes).toBe(true);
    }),
  );
});
