import type Stripe from "stripe";
import type { Currency, Money } from "#src/kernel/money.ts";
import type { DisputeState, RefundState, RemoteRefund, RemoteState } from "#src/platform/payment-provider.server.ts";

/** Money from Stripe's two fields. An unknown currency is kept: settlement compares it. */
export const moneyOf = ({ amount, currency }: { amount: number; currency: string }): Money => ({
  amount,
  currency: currency.toUpperCase() as Currency,
});

/** The id of a reference that may have been expanded. */
export const idOf = (named: string | { id: string } | null | undefined): string | null =>
  typeof named === "string" ? named : (named?.id ?? null);

/**
 * The state of an attempt, from its session with the payment intent expanded. A decline while the page is open isn't final: the
 * guest tries another card. `unpaid` on a completed page is a voucher, a transfer or a slow bank, until the intent fails. Stripe
 * waits for a transfer forever; we do until `now` is past its `pay_by`, and then count what came of it. `surplus`: what was
 * transferred beyond it.
 */
export function remoteState(session: Stripe.Checkout.Session, now: Date, surplus = 0): RemoteState {
  if (session.status === "expired") return { status: "expired", reason: "expired" };
  if (session.status !== "complete") return { status: "open" };
  const { amount_total: amount, currency, payment_intent: intent } = session;
  if (session.payment_status !== "unpaid")
    return {
      status: "paid",
      money: moneyOf({ amount: (amount ?? 0) + surplus, currency: currency ?? "" }),
      chargeId: idOf(intent),
    };
  const order = typeof intent === "string" || intent === null ? null : intent;
  if (order?.status === "canceled" || order?.status === "requires_payment_method")
    return {
      status: "failed",
      reason: order.last_payment_error?.code ?? order.cancellation_reason ?? "payment_failed",
    };
  const payBy = Number(session.metadata?.["pay_by"] ?? NaN);
  if (!Number.isNaN(payBy) && order) return transferState(order, new Date(payBy * 1000), now);
  const { expires_after: until, hosted_voucher_url: voucherUrl } = order?.next_action?.oxxo_display_details ?? {};
  return {
    status: "pending",
    ...(until ? { until: new Date(until * 1000) } : {}),
    ...(voucherUrl ? { voucherUrl } : {}),
  };
}

function transferState(intent: Stripe.PaymentIntent, until: Date, now: Date): RemoteState {
  const { amount_remaining: remaining, hosted_instructions_url: url } =
    intent.next_action?.display_bank_transfer_instructions ?? {};
  if (now < until) return { status: "pending", until, ...(url ? { voucherUrl: url } : {}) };
  const received = intent.amount - (remaining ?? intent.amount);
  if (received === 0) return { status: "failed", reason: "transfer_lapsed" };
  return { status: "paid", money: moneyOf({ amount: received, currency: intent.currency }), chargeId: intent.id };
}

/** The state of a refund. An accepted one may wait until the account has balance. */
export function refundState(refund: Stripe.Refund): RefundState {
  if (refund.status === "succeeded") return { status: "succeeded", externalId: refund.id };
  if (refund.status === "failed" || refund.status === "canceled")
    return { status: "failed", reason: refund.failure_reason ?? refund.status };
  const waits = refund.pending_reason === "insufficient_funds" ? ({ waits: "balance" } as const) : {};
  return { status: "submitted", externalId: refund.id, ...waits };
}

/**
 * Codes of refunds that no retry can bring about: the payment method or the charge's age forbids them. A dispute
 * (`charge_disputed`, `refund_disputed_payment`) isn't among them: staff must not refund by hand what the bank may return, and
 * once its webhook is here the next try waits for the bank.
 */
const MANUAL = ["charge_not_refundable", "charge_exceeds_source_limit", "payment_method_unsupported_type"];

/** The state of a refund that Stripe refused to make, by the error's code. */
export const refusedRefund = (code: string): RefundState => ({
  status: MANUAL.includes(code) ? "manual" : "failed",
  reason: code,
});

/** A refund in a listing, whoever made it; ours carry our id. */
export function remoteRefund(refund: Stripe.Refund): RemoteRefund {
  const { status } = refundState(refund);
  return {
    externalId: refund.id,
    refundId: refund.metadata?.["refund"] ?? null,
    money: moneyOf(refund),
    status: status === "manual" ? "failed" : status,
  };
}

const WON = ["won", "warning_closed", "prevented"];

/** The state of a dispute. A closed inquiry (`warning_…`) and a prevented dispute count as won. */
export const disputeState = (dispute: Stripe.Dispute): DisputeState => ({
  state: dispute.status === "lost" ? "lost" : WON.includes(dispute.status) ? "won" : "open",
  money: moneyOf(dispute),
  reason: dispute.reason,
});
