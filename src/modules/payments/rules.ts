export type PaymentStatus = "created" | "pending" | "succeeded" | "failed" | "cancelled";
/** `dropped`: the money stays with the booking after all; `credited`: it was given back as credit. */
export type RefundStatus = "requested" | "submitted" | "succeeded" | "failed" | "manual" | "dropped" | "credited";

const PAYMENT: Record<PaymentStatus, readonly PaymentStatus[]> = {
  created: ["pending", "succeeded", "failed", "cancelled"],
  pending: ["succeeded", "failed", "cancelled"],
  succeeded: [],
  // a provider may take back its no (a second try on the same hosted page), never its yes
  failed: ["succeeded"],
  cancelled: ["succeeded"],
};

const REFUND: Record<RefundStatus, readonly RefundStatus[]> = {
  requested: ["submitted", "succeeded", "failed", "manual", "dropped", "credited"],
  submitted: ["succeeded", "failed", "manual"],
  failed: ["submitted", "succeeded", "failed", "manual"],
  succeeded: [],
  manual: ["succeeded"],
  dropped: [],
  credited: [],
};

/** Allowed changes of a payment; `succeeded` is sticky (mechanics 2). */
export const paymentMayBecome = (from: PaymentStatus, to: PaymentStatus): boolean => PAYMENT[from].includes(to);
/** Allowed changes of a refund (mechanics 2). */
export const refundMayBecome = (from: RefundStatus, to: RefundStatus): boolean => REFUND[from].includes(to);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** How long after its end an unanswered attempt is still asked about. */
const LATE_ANSWERS_MS = 24 * HOUR;

/** When to ask the provider next: every 2 min in the first hour, then hourly to the deadline, then never (mechanics 2). */
export function nextPollAt(created: Date, expires: Date, now: Date): Date | null {
  const next = new Date(now.getTime() + (now.getTime() - created.getTime() < HOUR ? 2 * MINUTE : HOUR));
  return next.getTime() > expires.getTime() + LATE_ANSWERS_MS ? null : next;
}

/** When an unplaced payment is refunded without an answer: after 24 h, or at the start if that is sooner, never in the past. */
export function unplacedRefundAt(now: Date, startsAt: Date): Date {
  const wanted = Math.min(now.getTime() + 24 * HOUR, startsAt.getTime());
  return new Date(Math.max(wanted, now.getTime()));
}

/** Pause before the n-th new try of a refund that the provider declined (n from 1): 1 min doubling to 1 h. */
export const refundRetryAt = (now: Date, declines: number): Date =>
  new Date(now.getTime() + Math.min(HOUR, MINUTE * 2 ** (declines - 1)));

/** After so many declines a refund waits for a person. */
export const MAX_REFUND_DECLINES = 5;

/**
 * What may still be given back of a payment, in minor units: paid minus every refund that stands. One that failed counts as well
 * (mechanics 4 leaves it out): it is tried again by itself, so its money is spoken for. One that became credit is given back.
 */
export const refundable = (paid: number, refunds: readonly { amount: number; status: string }[]): number =>
  paid - refunds.reduce((sum, r) => sum + (r.status === "dropped" ? 0 : r.amount), 0);

/**
 * Whether the guest may still say what becomes of a payment that found no places: until its refund is due, or was asked for at the
 * provider. Asking for it now makes it due now.
 */
export const isUndecided = (
  refund: { reason: string; status: RefundStatus; due_at: Date; first_asked_at: Date | null },
  now: Date,
): boolean =>
  refund.reason === "unplaced" &&
  refund.status === "requested" &&
  refund.due_at > now &&
  refund.first_asked_at === null;
