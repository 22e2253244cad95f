import { expect, test } from "vitest";
import { overBudget } from "#bench/budget.ts";

test("a figure is compared with its limit, or with that of its floor; what wasn't measured isn't", () => {
  const budget = {
    floor: {},
    page: { cpu: { times: 2, of: "floor" }, bytes: 100 },
    hot: { perSecond: { atLeast: 0.5, of: "floor" } },
    absent: { cpu: 1 },
  };
  const figures = (cpu: number, bytes: number, perSecond: number) => ({
    floor: { cpu: 1, perSecond: 100 },
    page: { cpu, bytes },
    hot: { perSecond },
  });
  expect(overBudget(budget, figures(2, 100, 50))).toEqual([]);
  expect(overBudget(budget, figures(2.1, 101, 49))).toEqual([
    "page: cpu is 2.10 times “floor”, the budget at most 2",
    "page: bytes is 101, the budget 100",
    "hot: perSecond is 0.49 times “floor”, the budget at least 0.5",
  ]);
  expect(overBudget(budget, { page: { cpu: 9, bytes: Number.NaN } })).toEqual([]);
});
