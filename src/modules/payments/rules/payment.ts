export type PaymentStatus = "created" | "pending" | "succeeded" | "failed" | "cancelled";
/** `dropped`: not made after all, the money went another way or stays with the booking; `credited`: given back as credit. */
export type RefundStatus = "requested" | "submitted" | "succeeded" | "failed" | "manual" | "dropped" | "credited";

export type DisputeStatus = "open" | "won" | "lost";

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
  failed: ["submitted", "succeeded", "failed", "manual", "dropped"],
  // the bank it went to may send it back days later
  succeeded: ["manual"],
  // a person has paid it, or wants it tried again
  manual: ["succeeded", "failed", "dropped"],
  dropped: [],
  credited: [],
};

/** Allowed changes of a payment; `succeeded` is sticky (mechanics 2). */
export const paymentMayBecome = (from: PaymentStatus, to: PaymentStatus): boolean => PAYMENT[from].includes(to);
/** Allowed changes of a refund (mechanics 2); the table's own trigger refuses the others. */
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

/** When an unseated payment is refunded without an answer: after 24 h, or at the start if that is sooner, never in the past. */
export function unseatedRefundAt(now: Date, startsAt: Date): Date {
  const wanted = Math.min(now.getTime() + 24 * HOUR, startsAt.getTime());
  return new Date(Math.max(wanted, now.getTime()));
}

/** Pause before the n-th new try of a refund that the provider declined (n from 1): 1 min doubling to 1 h. */
export const refundRetryAt = (now: Date, declines: number): Date =>
  new Date(now.getTime() + Math.min(HOUR, MINUTE * 2 ** (declines - 1)));

/**
 * When to ask again about a refund that was accepted, should no message come: after an hour, then after as long as it has taken so
 * far, a day at most. One that waits for money in the account may take days.
 */
export function refundAskAgainAt(now: Date, firstAsked: Date): Date {
  const taken = now.getTime() - firstAsked.getTime();
  return new Date(now.getTime() + Math.min(24 * HOUR, Math.max(HOUR, taken)));
}

/** After so many declines a refund waits for a person. */
export const MAX_REFUND_DECLINES = 5;

/** A payment whose money the guest's bank has, or may get: nothing of it can be given back by us. */
export const isDisputed = (payment: { dispute_state: string | null }): boolean =>
  payment.dispute_state === "open" || payment.dispute_state === "lost";

/** How disputed a payment is that has disputes in these states: the worst of them counts. Null without any. */
export const overallDispute = (states: readonly DisputeStatus[]): DisputeStatus | null =>
  (["open", "lost", "won"] as const).find((state) => states.includes(state)) ?? null;

type GivenBack = { amount: number; status: string };
type Disputed = { amount: number; state: string };

/**
 * What may still be given back of a payment, in minor units of its currency: paid minus every refund but those that are not made
 * after all. One that failed counts as well (mechanics 4 leaves it out): it is tried again by itself, so its money is spoken for.
 * One that became credit is given back. Nothing of a disputed payment.
 */
export const refundable = (
  payment: { amount: number; dispute_state: string | null },
  refunds: readonly GivenBack[],
): number => (isDisputed(payment) ? 0 : Math.max(0, payment.amount - spokenFor(refunds)));

/**
 * What is still owed of a payment should all of it have to go back: what was neither given back nor lost to a bank. A bank that has
 * yet to decide changes nothing about that; the refund waits for it.
 */
export const owed = (
  payment: { amount: number },
  refunds: readonly GivenBack[],
  disputes: readonly Disputed[],
): number => Math.max(0, payment.amount - spokenFor(refunds) - lostTo(disputes));

/** What banks have kept of a payment for good. */
const lostTo = (disputes: readonly Disputed[]): number =>
  disputes.filter(({ state }) => state === "lost").reduce((sum, { amount }) => sum + amount, 0);

/**
 * Whether what is to go back of a payment has to wait for a bank: while it decides, and where it has kept so much that not all of the
 * refunds are there any more.
 */
export const bankHolds = (
  payment: { amount: number; dispute_state: string | null },
  refunds: readonly GivenBack[],
  disputes: readonly Disputed[],
): boolean =>
  payment.dispute_state === "open" ||
  (payment.dispute_state === "lost" && spokenFor(refunds) + lostTo(disputes) > payment.amount);

/** What has gone back or is to go back of a payment. */
export const spokenFor = (refunds: readonly GivenBack[]): number =>
  refunds.filter(({ status }) => status !== "dropped").reduce((sum, { amount }) => sum + amount, 0);

/**
 * Whether the guest may still say what becomes of a payment that found no seats: until its refund is due, or was asked for at the
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
