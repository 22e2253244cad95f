import type { Rule } from "#src/modules/commission/rules/commission.ts";

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
  /** of a month whose statement was agreed before */
  late: boolean;
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
  /** the night's month and the day after which it can be closed: 2026-12-01 */
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
  at: string;
};
