import { expect, test } from "vitest";
import { asSaid, linesOf } from "#src/modules/base/ledger/rules/accounts.ts";

test("a sale that is paid, taken back and refunded leaves nothing on any account", () => {
  const story = ["sold", "captured", "sale_taken_back", "refund_promised", "refunded"] as const;
  const balance = new Map<string, number>();
  for (const kind of story)
    for (const { account, amount } of linesOf({ kind, amount: 80_000 }))
      balance.set(account, (balance.get(account) ?? 0) + amount);
  expect([...balance.values()]).toEqual([0, 0, 0, 0]);
});

test.each([0, -1, 1.5, Number.NaN])("a move of %s is refused", (amount) => {
  expect(() => linesOf({ kind: "sold", amount })).toThrow("no move of money");
});

test.each([
  ["revenue", -80_000, 80_000],
  ["refund_due", -500, 500],
  ["clearing", 700, 700],
  ["guest", -100, -100],
  ["revenue", 0, 0],
] as const)("%s of %i is said as %i", (account, balance, expected) => {
  expect(asSaid(account, balance)).toBe(expected);
});
