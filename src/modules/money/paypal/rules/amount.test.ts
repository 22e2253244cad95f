import fc from "fast-check";
import { expect, test } from "vitest";
import { CURRENCIES } from "#src/kernel/money.ts";
import { amountOf, moneyOf } from "#src/modules/money/paypal/rules/amount.ts";

test.each([
  [0, "0.00"],
  [5, "0.05"],
  [10, "0.10"],
  [100, "1.00"],
  [80_000, "800.00"],
  [-2_050, "-20.50"],
])("%i minor units are %s", (amount, value) => {
  expect(amountOf({ amount, currency: "MXN" })).toEqual({ currency_code: "MXN", value });
});

test("an amount that is written is read back", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }),
      fc.constantFrom(...CURRENCIES),
      (n, currency) => {
        const money = { amount: n === 0 ? 0 : n, currency };
        expect(moneyOf(amountOf(money))).toEqual(money);
      },
    ),
  );
});

test.each([
  ["20", 2000],
  ["20.5", 2050],
  ["-0.00", 0],
])("PayPal's %s is read as %i", (value, amount) => {
  expect(moneyOf({ value, currency_code: "USD" })).toEqual({ amount, currency: "USD" });
});

test.each([
  ["20.505", "USD"],
  ["1e3", "USD"],
  ["", "USD"],
  ["20,00", "USD"],
  [" 20.00", "USD"],
  ["NaN", "USD"],
  ["20.00", "JPY"],
  ["20.00", "usd"],
])("%s %s is nothing that we guess at", (value, currency_code) => {
  expect(() => moneyOf({ value, currency_code })).toThrow("is no amount of ours");
});
