import { isOpen } from "#src/modules/base/identity/rules/roles.ts";
import type {
  AccountEmail,
  BookingEmailKind,
  HoldEmail,
  MessageMailKind,
  MoneyEmailKind,
  PartnerAlert,
  PartnerEmail,
  ShiftEmail,
  TillEmail,
  WaitingEmail,
} from "#src/modules/mail/notifications/schema.ts";

/** Attempts per email (rule mail-2), not counting those while the mail server took nothing. */
export const MAX_TRIES = 6;

/** An email that has been sending for this long is requeued: its worker has died. */
export const STUCK_MS = 5 * 60_000;

const WAITS_S = [30, 2 * 60, 8 * 60, 30 * 60, 2 * 3600];

/** How often a mail server that takes nothing is tried, by one email for all: they leave within two minutes of its return (rule mail-2). */
export const PROBE_MS = 30_000;

/** An email that the mail server hasn't taken for this long is given up, however often it was tried. */
const PATIENCE_MS = 48 * 3_600_000;

/** So many emails that fail one after the other, and none that is sent, are the mail server's fault, whatever its answers say. */
export const FAILURES_OF_AN_OUTAGE = 3;

/** Commands before an email's own recipient is named: what fails there would fail for every email. */
const OF_THE_SERVER = /^(CONN|EHLO|HELO|LHLO|STARTTLS|AUTH|MAIL FROM)/;

/** Whether the mail server failed, rather than this one email. `command` and `responseCode` are Nodemailer's. */
export const isServersFault = ({ command, responseCode }: { command?: string; responseCode?: number }): boolean =>
  responseCode === undefined || responseCode === 421 || OF_THE_SERVER.test(command ?? "");

/**
 * Whether this one email is put off: its recipient's server wants it later (greylisting, a full mailbox), and says nothing of others.
 */
export const isPutOff = (error: { command?: string; responseCode?: number }): boolean =>
  !isServersFault(error) && Math.floor((error.responseCode ?? 0) / 100) === 4;

/**
 * A mail server's own second number: what is wrong with the recipient (RFC 3463), but not with a sender (5.1.7, 5.1.8). Microsoft
 * says 5.4.1 of mailboxes that it doesn't know.
 */
const OF_THE_ADDRESS = /\b5\.(1\.(0|1|2|3|6|10)|2\.1|4\.4)\b|\b5\.4\.1\b.*recipient address rejected/i;
/** What says that we, our network or our words are refused, rather than the recipient. */
const OF_US = /\b5\.\d+\.\d+\b|relay|authenticat|spam|block|blacklist|denied|policy|reputation/i;

/**
 * Whether an email's recipient is refused for good: there is no such mailbox, or no such domain. Trying again can't help, and it says
 * nothing of the mail server. `response` is the server's answer, as Nodemailer has it.
 */
export function refusesAddress(error: { command?: string; responseCode?: number; response?: string }): boolean {
  const { command, responseCode = 0, response = "" } = error;
  if (isServersFault(error) || Math.floor(responseCode / 100) !== 5) return false;
  if (OF_THE_ADDRESS.test(response)) return true;
  return command === "RCPT TO" && [550, 551, 553].includes(responseCode) && !OF_US.test(response);
}

/** When to retry an email that was put off, after so many tries; null when it has waited for two days. */
export function nextVisit(createdAt: Date, tries: number, now: Date): Date | null {
  if (now.getTime() - createdAt.getTime() >= PATIENCE_MS) return null;
  return new Date(now.getTime() + (WAITS_S[tries - 1] ?? WAITS_S.at(-1)!) * 1000);
}

/** What is stored of an email whose process ended after it was handed over: nearly always the server has it (docs/decisions/124). */
export const UNSURE = "interrupted after it was handed over";

/** When to retry an email that waits for the mail server, or null when it has waited for two days. */
export const nextProbe = (createdAt: Date, now: Date): Date | null =>
  now.getTime() - createdAt.getTime() < PATIENCE_MS ? new Date(now.getTime() + PROBE_MS) : null;

/** When to retry after `attempts` failures, or null after the last one. */
export function nextTry(attempts: number, now: Date): Date | null {
  const wait = attempts < MAX_TRIES ? WAITS_S[attempts - 1] : undefined;
  return wait === undefined ? null : new Date(now.getTime() + wait * 1000);
}

/** Why an email may be withheld only for now: while it may still leave, it is queued again once that is over. */
export const FOR_NOW = ["it is switched off", "the night is held already"] as const;

/** A booking email's subject, as of sending. */
type AboutBooking = {
  about: "booking";
  kind: BookingEmailKind;
  booking: { status: string; cancel_reason: string | null; confirmed_at: Date | null } | undefined;
  payment?:
    | { status?: string; placement: string | null; review_reason: string | null; change_id?: string | null }
    | undefined;
  refund?: { status: string } | undefined;
  refunds?: readonly { status: string }[];
  rated?: boolean;
  invoice?: { status: string; refused_at: Date | null } | null;
  reason?: string;
  differences?: readonly object[];
  /** why a scheduled email isn’t to leave, beyond what the booking says */
  unscheduled?: string | null;
  review?: { handled_at: Date | null } | undefined;
  reply?: { text: string } | undefined;
};

/** Reasons of payment reviews that staff close by deciding: after that the email is obsolete. */
const CLOSED_BY_REVIEW = ["wrong_amount", "wrong_currency", "dispute"];

type AboutMessage = {
  about: "message";
  kind: MessageMailKind;
  message: object | undefined;
  answer?: object | undefined;
};

type AboutMoney = {
  about: "money";
  kind: MoneyEmailKind;
  event: object | undefined;
  run: { lookedAt: string | null } | undefined;
  tills: readonly object[];
};

type AboutAccount = AccountEmail & {
  about: "account";
  account: { email: string; emailVerified: boolean } | undefined;
  now: Date;
};

type AboutInvitation = {
  about: "invitation";
  invitation: { accepted_at: Date | null; revoked_at: Date | null; expires_at: Date } | undefined;
  now: Date;
};

type AboutHold = HoldEmail & { about: "hold"; episode: { ended_at: Date | null } | undefined; now: Date };

type AboutWaiting = WaitingEmail & { about: "waiting"; entries: readonly { state: string }[] };

type AboutShift = ShiftEmail & {
  about: "shift";
  nights: readonly { state: string; isCancelled: boolean; startsAt: string }[];
  /** Whether whoever it is for still has a role that leads nights. */
  isGuide: boolean;
  now: Date;
};

type AboutTill = TillEmail & { about: "till"; till: object | undefined };

type AboutPartner = PartnerEmail & {
  about: "partner";
  partner: { email: string; version: number; url: string | null } | null;
  recipient: string;
  statement: { state: string } | null;
  question: { answer: string | null } | null;
};

type AboutPartnerAlert = PartnerAlert & {
  about: "partnerAlert";
  questions: readonly object[];
  desk: { locked_at: Date | null; revoked_at: Date | null } | undefined;
};

/** What an email is about. */
export type Subject =
  | { about: "trial" }
  | AboutHold
  | AboutWaiting
  | AboutShift
  | AboutTill
  | AboutPartner
  | AboutPartnerAlert
  | AboutBooking
  | AboutMessage
  | AboutMoney
  | AboutAccount
  | AboutInvitation;

/** Why an email must not be sent any more, or null while it is still true (rule mail-3). */
export function whyWithheld(subject: Subject): string | null {
  if (subject.about === "booking") return withheldOfBooking(subject);
  if (subject.about === "account") return withheldOfAccount(subject);
  if (subject.about === "money") return withheldOfMoney(subject);
  if (subject.about === "invitation") {
    const { invitation, now } = subject;
    return invitation && isOpen(invitation, now) ? null : "the invitation is over";
  }
  if (subject.about === "hold") return withheldOfHold(subject);
  if (subject.about === "waiting")
    return subject.entries.some(({ state }) => state === "waiting") ? null : "it is over";
  if (subject.about === "shift") return withheldOfShift(subject);
  if (subject.about === "till") return subject.till ? null : "somebody has looked already";
  if (subject.about === "partner") return withheldOfPartner(subject);
  if (subject.about === "partnerAlert") return withheldOfAlert(subject);
  if (subject.about === "trial") return null;
  // a message stays as written, whatever its state
  if (!subject.message) return "the message is gone";
  return subject.kind === "message_answered" && !subject.answer ? "the answer is gone" : null;
}

function withheldOfHold(subject: AboutHold): string | null {
  if (subject.kind === "booking_code")
    return new Date(subject.payload.until) <= subject.now ? "its code is too old" : null;
  return subject.episode?.ended_at === null ? null : "it is over";
}

function withheldOfShift({ kind, nights, isGuide, now }: AboutShift): string | null {
  if (!isGuide) return "they are no guide any more";
  if (nights.length === 0) return "the night is gone";
  // what is over says so by itself: the guide has it in their calendar
  if (kind === "shift_ended")
    return nights.some(({ startsAt }) => new Date(startsAt) > now) ? null : "its time is over";
  const asked = nights.filter(({ state }) => state === "asked");
  if (asked.length === 0) return "it is answered already";
  if (asked.every(({ isCancelled }) => isCancelled)) return "the night is cancelled";
  return stillAsked(asked, now).length > 0 ? null : "its time is over";
}

function withheldOfPartner({ kind, payload, partner, recipient, statement, question }: AboutPartner): string | null {
  if (kind === "partner_link" && (!partner?.url || partner.version !== payload.version))
    return "the link was made anew";
  if (partner?.email !== recipient) return "the partner has another address";
  if (kind === "partner_statement") return statement?.state === "draft" ? null : "the statement is agreed already";
  return kind === "partner_statement_answered" && !question?.answer ? "the answer is gone" : null;
}

function withheldOfAlert({ kind, payload, questions, desk }: AboutPartnerAlert): string | null {
  if (kind === "staff_statement_question") return questions.length > 0 ? null : "it is answered already";
  const isLocked = desk?.locked_at?.toISOString() === payload.at && desk.revoked_at === null;
  return isLocked ? null : "somebody has looked already";
}

/** The nights of a request that can still be answered. */
export const stillAsked = <T extends { state: string; isCancelled: boolean; startsAt: string }>(
  nights: readonly T[],
  now: Date,
): T[] =>
  nights.filter(({ state, isCancelled, startsAt }) => state === "asked" && !isCancelled && new Date(startsAt) > now);

function withheldOfMoney({ kind, event, run, tills }: AboutMoney): string | null {
  if (kind === "staff_tills_differ") return tills.length > 0 ? null : "the books agree again";
  if (kind === "staff_event_died") return event ? null : "the message is tried again";
  if (!run) return "the comparison is gone";
  return run.lookedAt ? "somebody has looked already" : null;
}

function withheldOfAccount({ kind, payload, account, now }: AboutAccount): string | null {
  if (!account) return "the account is gone";
  if (kind === "account_verify" && account.emailVerified) return "the address is proved already";
  if (kind === "account_email_change" && account.email === payload.newEmail) return "the address is changed already";
  if ("until" in payload && new Date(payload.until) <= now) return "its link is too old";
  return null;
}

/**
 * The stored payload and texts of an email that was sent or never will be: its token is blanked everywhere, because readers of
 * the log are not its recipient. Just the texts where there is no token.
 */
export function withoutToken(payload: unknown, texts: Record<string, string> = {}): Record<string, string> {
  const token = (payload as { token?: string | null }).token;
  if (!token) return texts;
  const blanked = Object.entries(texts).map(([name, text]) => [name, text.replaceAll(token, "…")]);
  const kept = { ...(payload as object), token: null };
  return { ...(Object.fromEntries(blanked) as Record<string, string>), payload: JSON.stringify(kept) };
}

/** How an attempt counts that was broken off after the email was handed over. */
export const unsure = ({ handed_at: at, payload }: { handed_at: Date | null; payload: unknown }) =>
  ({ status: "sent", sent_at: at, last_error: UNSURE, next_try_at: null, ...withoutToken(payload) }) as const;

function withheldOfBooking({
  kind,
  booking,
  payment,
  refund,
  refunds = [],
  rated,
  invoice,
  reason = "",
  differences = [],
  unscheduled = null,
  review,
  reply,
}: AboutBooking): string | null {
  if (!booking) return "the booking is gone";
  const confirmed = booking.status === "confirmed" ? null : `the booking is ${booking.status}`;
  const reasons: Record<BookingEmailKind, string | null> = {
    booking_confirmation: confirmed,
    booking_cancelled: booking.status === "cancelled" ? unscheduled : `the booking is ${booking.status}`,
    payment_unplaced: unplaced(payment, booking, refunds),
    voucher_issued: withheldOfVoucher(booking, payment),
    payment_at_bank: payment?.status === "pending" ? null : `the payment is ${payment?.status ?? "gone"}`,
    waiting_offer: booking.status === "pending" ? unscheduled : `the booking is ${booking.status}`,
    pay_by_hand: booking.status === "pending" ? null : `the booking is ${booking.status}`,
    payment_refused: withheldOfRefusal(booking, payment),
    // it says that the guest is still booked; the refund has its own email
    change_lost:
      confirmed ?? (payment?.placement === "change_lost" ? null : `the payment is ${payment?.placement ?? "gone"}`),
    // it only links to the page, which shows the current state
    booking_link: null,
    sign_in_link: unscheduled,
    address_change_asked: unscheduled,
    address_change_confirm: unscheduled,
    // it tells what has happened
    contact_changed: null,
    // a credit is never taken back
    credit_given: null,
    refund_sent: refund?.status === "succeeded" ? null : `the refund is ${refund?.status ?? "gone"}`,
    staff_payment_review:
      payment?.review_reason || !CLOSED_BY_REVIEW.includes(reason) ? null : "the payment was reviewed",
    staff_books_differ: differences.length > 0 ? null : "the books agree again",
    staff_late_tolerance: confirmed,
    invoice_issued: invoice?.status === "issued" ? unscheduled : `the invoice is ${invoice?.status ?? "not wanted"}`,
    invoice_refused: isRefused(invoice) ? null : `the invoice is ${invoice?.status ?? "not wanted"}`,
    staff_invoice_request:
      invoice?.status === "requested" && !isRefused(invoice)
        ? null
        : `the invoice is ${isRefused(invoice) ? "refused" : (invoice?.status ?? "not wanted")}`,
    rating_answered: reply?.text ? null : "the reply is gone",
    staff_low_rating: review && review.handled_at === null ? null : "somebody has looked already",
    reminder_day_before: confirmed ?? unscheduled,
    reminder_today: confirmed ?? unscheduled,
    checkout_unfinished: isLapsed(booking) ? unscheduled : `the booking is ${booking.status}`,
    route_changed: confirmed ?? unscheduled,
    rating_request: confirmed ?? (rated ? "the night is rated already" : unscheduled),
    // staff chose its recipient, or a night
    staff_letter: unscheduled,
  };
  return reasons[kind];
}

const isRefused = (invoice: AboutBooking["invoice"]): boolean =>
  invoice?.status === "requested" && invoice.refused_at !== null;

/** Whether nobody decided against it: its hold ended unpaid. */
const isLapsed = ({ status, cancel_reason: reason }: { status: string; cancel_reason: string | null }) =>
  status === "cancelled" && reason === "expired";

/** It asks for money: only as long as that buys the places. */
function withheldOfVoucher(booking: { status: string }, payment: AboutBooking["payment"]) {
  if (booking.status !== "pending") return `the booking is ${booking.status}`;
  return payment?.status === "pending" ? null : `the payment is ${payment?.status ?? "gone"}`;
}

/** Nothing was charged: of interest to who has neither paid another way nor been told that the booking is off. */
function withheldOfRefusal(
  booking: { status: string; cancel_reason: string | null },
  payment: AboutBooking["payment"],
): string | null {
  if (payment?.status !== "failed" && payment?.status !== "cancelled")
    return `the payment is ${payment?.status ?? "gone"}`;
  if (booking.status === "confirmed" && payment.change_id === null) return "the booking is confirmed";
  return booking.status === "cancelled" && !isLapsed(booking) ? "the booking is cancelled" : null;
}

function unplaced(
  payment: AboutBooking["payment"],
  booking: { status: string },
  refunds: readonly { status: string }[],
) {
  if (payment?.placement !== "unplaced") return `the payment is ${payment?.placement ?? "gone"}`;
  if (booking.status === "confirmed") return "the booking is confirmed";
  // it asks for a choice: obsolete once that is made
  const decided = refunds.find((r) => r.status === "succeeded" || r.status === "credited");
  return decided ? `the money is ${decided.status === "credited" ? "credit" : "back"} already` : null;
}

/** A test booking's emails say so in the subject (rule mail-5). */
export const subjectLine = (subject: string, test: boolean): string => (test ? `[TEST] ${subject}` : subject);

/** A person's text as the paragraphs of an email. */
export const linesOf = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");
