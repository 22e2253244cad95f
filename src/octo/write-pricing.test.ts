import { expect, test } from "vitest";
import type { Terms } from "#src/modules/partners/commission/rules/commission.ts";
import { netBy, partsOf, pricingOf } from "#src/octo/write-pricing.ts";

const terms = (over: Partial<Terms>): Terms => ({
  id: "t",
  version: 1,
  valid_from: "2026-01-01",
  basis: "came",
  kind: "percentage",
  value: 1500,
  tiers: [],
  exceptions: [],
  ...over,
});
const NIGHT = { crawl_id: "c", date: "2026-12-01" };

test.each([
  ["a share", terms({}), 40_001, 1, 34_001],
  ["an amount for each person", terms({ kind: "fixed", value: 5000 }), 80_000, 2, 70_000],
  ["more than the price", terms({ kind: "fixed", value: 50_000 }), 40_000, 1, -10_000],
  ["an exception", terms({ exceptions: [{ crawl_id: "c", kind: "percentage", value: 0 }] }), 40_000, 1, 40_000],
  ["no terms yet", terms({ valid_from: "2027-01-01" }), 40_000, 1, null],
])("%s is taken off what a reseller owes", (_, agreed, of, people, net) =>
  expect(netBy([agreed])(NIGHT, of, people)).toBe(net),
);

test("the parts of a price add up to it, with its net and its taxes", () => {
  for (const [retail, people] of [
    [100_001, 3],
    [40_000, 7],
    [1, 2],
  ] as const) {
    const whole = pricingOf({ retail, original: retail + 5, net: retail - 1 });
    const parts = partsOf(whole, people);
    const sum = (of: (part: (typeof parts)[number]) => number | null) =>
      parts.reduce((all, part) => all + (of(part) ?? 0), 0);
    expect(parts).toHaveLength(people);
    expect([sum((p) => p.retail), sum((p) => p.original), sum((p) => p.net)]).toEqual([retail, retail + 5, retail - 1]);
    for (const name of ["retail", "original", "net"] as const)
      expect(sum((p) => p.includedTaxes[0]![name])).toBe(whole.includedTaxes[0]![name]);
  }
});
