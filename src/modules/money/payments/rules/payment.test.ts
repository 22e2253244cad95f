import { expect, test } from "vitest";
import {
  bankHolds,
  isToGive,
  isUndecided,
  nextPollAt,
  overallDispute,
  owed,
  type PaymentStatus,
  paymentMayBecome,
  refundable,
  refundAskAgainAt,
  refundMayBecome,
  refundRetryAt,
  type RefundStatus,
  shownRefundStatus,
  unseatedRefundAt,
} from "#src/modules/money/payments/rules/payment.ts";

const payment: PaymentStatus[] = ["created", "pending", "succeeded", "failed", "cancelled"];
test.each([
  ["created", ["pending", "succeeded", "failed", "cancelled"]],
  ["pending", ["succeeded", "failed", "cancelled"]],
  ["succeeded", []],
  ["failed", ["pending", "succeeded"]],
  ["cancelled", ["pending", "succeeded"]],
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
  [29 + 23 * 60, after(29 + 24 * 60)],
  [30 + 23 * 60, after(30 + 24 * 60)],
  [31 + 23 * 60, null],
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

test.each([
  ["at once", 0, 60],
  ["within the hour", 59, 60],
  ["after as long as it has taken", 150, 150],
  ["after a day at most", 3 * 24 * 60, 24 * 60],
])("a refund that the provider took is asked about again %s: %i, %i", (_, expected, wait) =>
  expect(refundAskAgainAt(after(expected), t0)).toEqual(after(expected + wait)),
);

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
  [[], null],
  [["won"], "won"],
  [["won", "lost"], "lost"],
  [["lost", "won", "open"], "open"],
] as const)("disputes that are %o make a payment's %s", (states, overall) =>
  expect(overallDispute(states)).toBe(overall),
);

const LOST = [
  { amount: 600, state: "lost" },
  { amount: 900, state: "won" },
];
test.each([
  ["all of it", [], [], 1000],
  ["less what went back", [{ amount: 300, status: "succeeded" }], [], 700],
  ["less what a bank kept", [{ amount: 300, status: "succeeded" }], LOST, 100],
  ["all of it, while a bank decides", [], [{ amount: 1000, state: "open" }], 1000],
  ["nothing, where more is gone", [{ amount: 500, status: "succeeded" }], LOST, 0],
])("of a payment of 1000 is owed %s", (_, refunds, disputes, left) =>
  expect(owed({ amount: 1000 }, refunds, disputes)).toBe(left),
);

test.each([
  ["without a dispute", null, 1000, [], false],
  ["while it decides", "open", 0, [], true],
  ["once it was won", "won", 1100, [], false],
  ["that kept so much that the rest isn't enough", "lost", 401, LOST, true],
  ["that kept no more than leaves enough", "lost", 400, LOST, false],
])("a bank holds a payment's refunds %s: %s", (_, dispute_state, amount, disputes, holds) =>
  expect(bankHolds({ amount: 1000, dispute_state }, [{ amount, status: "requested" }], disputes)).toBe(holds),
);

test("refunds of cash are handed over while they are due or left to staff", () =>
  expect(refund.filter(isToGive)).toEqual(["requested", "manual"]));

test.each([
  ["a moment before it is due", {}, true],
  ["when it is due", { due_at: new Date("2026-11-20T18:00:00Z") }, false],
  ["once it was asked for", { first_asked_at: new Date("2026-11-20T17:00:00Z") }, false],
  ["once it is on its way", { status: "submitted" as const }, false],
  ["of another reason", { reason: "customer" }, false],
  ["of a night that we called off", { reason: "departure_cancelled" }, true],
])("money without seats waits for its guest's word %s: %o, %s", (_, over, undecided) => {
  const due = new Date("2026-11-20T18:00:00.001Z");
  const waiting = { reason: "unplaced", status: "requested" as const, due_at: due, first_asked_at: null, ...over };
  expect(isUndecided(waiting, new Date("2026-11-20T18:00:00Z"))).toBe(undecided);
});

test.each([
  ["manual", "cash", "cash", "hand_over"],
  ["manual", "terminal", "terminal", "terminal"],
  ["manual", "invoice", "invoice", "transfer"],
  ["manual", "hostel", "hostel", "transfer"],
  ["manual", "stripe", "oxxo", "transfer"],
  ["manual", "stripe", "card", "manual"],
  ["succeeded", "cash", "cash", "succeeded"],
  ["failed", "stripe", "card", "failed"],
] as const)("a %s refund of a payment by %s (%s) is shown as %s", (status, provider, method, expected) =>
  expect(shownRefundStatus({ status }, { provider, method })).toBe(expected),
);
