import { byLetters } from "#src/kernel/letters.ts";
import type { Money } from "#src/kernel/money.ts";
import type { HandBack, RefundStatus } from "#src/modules/money/payments/rules/payment.ts";

/** Progress of one step of a cancelled departure: `none` if there is nothing to do. */
export type StepState = "done" | "open" | "failed" | "none";

/** A refund or an email with the status of its row. `waits`: for a bank's decision, for balance, or for the guest's `choice`. */
export type RefundStep = {
  id: string;
  status: RefundStatus | HandBack;
  waits: string | null;
  money: Money;
  error: string | null;
};
export type EmailStep = { status: string; error: string | null };

export type ProgressRow = {
  id: string;
  reference: string;
  name: string;
  people: number;
  /** false until it has been ended */
  ended: boolean;
  /** what we have of it now: money received and not given back, and credit that paid for it (also once it is returned) */
  paid: { money: Money[]; credit: Money[] };
  refunds: RefundStep[];
  email: EmailStep | null;
};

/** A row's text about money: the refund, else the amount paid, else that nothing was paid, or nothing yet. */
export type MoneyOfRow = { kind: "back" | "paid" | "credit"; money: readonly Money[] } | { kind: "unpaid" | "never" };

/** `never`: it ended without having been paid. While it waits to be ended, a payment may still come. */
export function moneyOfRow({ refunds, paid, ended }: ProgressRow): MoneyOfRow {
  if (refunds.length > 0) return { kind: "back", money: refunds.map(({ money }) => money) };
  if (paid.money.length > 0) return { kind: "paid", money: paid.money };
  if (paid.credit.length > 0) return { kind: "credit", money: paid.credit };
  return { kind: ended ? "never" : "unpaid" };
}

/** Counts of steps, one tick each in the board's strip. */
export type Tally = { done: number; open: number; failed: number; all: number };

export type Progress = {
  rows: ProgressRow[];
  bookings: Tally;
  refunds: Tally;
  emails: Tally;
  /** rows that staff have to look at */
  problems: number;
  /** whether something is still in progress, so that refreshing is worth it */
  live: boolean;
};

/**
 * A declined refund is retried automatically, a `manual` one isn't. Waiting for a bank or for balance counts as open, and so
 * does what staff are to give back themselves.
 */
export function stateOfRefund({ status }: RefundStep): StepState {
  if (status === "succeeded") return "done";
  if (status === "dropped" || status === "credited") return "none";
  return status === "manual" || status === "failed" ? "failed" : "open";
}

export function stateOfEmail(email: EmailStep | null): StepState {
  if (!email || email.status === "withheld") return "none";
  if (email.status === "sent") return "done";
  return email.status === "failed" ? "failed" : "open";
}

const isProblem = (row: ProgressRow): boolean =>
  row.refunds.some((refund) => stateOfRefund(refund) === "failed") || stateOfEmail(row.email) === "failed";
const isOpen = (row: ProgressRow): boolean =>
  !row.ended || row.refunds.some((refund) => stateOfRefund(refund) === "open") || stateOfEmail(row.email) === "open";

/** Whether staff give this back themselves, so that looking again at once changes nothing. */
export const isByHand = ({ status }: RefundStep): boolean =>
  status === "hand_over" || status === "terminal" || status === "transfer";
const isMoving = (row: ProgressRow): boolean =>
  isOpen({ ...row, refunds: row.refunds.filter((refund) => !isByHand(refund) && refund.waits !== "choice") });

/** The board: problems first, then open rows, then done ones; each by name. */
export function progressOf(rows: readonly ProgressRow[]): Progress {
  const weight = (row: ProgressRow) => (isProblem(row) ? 0 : isOpen(row) ? 1 : 2);
  const refunds = rows.flatMap((row) => row.refunds);
  return {
    rows: rows.toSorted((a, b) => weight(a) - weight(b) || byLetters(a.name, b.name)),
    bookings: tally(rows.map(({ ended }) => (ended ? "done" : "open"))),
    refunds: tally(refunds.map(stateOfRefund)),
    emails: tally(rows.map(({ email }) => stateOfEmail(email))),
    problems: rows.filter(isProblem).length,
    live: rows.some(isMoving) || refunds.some(({ status }) => status === "failed"),
  };
}

/** A step's state. While bookings are still being cancelled, a refund or an email may yet follow from each. */
export function stateOfStep({ open, failed, all }: Tally, bookings: Tally): StepState {
  if (failed > 0) return "failed";
  if (open > 0 || bookings.open > 0) return "open";
  return all === 0 ? "none" : "done";
}

function tally(states: readonly StepState[]): Tally {
  const count = (state: StepState) => states.filter((one) => one === state).length;
  const [done, open, failed] = [count("done"), count("open"), count("failed")];
  return { done, open, failed, all: done + open + failed };
}
