import type { PaymentStatus } from "#src/modules/money/payments/rules/payment.ts";

/** How long after an attempt's end an approval is still captured: a payer that late was just paying. */
const LATE_APPROVAL_MS = 15 * 60_000;

/**
 * Whether a payment ended with a refusal the guest was told, so that nothing is captured even if the approval still stands at
 * the provider. Expiry alone isn't one until a quarter of an hour later.
 */
export function isFinalNo(
  payment: { status: PaymentStatus; failure_reason: string | null; expires_at: Date },
  now: Date,
): boolean {
  if (payment.status !== "cancelled" && payment.status !== "failed") return false;
  return payment.failure_reason !== "expired" || now.getTime() > payment.expires_at.getTime() + LATE_APPROVAL_MS;
}
