import { expect, test } from "vitest";
import { refundSum } from "#src/modules/changes/manage/rules/refund-sum.ts";

const part = (amount_minor: number, status = "succeeded", currency: "MXN" | "USD" = "MXN") => ({
  amount_minor,
  currency,
  status,
});

test.each([
  ["no refund", [], null],
  ["one refund", [part(80_000)], null],
  [
    "two payments, each refunded",
    [part(80_000), part(40_000, "submitted")],
    { amount: 120_000, currency: "MXN", parts: 2 },
  ],
  ["what a bank decides about", [part(80_000), part(40_000, "disputed")], null],
  ["two currencies", [part(80_000), part(2000, "submitted", "USD")], null],
] as const)("%s: its sum is %j", (_, refunds, sum) => {
  expect(refundSum(refunds)).toEqual(sum);
});
