import type { PaymentStatus } from "#src/modules/payments/rules/payment.ts";

/** How long after an attempt's end the money that its payer agrees to is still taken: whoever is that late has just been paying. */
const LATE_APPROVAL_MS = 15 * 60_000;

/**
 * Whether a payment ended with a no that its guest was told, so that nothing is taken for it any more even if the payer's agreement
 * still stands at the provider. Only that its time ran out is no such no, for a quarter of an hour.
 */
export function isFinalNo(
  payment: { status: PaymentStatus; failure_reason: string | null; expires_at: Date },
  now: Date,
): boolean {
  if (payment.status !== "cancelled" && payment.status !== "failed") return false;
  return payment.failure_reason !== "expired" || now.getTime() > payment.expires_at.getTime() + LATE_APPROVAL_MS;
}
