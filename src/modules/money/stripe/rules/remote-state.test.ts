import type Stripe from "stripe";
import { expect, test } from "vitest";
import { disputeState, refundState, refusedRefund, remoteState } from "#src/modules/money/stripe/rules/remote-state.ts";

const session = (over: object) =>
  ({ id: "cs_1", amount_total: 500, currency: "mxn", payment_intent: null, ...over }) as Stripe.Checkout.Session;
const refund = (over: object) => ({ id: "re_1", amount: 500, currency: "mxn", ...over }) as Stripe.Refund;

const NOW = new Date("2026-11-20T18:00:00Z");
const complete = { status: "complete", payment_status: "unpaid" };
test.each([
  ["an open page", { status: "open", payment_status: "unpaid" }, { status: "open" }],
  [
    "an open page on which a card was declined",
    { status: "open", payment_status: "unpaid", payment_intent: { id: "pi_1", status: "requires_payment_method" } },
    { status: "open" },
  ],
  [
    "a page whose time is over",
    { status: "expired", payment_status: "unpaid" },
    { status: "expired", reason: "expired" },
  ],
  [
    "a paid page",
    { status: "complete", payment_status: "paid", payment_intent: { id: "pi_1", status: "succeeded" } },
    { status: "paid", money: { amount: 500, currency: "MXN" }, chargeId: "pi_1" },
  ],
  [
    "a slow bank",
    { ...complete, payment_intent: { id: "pi_1", status: "processing", next_action: null } },
    { status: "pending" },
  ],
  [
    "a voucher",
    {
      ...complete,
      payment_intent: {
        id: "pi_1",
        status: "requires_action",
        next_action: { oxxo_display_details: { expires_after: 1_795_197_600 } },
      },
    },
    { status: "pending", until: new Date(1_795_197_600_000) },
  ],
  [
    "a voucher that lapsed",
    {
      ...complete,
      payment_intent: {
        id: "pi_1",
        status: "requires_payment_method",
        last_payment_error: { code: "payment_intent_payment_attempt_expired" },
      },
    },
    { status: "failed", reason: "payment_intent_payment_attempt_expired" },
  ],
  [
    "a cancelled payment",
    { ...complete, payment_intent: { id: "pi_1", status: "canceled", cancellation_reason: "fraudulent" } },
    { status: "failed", reason: "fraudulent" },
  ],
])("%s", (_, over, state) => {
  expect(remoteState(session(over), NOW)).toEqual(state);
});

const PAY_BY = 1_795_372_200; // two days and a half later
const transfer = (remaining: number) => ({
  ...complete,
  metadata: { pay_by: String(PAY_BY) },
  payment_intent: {
    id: "pi_1",
    status: "requires_action",
    amount: 500,
    currency: "mxn",
    next_action: {
      display_bank_transfer_instructions: {
        amount_remaining: remaining,
        hosted_instructions_url: "https://s.example/1",
      },
    },
  },
});

test.each([
  ["nothing yet", 500, -1, { status: "pending", until: new Date(PAY_BY * 1000), voucherUrl: "https://s.example/1" }],
  ["a part, and may send the rest", 200, -1, { status: "pending" }],
  ["nothing, in time", 500, 0, { status: "failed", reason: "transfer_lapsed" }],
  ["a part, in time", 200, 0, { status: "paid", money: { amount: 300, currency: "MXN" }, chargeId: "pi_1" }],
] as const)("who has transferred %s", (_, remaining, past, state) => {
  const at = new Date((PAY_BY + past) * 1000);
  expect(remoteState(session(transfer(remaining)), at)).toMatchObject(state);
});

test("what was transferred beyond the price is paid too much", () => {
  const paid = session({
    status: "complete",
    payment_status: "paid",
    payment_intent: { id: "pi_1", status: "succeeded" },
  });
  expect(remoteState(paid, NOW, 100)).toMatchObject({ status: "paid", money: { amount: 600, currency: "MXN" } });
});

test.each([
  [{ status: "succeeded" }, { status: "succeeded", externalId: "re_1" }],
  [
    { status: "pending", pending_reason: "processing" },
    { status: "submitted", externalId: "re_1" },
  ],
  [
    { status: "pending", pending_reason: "charge_pending" },
    { status: "submitted", externalId: "re_1" },
  ],
  [
    { status: "pending", pending_reason: "insufficient_funds" },
    { status: "submitted", externalId: "re_1", waits: "balance" },
  ],
  [{ status: "requires_action" }, { status: "submitted", externalId: "re_1" }],
  [
    { status: "failed", failure_reason: "lost_or_stolen_card" },
    { status: "failed", reason: "lost_or_stolen_card" },
  ],
  [{ status: "canceled" }, { status: "failed", reason: "canceled" }],
])("a refund %o", (over, state) => {
  expect(refundState(refund(over))).toEqual(state);
});

test.each([
  ["charge_already_refunded", "failed"],
  ["balance_insufficient", "failed"],
  ["card_declined", "failed"],
  ["charge_not_refundable", "manual"],
  ["charge_disputed", "failed"],
  ["refund_disputed_payment", "failed"],
] as const)("a refund that is refused for %s: %s", (code, status) => {
  expect(refusedRefund(code)).toEqual({ status, reason: code });
});

test.each([
  ["needs_response", "open"],
  ["under_review", "open"],
  ["warning_needs_response", "open"],
  ["warning_under_review", "open"],
  ["warning_closed", "won"],
  ["prevented", "won"],
  ["won", "won"],
  ["lost", "lost"],
  ["a status of tomorrow", "open"],
])("a dispute that is %s counts as %s", (status, state) => {
  const dispute = { amount: 500, currency: "usd", reason: "general", status } as Stripe.Dispute;
  expect(disputeState(dispute)).toEqual({ state, money: { amount: 500, currency: "USD" }, reason: "general" });
});
