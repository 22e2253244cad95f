import type { Currency } from "#src/kernel/money.ts";

/**
 * The accounts of the books. `guest`: what guests owe us (> 0) or have paid without owing it (< 0). `clearing`: what a provider holds
 * for us. `refund_due`: promised back and not gone yet. `credit`: promised as credit for another departure. `affiliate_due`: commissions.
 */
export const ACCOUNTS = ["guest", "revenue", "clearing", "refund_due", "credit", "affiliate_due"] as const;
export type Account = (typeof ACCOUNTS)[number];

/** What an account holds, in minor units: debits are positive. `clearing` has one for each provider. */
export type Balance = { account: Account; provider: string | null; currency: Currency; test: boolean; amount: number };

/** What was earned on a day (`2026-11-20`), in minor units: sold, less what was taken back. */
export type RevenueDay = { day: string; currency: Currency; sold: number; taken_back: number; revenue: number };

const OWED_OR_EARNED: readonly Account[] = ["revenue", "refund_due", "credit", "affiliate_due"];

/** A balance as people say it: what was earned and what is owed are credits in the books, and amounts to everybody else. */
export const asSaid = (account: Account, balance: number): number =>
  OWED_OR_EARNED.includes(account) && balance !== 0 ? -balance : balance;

/** What can happen to money; each moves an amount from one account to another (debit, credit). */
const POSTINGS = {
  /** a booking, or more of it, was sold */
  sold: ["guest", "revenue"],
  /** a sale was taken back, whole or in part */
  sale_taken_back: ["revenue", "guest"],
  /** a provider has taken the guest's money */
  captured: ["clearing", "guest"],
  /** money is to go back */
  refund_promised: ["guest", "refund_due"],
  /** a promised refund will not be made after all */
  refund_dropped: ["refund_due", "guest"],
  /** the provider has sent it */
  refunded: ["refund_due", "clearing"],
  /** a provider gave a refund back to us: it could not be delivered */
  refund_returned: ["clearing", "refund_due"],
  /** the guest's bank has taken the money back */
  charged_back: ["guest", "clearing"],
  /** and has lost the dispute */
  charge_back_returned: ["clearing", "guest"],
  /** instead of money the guest takes credit */
  credit_given: ["guest", "credit"],
  credit_used: ["credit", "guest"],
  /** the money that a credit stood for is gone, and with it what was not used */
  credit_voided: ["credit", "guest"],
} as const satisfies Record<string, readonly [debit: Account, credit: Account]>;
export type PostingKind = keyof typeof POSTINGS;

/** One move of an amount (> 0, minor units); `key` names it for good: the same key again is the same move. */
export type Posting = { key: string; kind: PostingKind; amount: number; currency: Currency };
export type Line = { account: Account; amount: number };

/** The two lines of a move: debits are positive, credits negative, and they add up to nothing. */
export function linesOf({ kind, amount }: Pick<Posting, "kind" | "amount">): [Line, Line] {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new Error(`${kind} of ${amount} is no move of money`);
  const [debit, credit] = POSTINGS[kind];
  return [
    { account: debit, amount },
    { account: credit, amount: -amount },
  ];
}
