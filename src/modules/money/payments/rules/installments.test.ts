import { expect, test } from "vitest";
import type { Currency } from "#src/kernel/money.ts";
import { paysInMonths } from "#src/modules/money/payments/rules/installments.ts";

test.each<[number, Currency, number | null, boolean]>([
  [120_000, "MXN", 120_000, true],
  [119_999, "MXN", 120_000, false],
  [500_000, "MXN", null, false],
  [120_000, "USD", 120_000, false],
  [120_000, "EUR", 100, false],
])("%i in %s, from %s on: %s", (amount_minor, currency, from, may) => {
  expect(paysInMonths({ amount_minor, currency }, from)).toBe(may);
});
