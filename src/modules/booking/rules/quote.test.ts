import fc from "fast-check";
import { expect, test } from "vitest";
import { CURRENCIES, type Money } from "#src/kernel/money.ts";
import { quoteFor } from "#src/modules/booking/rules/quote.ts";
import type { Coupon } from "#src/modules/coupons/rules.ts";

const rates = { USD: 1, MXN: 20, EUR: 0.92, GBP: 0.79, CAD: 1.37 } as const;
const usd = (amount: number): Money => ({ amount, currency: "USD" });
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
  is_active: true,
  uses: 0,
});
const base = { price: usd(1600), regular: usd(2000), people: 2, currency: "MXN" as const, rates, coupon: null };

test("two early birds at 16 USD are 640 MXN", () => {
  expect(quoteFor(base)).toEqual({
    currency: "MXN",
    number_of_people: 2,
    price_per_person: 32000,
    regular_price_per_person: 40000,
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

test("the parts add up in every currency", () => {
  const cases = fc.record({
    amount: fc.integer({ min: 0, max: 500_000 }),
    people: fc.integer({ min: 1, max: 20 }),
    currency: fc.constantFrom(...CURRENCIES),
    percent: fc.integer({ min: 1, max: 100 }),
  });
  fc.assert(
    fc.property(cases, ({ amount, people, currency, percent }) => {
      const q = quoteFor({
        price: usd(amount),
        regular: usd(amount),
        people,
        currency,
        rates,
        coupon: coupon(percent),
      });
      expect(q.subtotal).toBe(q.price_per_person * people);
      expect(q.total).toBe(q.subtotal + q.add_ons - q.discount);
      expect(q.total).toBeGreaterThanOrEqual(0);
      expect(Object.values(q).every((v) => typeof v === "string" || Number.isInteger(v))).toBe(true);
    }),
  );
});
