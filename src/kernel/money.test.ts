import fc from "fast-check";
import { expect, test } from "vitest";
import { convert, displayedPrice, formatMoney, round, split } from "#src/kernel/money.ts";

test.each([
  [0.5, 1],
  [-0.5, -1],
  [1.4999, 1],
  [2.5, 3],
  [-2.5, -3],
  [-0.2, 0],
])("%f rounds half away from zero to %i", (value, expected) => expect(round(value)).toBe(expected));

test("split parts sum to the whole and differ by at most one", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 60 }), (amount, parts) => {
      const shares = split(amount, parts);
      expect(shares).toHaveLength(parts);
      expect(shares.reduce((a, b) => a + b, 0)).toBe(amount);
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
    }),
  );
});

test("20 USD are 400 MXN at 20", () => {
  expect(convert({ amount: 2000, currency: "USD" }, "MXN", { USD: 1, MXN: 20 })).toEqual({
    amount: 40000,
    currency: "MXN",
  });
  expect(() => convert({ amount: 1, currency: "USD" }, "EUR", { USD: 1 })).toThrow("no rate");
});

test.each([
  [40000, "MXN", "en", "MX$400"],
  [40000, "MXN", "es", "MX$400"],
  [123450, "MXN", "es", "MX$1,234.50"],
  [2000, "USD", "en", "US$20"],
  [2000, "USD", "es", "US$20"],
  [1850, "EUR", "en", "€18.50"],
  [-500, "GBP", "en", "−£5"],
] as const)("%i %s in %s reads %s", (amount, currency, locale, text) =>
  expect(formatMoney({ amount, currency }, locale)).toBe(text),
);

test.each([
  [40000, "MXN", "en", "400 MXN"],
  [2000, "USD", "es", "20 USD"],
  [123450, "MXN", "es", "1,234.50 MXN"],
  [150000, "USD", "en", "1,500 USD"],
] as const)("%i %s as the displayed price in %s reads %s", (amount, currency, locale, text) =>
  expect(displayedPrice({ amount, currency }, locale)).toBe(text),
);
