import fc from "fast-check";
import { expect, test } from "vitest";
import { amountText, MOST_AMOUNT, parseAmount, parseDecimal } from "#src/kernel/amount.ts";

test.each([
  ["12.50", 1250],
  ["12,50", 1250],
  ["12,5", 1250],
  ["0.29", 29],
  ["250", 25_000],
  ["$250", 25_000],
  [" $ 1,080.5 ", 108_050],
  ["1,250", 125_000],
  ["1,250.00", 125_000],
  ["1 250", 125_000],
  ["1\u202F250,00", 125_000],
  ["٢٥٠", 25_000],
  ["0", 0],
  ["1,000,000", 100_000_000],
  ["1,000,000.01", null],
  ["12500000", null],
  ["1.250,00", null],
  ["1.250", null],
  ["1,25,000", null],
  ["1 2", null],
  ["12.345", null],
  ["12.", null],
  [".5", null],
  ["-5", null],
  ["1e3", null],
  ["250 MXN", null],
  ["free", null],
  ["", null],
])("%j is %j in minor units", (typed, amount) => expect(parseAmount(typed)).toBe(amount));

test.each([
  ["18,25", "18.25"],
  ["0.7841", "0.7841"],
  ["1,250.00", "1250.00"],
  ["18,250", "18250"],
  ["18.25.1", null],
])("%j is %j in plain notation", (typed, plain) => expect(parseDecimal(typed)).toBe(plain));

test("what a form shows is read as itself", () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MOST_AMOUNT }), (amount) => parseAmount(amountText(amount)) === amount),
  ));

test.each([
  [2000, "20"],
  [2050, "20.50"],
  [1, "0.01"],
  [null, ""],
])("%j is shown as %j", (amount, text) => expect(amountText(amount)).toBe(text));
