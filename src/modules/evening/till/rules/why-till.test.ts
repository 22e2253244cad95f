import { expect, test } from "vitest";
import { gapOf } from "#src/locales/why.ts";
import { blind, blindWay, sumsOf, waysOf } from "#src/modules/evening/till/rules/till.ts";
import { whyDifference, whyExpected, whySale, whyWay } from "#src/modules/evening/till/rules/why-till.ts";

const line = (kind: "float" | "taking" | "refund" | "payout", amount: number, due: number | null = null) => ({
  way: "cash" as const,
  reference: null,
  kind,
  currency: "MXN" as const,
  amount,
  due,
});

test("what should be in a till is what its lines come to; who has yet to count it isn't told", () => {
  const lines = [
    line("float", 100_000),
    line("taking", 80_000, 79_800),
    line("refund", 5000, 5000),
    line("payout", 2500),
  ];
  const sum = sumsOf(lines).find(({ currency }) => currency === "MXN")!;
  const why = whyExpected(sum)!;
  expect([why.amount.amount, gapOf(why), why.steps.length]).toEqual([172_500, 0, 4]);
  expect(whyExpected(blind(sum))).toBeNull();
});

test("what came by card terminal is its sales less what went back; who has yet to count it isn't told", () => {
  const lines = [line("taking", 80_000, 80_000), line("refund", 5000, 5000)];
  const [sum] = waysOf(lines.map((one) => ({ ...one, way: "terminal" as const })));
  const why = whyWay(sum!)!;
  expect([why.amount.amount, gapOf(why), why.steps.length]).toEqual([75_000, 0, 2]);
  expect(whyWay(blindWay(sum!))).toBeNull();
});

test("a difference is what was counted less what should have been there", () => {
  const why = whyDifference({ currency: "MXN", expected: 172_500, counted: 170_000 });
  expect([why.amount.amount, gapOf(why)]).toEqual([-2500, 0]);
});

test.each([
  [2, 39_900, 80_000, 2, 0, 0],
  [1, 40_000, 40_000, 1, 0, 0],
  [2, 39_900, 50_000, 3, 30_000, 0],
  [1, 40_000, 0, 2, 40_000, 0],
  [2, 39_900, 75_000, 4, 30_000, 25_000],
])(
  "%i at %i for %i in coins takes %i steps, %i of it by credit, %i for add-ons",
  (people, amount, due, steps, credit, addOns) => {
    const why = whySale({ people, price: { amount, currency: "MXN" }, addOns, credit, due });
    expect([why.steps.length, gapOf(why)]).toEqual([steps, 0]);
  },
);
