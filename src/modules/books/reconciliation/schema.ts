import { z } from "zod";
import type { Money } from "#src/kernel/money.ts";
import { toPlainText } from "#src/kernel/plain-text.ts";
import type { Account } from "#src/modules/base/ledger/rules/accounts.ts";
import type { HandBack } from "#src/modules/money/payments/rules/payment.ts";
import type { DeadReason } from "#src/modules/money/payments/rules/inbox.ts";
import type { DifferenceKind } from "#src/modules/books/reconciliation/rules/compare.ts";
import type { MoneyWord } from "#src/modules/books/reconciliation/rules/money-list.ts";

/** An action on the payments page, and the payment, refund, message or comparison it applies to. */
export const MoneyAct = z.object({
  id: z.uuid(),
  note: z.string().overwrite(toPlainText).default(""),
});
export type MoneyAct = z.infer<typeof MoneyAct>;

/** A difference as shown; `reference` is the booking's, if known. `mended`: repaired automatically. */
export type ShownDifference = {
  id: string;
  kind: DifferenceKind;
  externalId: string | null;
  reference: string | null;
  ours: Money | null;
  theirs: Money | null;
  mended: boolean;
};
/** One comparison of a provider's day (YYYY-MM-DD) with our records. Instants are ISO 8601. */
export type Run = {
  id: string;
  provider: string;
  day: string;
  ranAt: string;
  movements: number;
  lookedAt: string | null;
  differences: ShownDifference[];
};

type OfBooking = { id: string; reference: string; guest: string; provider: string };

/** A payment that may be reclaimed, or should be looked at; `at` is since when. */
export type AskedBack = OfBooking & { asked: Money; charged: Money; at: string | null };
/** A payment with a wrong amount or currency. */
export type Review = OfBooking & {
  asked: Money;
  charged: Money;
  reason: "wrong_amount" | "wrong_currency";
  at: string;
};
/** A refund not completed; `due` is its next try. */
export type UndoneRefund = OfBooking & {
  money: Money;
  status: string;
  /** how staff give it back themselves; null where the provider does */
  by: HandBack | null;
  waits: string | null;
  error: string | null;
  at: string;
  due: string;
};
/** What a provider's message is about. */
export const MESSAGE_TOPICS = ["payment", "refund", "dispute", "warning", "other"] as const;
type MessageTopic = (typeof MESSAGE_TOPICS)[number];

/** A provider's dead message. */
export type StuckMessage = {
  id: string;
  provider: string;
  topic: MessageTopic;
  /** What the company calls it. */
  type: string;
  about: string;
  reason: DeadReason;
  alarming: boolean;
  error: string | null;
  receivedAt: string;
};

/** The balance of a ledger account; debits are positive. Test money is separate. */
export type ShownBalance = { account: Account; provider: string | null; test: boolean; money: Money };
/** The state of the ledger; `month` is the current one (`2026-11`). `proof` is null before the first check. */
export type ShownBooks = {
  proof: { at: string; differences: number } | null;
  balances: ShownBalance[];
  month: string;
};

/** The data of the payments page. */
export type PaymentsAdmin = {
  reviews: Review[];
  /** payments long undecided by their provider, which are also polled automatically */
  unanswered: AskedBack[];
  /** payments that a bank has been making for longer than places wait */
  banks: AskedBack[];
  disputes: AskedBack[];
  warnings: AskedBack[];
  refunds: UndoneRefund[];
  messages: StuckMessage[];
  runs: Run[];
  /** days that couldn't be compared yet, and are tried again every night; oldest first */
  uncompared: { provider: string; day: string }[];
  books: ShownBooks;
  /** How many of these need staff. */
  todo: number;
  mayChange: boolean;
};

/** A payment or a refund in the list of all of them; `at` is when it began (ISO). */
export type MoneyListEntry = {
  id: string;
  kind: "payment" | "refund";
  word: MoneyWord;
  /** null where something else than a booking was paid for */
  bookingId: string | null;
  reference: string;
  /** empty once the guest's data has been deleted */
  guest: string;
  provider: string;
  money: Money;
  at: string;
  test: boolean;
};
/** A page of the list; `newer` and `older` are the ids to continue from. */
export type MoneyList = { entries: MoneyListEntry[]; newer: string | null; older: string | null };
