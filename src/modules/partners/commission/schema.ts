import { z } from "zod";
import { toPlainText } from "#src/kernel/plain-text.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Rule } from "#src/modules/partners/commission/rules/commission.ts";
import type { Why } from "#src/modules/partners/commission/rules/why.ts";

// What pages show of commission. Money in centavos of MXN; no guest's contact data, and of their name the initials.

/** `open`: the month isn't closed, its figures still grow; `none`: it was closed without anything of the partner. */
export type StatementStanding = "open" | "draft" | "agreed" | "paid" | "none";

/** A partner's statement of a month in one line. */
export type StatementHead = {
  /** null before the month is closed */
  id: string | null;
  partnerId: string;
  name: string;
  code: string;
  language: "en" | "es";
  /** 2026-11 */
  month: string;
  /** 2026-11-04; null before the month is closed */
  number: string | null;
  state: StatementStanding;
  /** people that the commission is for */
  people: number;
  bookings: number;
  commission: number;
  /** cash that the partner took for us */
  cash: number;
  /** commission less cash: what is to be paid to the partner, or by them where it is negative */
  due: number;
  agreedAt: string | null;
  agreedBy: "partner" | "staff" | null;
  paidAt: string | null;
  reference: string;
  /** questions that wait for an answer */
  questions: number;
  /** bookings that may be the partner's own, not decided yet */
  doubts: number;
};

/** What all statements of a month come to. */
export type StatementSums = { count: number; made: number; commission: number; due: number; owed: number };

/** A booking on a statement; `came` people and `sale` are what the amount is for. Negative: taken back. */
export type StatementLine = {
  bookingId: string;
  reference: string;
  initials: string;
  /** the night: 2026-11-20 */
  date: string;
  came: number;
  people: number;
  sale: number;
  amount: number;
  /** why it moved last */
  cause: string;
  rule: Rule | null;
  /** it corrects a night of a month that was closed before */
  late: boolean;
  why: Why;
  doubt: boolean;
};

/** Cash of a booking that the partner sold at their desk. */
export type CashLine = { bookingId: string; reference: string; initials: string; date: string; cash: number };

export type Question = {
  id: string;
  bookingId: string;
  reference: string;
  question: string;
  askedAt: string;
  answer: string | null;
  answeredAt: string | null;
};

export type Statement = StatementHead & {
  /** the month's last day: 2026-11-30 */
  openUntil: string;
  /** from when on it can be closed: 2026-12-01 */
  closesOn: string;
  lines: StatementLine[];
  cashLines: CashLine[];
  asked: Question[];
};

/** One line as it was written, for "why?". */
export type WrittenLine = {
  id: number;
  partner: string;
  month: string;
  date: string;
  kind: "accrued" | "reversed" | "tier" | "correction";
  cause: string;
  came: number;
  people: number;
  sale: number;
  amount: number;
  rule: Rule | null;
  why: Why;
  at: string;
};

/** A statement as a page shows it: some of its lines, the others as their count and sum. */
export type ShownStatement = Statement & { more: number; moreAmount: number };

/** Questions about a partner's statement that wait for an answer. */
export type AskedAbout = { partnerId: string; name: string; month: string; count: number };

/**
 * The payout sheet: its statements, of how many partners, their sum in centavos, and `until` when the last of them was agreed, by which its
 * file is the same; and what keeps some from it: partners' names.
 */
export type Payouts = {
  statements: string[];
  partners: number;
  sum: number;
  until: string | null;
  lacking: string[];
  owing: string[];
};

const statement_id = z.uuid();
const centavos = z.coerce.number().int();
const text = (most: number, missing: MessageId) =>
  z.string().overwrite(toPlainText).min(1, missing).max(most, "errors.tooLong");

// What staff do with statements.
export const CloseMonth = z.object({ month: z.string().max(7) });
export const AgreeStatement = z.object({ statement_id, commission: centavos, cash: centavos });
export const PayStatement = z.object({ statement_id, reference: text(60, "commission-admin.error.reference") });
export const PaySheet = z.object({
  statements: z
    .string()
    .transform((ids) => ids.split(","))
    .pipe(z.array(z.uuid()).min(1)),
  sum: centavos,
});
export const AnswerQuestion = z.object({ question_id: z.uuid(), text: text(500, "commission-admin.error.answer") });
