import fc from "fast-check";
import { expect, test } from "vitest";
import { chargedAmount, EFFECTS, OUTCOMES, refundRefusal, RETURNS } from "#src/modules/money/sandbox/rules/outcome.ts";
import { remoteState } from "#src/modules/money/sandbox/rules/remote-state.ts";

const session = (state: string, charged: number | null = null) => ({
  id: "sbx_1",
  state,
  currency: "MXN",
  charged_amount: charged,
  failure_reason: null,
  voucher_until: null as Date | null,
});

test("nothing leaves a state that is final", () => {
  const final = ["failed", "cancelled", "expired"];
  for (const outcome of OUTCOMES) expect(final).not.toContain(EFFECTS[outcome].from);
  for (const outcome of OUTCOMES) if (EFFECTS[outcome].from === "paid") expect(EFFECTS[outcome].to).toBe("paid");
});

test("what ends paid is charged, and only that", () => {
  for (const outcome of OUTCOMES.filter((o) => o !== "dispute"))
    expect([outcome, chargedAmount(outcome, 500) !== null]).toEqual([outcome, EFFECTS[outcome].to === "paid"]);
});

test("a wrong amount is never the right one and always money", () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (input) => {
      const charged = chargedAmount("wrong_amount", input)!;
      expect(charged).not.toBe(input);
      expect(charged).toBeGreaterThan(0);
    }),
  ));

test("who may try again stays on the page; who is done goes back to the shop", () => {
  for (const outcome of OUTCOMES) {
    const { from, to } = EFFECTS[outcome];
    expect([outcome, outcome in RETURNS]).toEqual([outcome, from === "open" && to !== "open"]);
  }
});

test.each([
  [session("open"), { status: "open" }],
  [session("pending"), { status: "pending" }],
  [
    { ...session("pending"), voucher_until: new Date(0) },
    { status: "pending", until: new Date(0) },
  ],
  [session("paid", 90_000), { status: "paid", money: { amount: 90_000, currency: "MXN" }, chargeId: "sbx_1" }],
  [session("expired"), { status: "expired", reason: "expired" }],
  [
    { ...session("failed"), failure_reason: "voucher_lapsed" },
    { status: "failed", reason: "voucher_lapsed" },
  ],
])("%o is told as %o", (row, expected) => {
  expect(remoteState(row)).toEqual(expected);
});

test.each([
  ["all of it", session("paid", 1000), 0, 1000, "MXN", null],
  ["the rest", session("paid", 1000), 400, 600, "MXN", null],
  ["more than the rest", session("paid", 1000), 400, 601, "MXN", "exceeds_charge"],
  ["another currency", session("paid", 1000), 0, 10, "USD", "wrong_currency"],
  ["an open payment", session("open"), 0, 10, "MXN", "not_paid"],
  ["a pending voucher", session("pending"), 0, 10, "MXN", "not_paid"],
])("refunding %s", (_, row, refunded, amount, currency, reason) => {
  expect(refundRefusal(row, refunded, { amount, currency })).toBe(reason);
});
