import { moneyOf } from "#src/modules/money/paypal/rules/amount.ts";
import type { Order, Refund } from "#src/modules/money/paypal/schema.ts";
import type { RefundState, RemoteRefund } from "#src/platform/payment-provider.server.ts";

// PayPal allows letters, digits and - _ . , in a custom id, and our refund ids are `<uuid>:<try>`
/** Our refund's custom id at PayPal. */
export const customIdOf = (refundId: string): string => refundId.replaceAll(":", "_");
const refundIdOf = (customId: string | undefined): string | null => customId?.replaceAll("_", ":") ?? null;

/**
 * Refusals that a retry doesn't change: staff must refund another way, or check that the money has gone back. Disputes and
 * chargebacks aren't among them: staff must not refund by hand what the buyer may get that way, and the next try waits for its
 * end.
 */
const FOR_A_PERSON: readonly string[] = [
  "CAPTURE_FULLY_REFUNDED",
  "INVALID_RESOURCE_ID",
  "MAX_NUMBER_OF_REFUNDS_EXCEEDED",
  "PARTIAL_REFUND_NOT_ALLOWED",
  "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
  "REFUND_AMOUNT_EXCEEDED",
  "REFUND_AMOUNT_TOO_LOW",
  "REFUND_IS_RESTRICTED",
  "REFUND_NOT_ALLOWED",
  "REFUND_TIME_LIMIT_EXCEEDED",
  "RESOURCE_NOT_FOUND",
];

/** The state of a refused refund (Payments v2, "captures.refund-422"). */
export function refusedRefund(issue: string, refundId: string): RefundState {
  // PayPal doesn't queue this: nothing was sent, and asking again sends it
  if (issue === "REFUND_FAILED_INSUFFICIENT_FUNDS")
    return { status: "submitted", externalId: `waits:${refundId}`, waits: "balance" };
  return { status: FOR_A_PERSON.includes(issue) ? "manual" : "failed", reason: issue.toLowerCase() };
}

/** The state of a refund that PayPal accepted. */
export function refundState({ id, status, status_details: details }: Refund): RefundState {
  if (status === "COMPLETED") return { status: "succeeded", externalId: id };
  if (status === "PENDING") return { status: "submitted", externalId: id };
  return { status: "failed", reason: (details?.reason ?? status).toLowerCase() };
}

/** All refunds in an order, whoever made them. */
export function refundsIn(order: Order): RemoteRefund[] {
  const refunds = order.purchase_units.flatMap((unit) => unit.payments?.refunds ?? []);
  return refunds.flatMap((refund) => {
    if (!refund.amount) return [];
    const { status } = refundState(refund);
    return {
      externalId: refund.id,
      refundId: refundIdOf(refund.custom_id),
      money: moneyOf(refund.amount),
      status: status === "manual" ? "failed" : status,
    };
  });
}
