import { expect, test } from "vitest";
import { PLANS, waitAfter } from "#src/modules/money/sandbox/rules/delivery.ts";

test("six more tries, then none", () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map(waitAfter);
  expect(waits).toEqual([1000, 5000, 30_000, 120_000, 600_000, 3_600_000, null]);
});

test.each([
  ["normal", [0], []],
  ["late", [30_000], []],
  ["twice", [0, 0], []],
  ["never", [], []],
] as const)("%s sends after %o ms", (delivery, event, older) => {
  expect(PLANS[delivery]).toEqual({ event, older });
});

test("reversed sends what happened first last", () => {
  const { event, older } = PLANS.reversed;
  expect(Math.max(...event)).toBeLessThan(Math.min(...older));
});
