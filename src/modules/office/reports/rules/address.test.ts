import { expect, test } from "vitest";
import { chartOf, queryOf } from "#src/modules/office/reports/rules/address.ts";
import { periodOf } from "#src/kernel/period.ts";

const output = {
  basis: "sale",
  city: null,
  partner: null,
  asked: "MXN",
  table: null,
  period: periodOf({}, "2026-11-20"),
} as const;

test.each([
  [{}, "?currency=MXN"],
  [{ currency: null }, ""],
  [{ period: "12m", currency: null }, "?period=12m"],
  [
    { basis: "service", city: "oaxaca", table: "weeks", currency: null } as const,
    "?by=service&city=oaxaca&table=weeks",
  ],
  [{ partner: "p1", currency: null }, "?partner=p1"],
])("%o makes %s of it", (change, query) => {
  expect(queryOf(output, change)).toBe(query);
});

test("days of one's own stay, until another time is chosen", () => {
  const custom = { ...output, asked: null, period: periodOf({ from: "2026-01-01", to: "2026-02-01" }, "2026-11-20") };
  expect(queryOf(custom)).toBe("?from=2026-01-01&to=2026-02-01");
  expect(queryOf(custom, { period: "7d" })).toBe("?period=7d");
});

test("only charts can be shown as tables", () => {
  expect([chartOf("weeks"), chartOf("money"), chartOf(null)]).toEqual(["weeks", null, null]);
});
