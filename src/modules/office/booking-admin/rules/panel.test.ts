import { expect, test } from "vitest";
import {
  aboutOf,
  emailOf,
  movedBetween,
  keptOf,
  stateOfPayment,
  tagOf,
  tellingChanges,
  whyKept,
  whyLeft,
} from "#src/modules/office/booking-admin/rules/panel.ts";

const payment = {
  status: "succeeded",
  bank_since: null,
  review_reason: null,
  dispute_state: null,
  placement: "in_time",
} as const;
const bank = { ...payment, status: "pending" as const, bank_since: new Date(0) };

test.each([
  [payment, "paid"],
  [{ ...payment, placement: "unplaced" }, "unplaced"],
  [{ ...payment, dispute_state: "open" }, "disputed"],
  [{ ...payment, dispute_state: "won" }, "paid"],
  [{ ...payment, status: "pending" as const, review_reason: "wrong_amount" }, "judge"],
  [{ ...payment, status: "created" as const }, "waits"],
  [bank, "bank"],
  [{ ...bank, status: "failed" as const }, "failed"],
  [{ ...payment, status: "cancelled" as const }, "failed"],
])("%o is %s", (row, state) => {
  expect(stateOfPayment(row)).toBe(state);
});

test("what is kept is what came less what went or is to go back", () => {
  const paid = [
    { status: "succeeded", amount: 80_000 },
    { status: "failed", amount: 80_000 },
  ];
  const refunds = [
    { status: "requested", amount: 10_000 },
    { status: "succeeded", amount: 5000 },
    { status: "dropped", amount: 60_000 },
  ];
  expect(keptOf(paid, refunds)).toBe(65_000);
});

test("a trail shows the figures that changed, and nothing else", () => {
  const changes = [
    { field: "people", old: 2, now: 3 },
    { field: "departure", old: "0199a8c4-1111-7000-8000-000000000000", now: "0199a8c4-2222-7000-8000-000000000000" },
    { field: "amount", old: null, now: 5000 },
    { field: "total_price", old: 800, now: 800 },
  ];
  expect(tellingChanges(changes)).toEqual([
    { field: "people", before: 2, after: 3 },
    { field: "amount", before: null, after: 5000 },
  ]);
});

const NIGHTS: Record<string, { date: string; time: string }> = {
  a: { date: "2026-11-20", time: "20:00" },
  b: { date: "2026-11-27", time: "21:00" },
};
test.each([
  ["another night", "a", "b", { from: NIGHTS["a"], to: NIGHTS["b"] }],
  ["the same night", "a", "a", null],
  ["a night that is gone", "a", "gone", null],
  ["no night", null, null, null],
])("a change to %s says from which date to which", (_, old, now, moved) => {
  expect(movedBetween([{ field: "departure", old, now }], (id) => NIGHTS[id])).toEqual(moved);
});

test.each([
  ["booking_confirmation", { change: "date" }, "date"],
  ["booking_confirmation", {}, "none"],
  ["staff_letter", { subject: "We start at nine", text: "" }, "We start at nine"],
  ["refund_sent", { refundId: "x" }, "none"],
])("a mail of kind %s with %j is about %s", (kind, payload, about) => {
  expect(aboutOf({ kind, payload })).toBe(about);
});

test("history names the mail that was sent again", () => {
  const changes = [{ field: "kind", old: null, now: "refund_sent" }];
  expect([emailOf("email.sent_again", changes), emailOf("email.retried", changes)]).toEqual([
    "refund_sent",
    "refund_sent",
  ]);
  expect(emailOf("booking.changed", changes)).toBeNull();
});

test.each([
  [{ old: null, now: "VIP" }, "VIP"],
  [{ old: "VIP", now: null }, "VIP"],
])("history names the tag of %o", (change, tag) => {
  expect([tagOf([{ field: "tag", ...change }]), tagOf([{ field: "people", old: 1, now: 2 }])]).toEqual([tag, null]);
});

test("what is kept and what can be refunded are told payment by payment, an account by its company's name", () => {
  const at = "2026-11-20T18:00:00.000Z";
  const paid = { id: "p", status: "succeeded", method: "paypal", at, amount: 80_000, left: 50_000, currency: "MXN" };
  const back = { paymentId: "p", status: "succeeded", reason: "goodwill", at, amount: 30_000, currency: "MXN" };
  const panel = {
    payments: [paid],
    refunds: [back, { ...back, status: "dropped" }],
    kept: 50_000,
    currency: "MXN",
    departure: { zone: "America/Mexico_City" },
  } as unknown as Parameters<typeof whyKept>[0];
  const steps = [
    { text: "why-admin.paid", adds: 80_000, values: { way: { values: { method: "PayPal" } } } },
    { text: "why.refund", adds: -30_000, values: { reason: "goodwill", day: { day: "2026-11-20" } } },
  ];
  expect(whyKept(panel)).toMatchObject({ amount: { amount: 50_000 }, steps });
  expect(whyLeft(panel, panel.payments[0]!)).toMatchObject({ amount: { amount: 50_000 }, steps });
});
