import fc from "fast-check";
import { expect, test } from "vitest";
import type { Money } from "#src/kernel/money.ts";
import {
  codeKey,
  type Coupon,
  discountOf,
  isElsewhere,
  refusalOf,
  termsOf,
} from "#src/modules/sales/coupons/rules/discount.ts";

const now = new Date("2026-11-20T18:00:00Z");
const rates = { USD: 1, MXN: 20, EUR: 0.92 } as const;
const coupon: Coupon = {
  id: "c",
  code: "TEN",
  discount_type: "percentage",
  value: 10,
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
};
const mxn = (amount: number): Money => ({ amount, currency: "MXN" });

test.each([
  [coupon, mxn(80000), 8000],
  [coupon, mxn(33335), 3334],
  [{ ...coupon, maximum_discount: 200 }, mxn(80000), 4000],
  [{ ...coupon, value: 100 }, mxn(80000), 80000],
  [{ ...coupon, discount_type: "fixed_amount", value: 500 }, mxn(80000), 10000],
  [
    { ...coupon, discount_type: "fixed_amount", value: 5000, currency: "MXN" },
    { ...mxn(4000), currency: "USD" as const },
    250,
  ],
  [{ ...coupon, discount_type: "fixed_amount", value: 9900 }, mxn(80000), 80000],
  [{ ...coupon, discount_type: "fixed_amount", value: 900, maximum_discount: 500 }, mxn(80000), 10000],
])("%o takes off %o: %i", (input, subtotal, discount) => expect(discountOf(input, subtotal, rates)).toBe(discount));

test.each([
  [null, "coupon_invalid"],
  [{ ...coupon, is_active: false }, "coupon_invalid"],
  [{ ...coupon, start_date: new Date(now.getTime() + 1) }, "coupon_invalid"],
  [{ ...coupon, expiry_date: now }, "coupon_expired"],
  [{ ...coupon, usage_limit: 3, uses: 3 }, "coupon_used_up"],
  [{ ...coupon, most_per_guest: 2, guest_uses: 2 }, "coupon_used_by_guest"],
  [{ ...coupon, minimum_purchase: 5000 }, "coupon_minimum"],
  // order of the checks: expired before used up
  [{ ...coupon, expiry_date: now, usage_limit: 1, uses: 1 }, "coupon_expired"],
])("%o is refused as %s", (input, reason) => expect(refusalOf(input, mxn(80000), now, rates)?.reason).toBe(reason));

test.each([
  [{ ...coupon, start_date: now, expiry_date: new Date(now.getTime() + 1) }],
  [{ ...coupon, usage_limit: 3, uses: 2 }],
  [{ ...coupon, most_per_guest: 2, guest_uses: 1, uses: 9 }],
  [{ ...coupon, minimum_purchase: 4000 }],
])("%o may be used", (input) => expect(refusalOf(input, mxn(80000), now, rates)).toBeNull());

test.each([
  [{ city_id: null, crawl_id: null }, false],
  [{ city_id: "mexico-city", crawl_id: null }, false],
  [{ city_id: "oaxaca", crawl_id: null }, true],
  [{ city_id: null, crawl_id: "classic" }, false],
  [{ city_id: null, crawl_id: "rooftops" }, true],
])("a coupon of %o is of elsewhere than the classic crawl of Mexico City: %s", (of, elsewhere) =>
  expect(isElsewhere({ ...coupon, ...of }, { city_id: "mexico-city", crawl_id: "classic" })).toBe(elsewhere),
);

test("the minimum is said in the booking's currency", () => {
  expect(refusalOf({ ...coupon, minimum_purchase: 5000 }, mxn(80000), now, rates)).toMatchObject({
    minimum: mxn(100000),
  });
});

test("a discount is a whole number between nothing and the subtotal", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5e6 }),
      fc.integer({ min: 1, max: 100 }),
      fc.boolean(),
      (amount, value, percent) => {
        const input = { ...coupon, value, discount_type: percent ? "percentage" : "fixed_amount" };
        const discount = discountOf(input, mxn(amount), rates);
        expect(Number.isInteger(discount) && discount >= 0 && discount <= amount).toBe(true);
      },
    ),
  );
});

test("codes compare trimmed and without case", () => expect(codeKey("  Ten ")).toBe("ten"));

test("a booking keeps of its coupon what determines the discount", () =>
  expect(termsOf({ ...coupon, maximum_discount: 500 })).toEqual({
    discount_type: "percentage",
    value: 10,
    currency: "USD",
    maximum_discount: 500,
  }));

test("without a rate nothing is guessed", () => {
  const fixed = { ...coupon, discount_type: "fixed_amount", currency: "GBP" };
  expect(() => discountOf(fixed, mxn(80_000), rates)).toThrow("no rate for GBP");
});
