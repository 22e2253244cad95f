export type PaymentStatus = "created" | "pending" | "succeeded" | "failed" | "cancelled";
/** `dropped`: not made after all, the money went another way or stays with the booking; `credited`: replaced by credit. */
export type RefundStatus = "requested" | "submitted" | "succeeded" | "failed" | "manual" | "dropped" | "credited";

export type DisputeStatus = "open" | "won" | "lost";

const PAYMENT: Record<PaymentStatus, readonly PaymentStatus[]> = {
  created: ["pending", "succeeded", "failed", "cancelled"],
  pending: ["succeeded", "failed", "cancelled"],
  succeeded: [],
  // a provider may revise a refusal (a second try on the same hosted page, or a bank that takes one up late), never a success
  failed: ["pending", "succeeded"],
  cancelled: ["pending", "succeeded"],
};

const REFUND: Record<RefundStatus, readonly RefundStatus[]> = {
  requested: ["submitted", "succeeded", "failed", "manual", "dropped", "credited"],
  submitted: ["succeeded", "failed", "manual"],
  failed: ["submitted", "succeeded", "failed", "manual", "dropped"],
  // the receiving bank may return it days later
  succeeded: ["manual"],
  // staff paid it, or retry it
  manual: ["succeeded", "failed", "dropped"],
  dropped: [],
  credited: [],
};

/** Allowed transitions of a payment; `succeeded` is final (rule payments-1). */
export const paymentMayBecome = (from: PaymentStatus, to: PaymentStatus): boolean => PAYMENT[from].includes(to);
/** Allowed transitions of a refund (rule refunds-4); a trigger on the table enforces them too. */
export const refundMayBecome = (from: RefundStatus, to: RefundStatus): boolean => REFUND[from].includes(to);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** How long after its end an unanswered attempt is still polled. */
const LATE_ANSWERS_MS = 24 * HOUR;

/**
 * When to poll the provider next: after 30 s, then after as long as the attempt is old, every 2 min at most in the first hour, then
 * hourly until `LATE_ANSWERS_MS` after the end, then never (rule payments-4). Most guests pay within two minutes, and wait on our
 * page if the message of it is lost.
 */
export function nextPollAt(created: Date, expires: Date, now: Date): Date | null {
  const age = now.getTime() - created.getTime();
  const pause = age < HOUR ? Math.min(2 * MINUTE, Math.max(MINUTE / 2, age)) : HOUR;
  const next = new Date(now.getTime() + pause);
  return next.getTime() > expires.getTime() + LATE_ANSWERS_MS ? null : next;
}

/** How long a payment that waits for a bank is polled: banks take days, reviews by the provider weeks. */
const BANK_ANSWERS_MS = 30 * 24 * HOUR;

/** Until when a payment is expected to end: at the end of its page or voucher, much later where a bank is still paying. */
export const answerBy = ({ expires_at, bank_since }: { expires_at: Date; bank_since: Date | null }): Date =>
  bank_since === null ? expires_at : new Date(Math.max(expires_at.getTime(), bank_since.getTime() + BANK_ANSWERS_MS));

/** Whether the guest has made a payment and their bank hasn't yet. */
export const isAtBank = (payment: { status: PaymentStatus; bank_since: Date | null }): boolean =>
  payment.bank_since !== null && payment.status === "pending";

/** When an unseated payment is refunded without an answer: after 24 h, or at the start if that is sooner, never in the past. */
export function unseatedRefundAt(now: Date, startsAt: Date): Date {
  const until = Math.min(now.getTime() + 24 * HOUR, startsAt.getTime());
  return new Date(Math.max(until, now.getTime()));
}

/** When to retry a refund after its n-th decline (n from 1): 1 min doubling to 1 h. */
export const refundRetryAt = (now: Date, declines: number): Date =>
  new Date(now.getTime() + Math.min(HOUR, MINUTE * 2 ** (declines - 1)));

/**
 * When to ask again about an accepted refund if no webhook arrives: after an hour, then after as long as it has taken so far, a
 * day at most. One that waits for balance may take days.
 */
export function refundAskAgainAt(now: Date, firstAsked: Date): Date {
  const elapsed = now.getTime() - firstAsked.getTime();
  return new Date(now.getTime() + Math.min(24 * HOUR, Math.max(HOUR, elapsed)));
}

/** After this many declines a refund is left to staff. */
export const MAX_REFUND_DECLINES = 5;

/** Whether the guest's bank has a payment's money, or may get it: we can't refund any of it. */
export const isDisputed = (payment: { dispute_state: string | null }): boolean =>
  payment.dispute_state === "open" || payment.dispute_state === "lost";

/** The overall state of a payment's disputes: open, then lost, then won. Null without any. */
export const overallDispute = (states: readonly DisputeStatus[]): DisputeStatus | null =>
  (["open", "lost", "won"] as const).find((state) => states.includes(state)) ?? null;

type GivenBack = { amount: number; status: string };
type Disputed = { amount: number; state: string };

/**
 * What can still be refunded of a payment, in minor units of its currency: paid minus all refunds except dropped ones. A failed
 * one counts too (rule refunds-3), because it is retried automatically; so does one that became credit. Zero for a
 * disputed payment.
 */
export const refundable = (
  payment: { amount: number; dispute_state: string | null },
  refunds: readonly GivenBack[],
): number => (isDisputed(payment) ? 0 : Math.max(0, payment.amount - spokenFor(refunds)));

/**
 * What is still owed if a payment must be refunded in full: what was neither refunded nor lost to a bank. An open dispute
 * doesn't change it; the refund waits for that.
 */
export const owed = (
  payment: { amount: number },
  refunds: readonly GivenBack[],
  disputes: readonly Disputed[],
): number => Math.max(0, payment.amount - spokenFor(refunds) - lostTo(disputes));

/** What banks have kept of a payment. */
const lostTo = (disputes: readonly Disputed[]): number =>
  disputes.filter(({ state }) => state === "lost").reduce((sum, { amount }) => sum + amount, 0);

/**
 * Whether a payment's refunds have to wait for a bank: while it decides, and if it has kept so much that the rest doesn't cover
 * them.
 */
export const bankHolds = (
  payment: { amount: number; dispute_state: string | null },
  refunds: readonly GivenBack[],
  disputes: readonly Disputed[],
): boolean =>
  payment.dispute_state === "open" ||
  (payment.dispute_state === "lost" && spokenFor(refunds) + lostTo(disputes) > payment.amount);

/** How staff give back money that no provider can: `hand_over` in cash, on the card at the `terminal`, or `transfer` it. */
export type HandBack = "hand_over" | "terminal" | "transfer";

/** How a payment's refunds are given back by hand; null where its provider refunds. An OXXO voucher was paid at a counter. */
export function handBackOf({ provider, method }: { provider: string; method: string }): HandBack | null {
  if (method === "reseller") return null;
  if (provider === "cash") return "hand_over";
  if (provider === "terminal") return "terminal";
  return ["transfer", "invoice", "hostel", "before"].includes(provider) || method === "oxxo" ? "transfer" : null;
}

/** A refund's state as staff see it: one left to them by a provider (`manual`) isn't one that was always theirs to give. */
export const shownRefundStatus = (
  refund: { status: RefundStatus },
  payment: { provider: string; method: string },
): RefundStatus | HandBack => (refund.status === "manual" ? (handBackOf(payment) ?? "manual") : refund.status);

/** The total of a payment's refunds, made or due. */
export const spokenFor = (refunds: readonly GivenBack[]): number =>
  refunds.filter(({ status }) => status !== "dropped").reduce((sum, { amount }) => sum + amount, 0);

/** Refunds of bookings that were paid and have no places: the payment came too late, or we called the night off. */
const OF_UNSEATED = ["unplaced", "departure_cancelled"];

/**
 * Whether the guest may still decide about the money of a booking without places: until its refund is due, or was sent to the
 * provider. Requesting the refund now makes it due now, and one without a choice is due when it is written.
 */
export const isUndecided = (
  refund: { reason: string; status: RefundStatus; due_at: Date; first_asked_at: Date | null },
  now: Date,
): boolean =>
  OF_UNSEATED.includes(refund.reason) &&
  refund.status === "requested" &&
  refund.due_at > now &&
  refund.first_asked_at === null;

/** Whether staff give such money back while the guest is there: cash, or on the card at our terminal. */
export const isGivenOnTheSpot = (provider: string): boolean => provider === "cash" || provider === "terminal";

/** Whether a refund of such money is still to be given: nobody else is asked, so its job only leaves it to staff. */
export const isToGive = (status: RefundStatus): boolean => status === "requested" || status === "manual";
