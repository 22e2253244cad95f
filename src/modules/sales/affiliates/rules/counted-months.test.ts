import { expect, test } from "vitest";
import { monthsIn } from "#src/modules/sales/affiliates/rules/counted-months.ts";

test.each([
  ["a month", "2026-02-01", "2026-02-28", { first: "2026-02-01", last: "2026-03-01", end: "2026-03-01" }],
  ["days of two months", "2026-11-30", "2026-12-01", { first: "2026-12-01", last: "2026-12-01", end: "2026-12-02" }],
  ["days in a month", "2026-12-05", "2026-12-24", { first: "2027-01-01", last: "2026-12-01", end: "2026-12-25" }],
  [
    "the last day of a year",
    "2026-12-31",
    "2026-12-31",
    { first: "2027-01-01", last: "2027-01-01", end: "2027-01-01" },
  ],
  ["twelve months", "2025-12-01", "2026-11-28", { first: "2025-12-01", last: "2026-11-01", end: "2026-11-29" }],
])("%s", (_, from, to, months) => {
  expect(monthsIn({ from, to })).toEqual(months);
});
