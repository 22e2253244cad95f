import type { MailKind } from "#src/modules/notifications/schema.ts";

/** A mail is tried this often (mechanics 7). */
export const MAX_TRIES = 6;

/** A mail that has been on its way for this long is taken back: whoever sent it is gone. */
export const STUCK_MS = 5 * 60_000;

const WAITS_S = [30, 2 * 60, 8 * 60, 30 * 60, 2 * 3600];

/** When to try again after `attempts` failures, or null when that was the last try. */
export function nextTry(attempts: number, now: Date): Date | null {
  const wait = attempts < MAX_TRIES ? WAITS_S[attempts - 1] : undefined;
  return wait === undefined ? null : new Date(now.getTime() + wait * 1000);
}

/** What a mail is about, as it stands when it is sent. */
export type Subject = {
  booking: { status: string; cancel_reason: string | null; confirmed_at: Date | null } | undefined;
  payment?: { placement: string | null; review_reason: string | null } | undefined;
  refund?: { status: string } | undefined;
  refunds?: readonly { status: string }[];
};

/** Why a mail must not be sent any more, or null when what it says is still true (mechanics 7). */
export function whyWithheld(kind: MailKind, { booking, payment, refund, refunds = [] }: Subject): string | null {
  if (!booking) return "the booking is gone";
  const reasons: Record<MailKind, string | null> = {
    booking_confirmation: booking.status === "confirmed" ? null : `the booking is ${booking.status}`,
    booking_cancelled: booking.status === "cancelled" ? null : `the booking is ${booking.status}`,
    payment_unplaced: unplaced(payment, booking, refunds),
    refund_sent: refund?.status === "succeeded" ? null : `the refund is ${refund?.status ?? "gone"}`,
    staff_payment_review: payment?.review_reason ? null : "the payment was reviewed",
    staff_late_tolerance: booking.status === "confirmed" ? null : `the booking is ${booking.status}`,
  };
  return reasons[kind];
}

function unplaced(payment: Subject["payment"], booking: { status: string }, refunds: readonly { status: string }[]) {
  if (payment?.placement !== "unplaced") return `the payment is ${payment?.placement ?? "gone"}`;
  if (booking.status === "confirmed") return "the booking is confirmed";
  return refunds.some((r) => r.status === "succeeded") ? "the money is back already" : null;
}

/** A test booking's mails say so first of all (payments.md). */
export const subjectLine = (subject: string, test: boolean): string => (test ? `[TEST] ${subject}` : subject);
