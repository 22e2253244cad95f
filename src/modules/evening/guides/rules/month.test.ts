import { expect, test } from "vitest";
import { SetPay } from "#src/modules/evening/guides/schema.ts";
import { averageOf, isWorked, monthAway, monthIn, sumsOf } from "#src/modules/evening/guides/rules/month.ts";

test.each([
  ["2026-11", 1, "2026-12"],
  ["2026-12", 1, "2027-01"],
  ["2027-01", -1, "2026-12"],
  ["2026-11", -12, "2025-11"],
])("%s and %i months make %s", (month, by, other) => expect(monthAway(month, by)).toBe(other));

test.each([
  ["2026-10", "2026-10"],
  [null, "2026-11"],
  ["2026-13", "2026-11"],
  ["nope", "2026-11"],
])("an address with %s shows %s", (input, month) => expect(monthIn(input, "2026-11-20")).toBe(month));

const NOW = new Date("2026-11-20T18:00Z");
const night = { part: "guide", state: "accepted", status: "scheduled", ends_at: NOW };
test.each([
  [{}, true],
  [{ ends_at: new Date("2026-11-20T18:01Z") }, false],
  [{ part: "backup" }, false],
  [{ state: "asked" }, false],
  [{ status: "cancelled" }, false],
])("a night with %o was worked: %s", (over, worked) => expect(isWorked({ ...night, ...over }, NOW)).toBe(worked));

test("amounts stay in their currencies, ratings count by how many gave them", () => {
  const [a, b, c] = [80_000, 90_000, 5_000];
  expect(
    sumsOf([{ amount: a, currency: "MXN" }, null, { amount: c, currency: "USD" }, { amount: b, currency: "MXN" }]),
  ).toEqual([
    { amount: 170_000, currency: "MXN" },
    { amount: 5_000, currency: "USD" },
  ]);
  expect(averageOf([{ average: 5, count: 3 }, null, { average: 3, count: 1 }])).toEqual({ average: 4.5, count: 4 });
  expect(averageOf([null])).toBeNull();
});

test.each([
  ["", null],
  ["0", null],
  ["400", 40_000],
])("a guide who gets %j a night gets %j: the table knows no pay of zero", (amount, pay) => {
  const user_id = "0b6c8f0e-6a31-4c55-9a27-0d1f6f0c2a11";
  expect(SetPay.parse({ user_id, amount, currency: "MXN" }).amount).toBe(pay);
});
