import { expect, test } from "vitest";
import {
  isUndecided,
  nextPollAt,
  type PaymentStatus,
  paymentMayBecome,
  refundable,
  refundMayBecome,
  refundRetryAt,
  type RefundStatus,
  shownRefundStatus,
  unseatedRefundAt,
} from "#src/modules/payments/rules/payment.ts";

const payment: PaymentStatus[] = ["created", "pending", "succeeded", "failed", "cancelled"];
test.each([
  ["created", ["pending", "succeeded", "failed", "cancelled"]],
  ["pending", ["succeeded", "failed", "cancelled"]],
  ["succeeded", []],
  ["failed", ["succeeded"]],
  ["cancelled", ["succeeded"]],
] as [PaymentStatus, PaymentStatus[]][])("a %s payment may become %o", (from, to) => {
  expect(payment.filter((state) => paymentMayBecome(from, state))).toEqual(to);
});

const refund: RefundStatus[] = ["requested", "submitted", "succeeded", "failed", "manual", "dropped", "credited"];
test.each([
  ["requested", ["submitted", "succeeded", "failed", "manual", "dropped", "credited"]],
  ["submitted", ["succeeded", "failed", "manual"]],
  ["failed", ["submitted", "succeeded", "failed", "manual", "dropped"]],
  ["succeeded", ["manual"]],
  ["manual", ["succeeded", "failed", "dropped"]],
  ["dropped", []],
  ["credited", []],
] as [RefundStatus, RefundStatus[]][])("a %s refund may become %o", (from, to) => {
  expect(refund.filter((state) => refundMayBecome(from, state))).toEqual(to);
});

const t0 = new Date("2026-11-20T18:00:00Z");
const after = (minutes: number) => new Date(t0.getTime() + minutes * 60_000);
test.each([
  [0, after(0.5)],
  [0.5, after(1)],
  [1, after(2)],
  [2, after(4)],
  [59, after(61)],
  [60, after(120)],
  [30 + 24 * 60, null],
])("a payment asked about at minute %i is asked again at %o", (minute, next) => {
  expect(nextPollAt(t0, after(30), after(minute))).toEqual(next);
});

test.each([
  [after(72 * 60), after(24 * 60)],
  [after(60), after(60)],
  [after(-60), t0],
])("an unplaced payment for a start at %o is refunded at %o", (start, at) =>
  expect(unseatedRefundAt(t0, start)).toEqual(at),
);

test.each([
  [1, 1],
  [2, 2],
  [5, 16],
  [9, 60],
])("decline %i waits %i minutes", (declines, minutes) => expect(refundRetryAt(t0, declines)).toEqual(after(minutes)));

test("what failed to go back is tried again by itself and is not given back twice", () => {
  const refunds = [
    { amount: 300, status: "succeeded" },
    { amount: 200, status: "failed" },
    { amount: 100, status: "requested" },
  ];
  expect(refundable({ amount: 1000, dispute_state: null }, refunds)).toBe(400);
});

test("a refund that isn't made after all leaves its money to be given back", () => {
  const dropped = { amount: 400, status: "dropped" };
  expect(refundable({ amount: 1000, dispute_state: null }, [dropped])).toBe(1000);
});

test("never less than nothing may be given back, though more went back elsewhere", () =>
  expect(refundable({ amount: 1000, dispute_state: null }, [{ amount: 1200, status: "succeeded" }])).toBe(0));

test.each([
  ["open", 0],
  ["lost", 0],
  ["won", 1000],
  [null, 1000],
])("of a payment whose dispute is %s %i may go back", (dispute_state, left) =>
  expect(refundable({ amount: 1000, dispute_state }, [])).toBe(left),
);

test.each([
  ["a moment before it is due", {}, true],
  ["when it is due", { due_at: new Date("2026-11-20T18:00:00Z") }, false],
  ["once it was asked for", { first_asked_at: new Date("2026-11-20T17:00:00Z") }, false],
  ["once it is on its way", { status: "submitted" as const }, false],
  ["of another reason", { reason: "customer" }, false],
])("money without seats waits for its guest's word %s: %o, %s", (_, over, undecided) => {
  const due = new Date("2026-11-20T18:00:00.001Z");
  const waiting = { reason: "unplaced", status: "requested" as const, due_at: due, first_asked_at: null, ...over };
  expect(isUndecided(waiting, new Date("2026-11-20T18:00:00Z"))).toBe(undecided);
});

test.each([
  ["manual", "cash", "cash", "hand_over"],
  ["manual", "invoice", "invoice", "transfer"],
  ["manual", "stripe", "oxxo", "transfer"],
  ["manual", "stripe", "card", "manual"],
  ["succeeded", "cash", "cash", "succeeded"],
  ["failed", "stripe", "card", "failed"],
] as const)("a %s refund of a payment by %s (%s) is shown as %s", (status, provider, method, shown) =>
  expect(shownRefundStatus({ status }, { provider, method })).toBe(shown),
);
