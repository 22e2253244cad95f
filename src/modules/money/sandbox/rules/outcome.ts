export const METHODS = ["card", "apple_pay", "google_pay", "paypal", "oxxo", "spei"] as const;
export type Method = (typeof METHODS)[number];

/** How many days an OXXO voucher can be paid, and a transfer made. */
const DAYS: Record<string, number> = { oxxo: 3, spei: 2 };

/** Until when a voucher issued now can be paid; null for other slow payments, which have no known end. */
export const voucherUntil = (method: string, outcome: Outcome, now: Date): Date | null =>
  outcome === "voucher" && DAYS[method] ? new Date(now.getTime() + DAYS[method] * 86_400_000) : null;

export type SessionState = "open" | "pending" | "paid" | "failed" | "cancelled" | "expired";

/** The outcomes a tester can trigger on the hosted page or through the test API. */
export const OUTCOMES = [
  "approve",
  "decline",
  "insufficient_funds",
  "cancel",
  "voucher",
  "voucher_paid",
  "voucher_lapsed",
  "wrong_amount",
  "dispute",
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const EVENT_TYPES = [
  "payment.succeeded",
  "payment.failed",
  "payment.cancelled",
  "payment.pending",
  "refund.succeeded",
  "refund.failed",
  "dispute.created",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

type Effect = { from: SessionState; to: SessionState; event: EventType; failure?: string };

/**
 * Every transition of a session, and the message that reports it. A declined card leaves the session open, as on a real hosted
 * page: the guest tries again. Expiry depends on the clock and has no message.
 */
export const EFFECTS: Record<Outcome, Effect> = {
  approve: { from: "open", to: "paid", event: "payment.succeeded" },
  wrong_amount: { from: "open", to: "paid", event: "payment.succeeded" },
  decline: { from: "open", to: "open", event: "payment.failed", failure: "declined" },
  insufficient_funds: { from: "open", to: "open", event: "payment.failed", failure: "insufficient_funds" },
  cancel: { from: "open", to: "cancelled", event: "payment.cancelled", failure: "cancelled_by_payer" },
  voucher: { from: "open", to: "pending", event: "payment.pending" },
  voucher_paid: { from: "pending", to: "paid", event: "payment.succeeded" },
  voucher_lapsed: { from: "pending", to: "failed", event: "payment.failed", failure: "voucher_lapsed" },
  dispute: { from: "paid", to: "paid", event: "dispute.created" },
};

/** What an outcome charges, in minor units: nothing, the amount asked, or (wrong_amount) never exactly that. */
export function chargedAmount(outcome: Outcome, amount: number): number | null {
  if (outcome === "wrong_amount") return amount > 100 ? amount - 100 : amount + 100;
  return outcome === "approve" || outcome === "voucher_paid" ? amount : null;
}

/** Why a refund can't be made, or null. `refunded` sums the refunds so far that have not failed, in minor units. */
export function refundRefusal(
  session: { state: string; currency: string; charged_amount: number | null },
  refunded: number,
  money: { amount: number; currency: string },
): "not_paid" | "wrong_currency" | "exceeds_charge" | null {
  if (session.state !== "paid") return "not_paid";
  if (session.currency !== money.currency) return "wrong_currency";
  return refunded + money.amount > session.charged_amount! ? "exceeds_charge" : null;
}

/** Which URL of the shop the guest returns to; none if they stay on the hosted page. */
export const RETURNS: Partial<Record<Outcome, "success" | "cancel">> = {
  approve: "success",
  wrong_amount: "success",
  voucher: "success",
  cancel: "cancel",
};
