import { expect, test } from "vitest";
import { creditFor, creditKey, shareAmong } from "#src/modules/money/credits/rules/credit.ts";

const now = new Date("2026-11-20T18:00:00Z");
const credit = {
  currency: "MXN" as const,
  amount: 50_000,
  spent: 0,
  expires_at: new Date("2027-11-20T18:00:00Z"),
  test: false,
  disputed: false,
};
const bill = { total: 80_000, currency: "MXN" as const, smallest: 1000, test: false };

test.each([
  ["all of it", {}, {}, { use: 50_000 }],
  ["what is left of it", { spent: 20_000 }, {}, { use: 30_000 }],
  ["no more than the total", {}, { total: 30_000 }, { use: 30_000 }],
  ["less, so that the rest can be charged", {}, { total: 50_400 }, { use: 49_400 }],
  ["all, where the rest is just what can be charged", {}, { total: 51_000 }, { use: 50_000 }],
  ["nothing, where even less can't leave a rest that is charged", { amount: 500 }, { total: 900 }, null],
  ["nothing when it is spent", { spent: 50_000 }, {}, null],
] as const)("goes into a total: %s", (_, of, over, expected) => {
  expect(creditFor({ ...credit, ...of }, { ...bill, ...over }, now)).toEqual(expected ?? { reason: "credit_spent" });
});

test.each([
  ["there is none", null, {}, { reason: "credit_invalid" }],
  ["it is over", { ...credit, expires_at: now }, {}, { reason: "credit_expired" }],
  ["it is of another currency", credit, { currency: "USD" }, { reason: "credit_currency", currency: "MXN" }],
  ["a bank has its money", { ...credit, disputed: true }, {}, { reason: "credit_invalid" }],
  ["others pay all of it", credit, { total: 0 }, { reason: "credit_not_needed" }],
  ["it is of a practice booking", { ...credit, test: true }, {}, { reason: "credit_invalid" }],
] as const)("is refused when %s", (_, of, over, expected) => {
  expect(creditFor(of, { ...bill, ...over }, now)).toEqual(expected);
});

test.each([
  ["RC-7K2M-4PXD-9QHT", "RC-7K2M-4PXD-9QHT"],
  [" rc 7k2m4pxd9qht ", "RC-7K2M-4PXD-9QHT"],
  ["7k2m-4pxd-9qht", "RC-7K2M-4PXD-9QHT"],
  ["GC-7K2M-4PXD-9QHT-2B3C-8WZY", "GC-7K2M-4PXD-9QHT-2B3C-8WZY"],
  ["gc7k2m4pxd9qht2b3c8wzy", "GC-7K2M-4PXD-9QHT-2B3C-8WZY"],
  ["7k2m 4pxd 9qht 2b3c 8wzy", "GC-7K2M-4PXD-9QHT-2B3C-8WZY"],
  ["RC-7K2M-4PXD-9QHT-2B3C-8WZY", null],
  ["GC-7K2M-4PXD-9QHT", null],
  ["7k2m-4pxd", null],
  ["", null],
  ["'; drop table credits", null],
])("%o is the code %o", (input, code) => expect(creditKey(input)).toBe(code));

test.each([
  [50_000, [30_000, 40_000], [30_000, 20_000]],
  [30_000, [30_000, 40_000], [30_000, 0]],
  [70_000, [30_000, 40_000], [30_000, 40_000]],
  [70_001, [30_000, 40_000], null],
  // one that was spent elsewhere, or voided below what was used of it
  [10_000, [-500, 10_000], [0, 10_000]],
  [0, [], []],
  [1, [], null],
  // paid at an earlier, higher total
  [-1000, [3000], null],
])("%i is shared among %j as %j", (amount, free, parts) => expect(shareAmong(amount, free)).toEqual(parts));

test("one that never ends is good whenever", () => {
  expect(creditFor({ ...credit, expires_at: null }, bill, new Date("2099-01-01"))).toEqual({ use: 50_000 });
});
