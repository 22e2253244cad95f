import type { Currency } from "#src/kernel/money.ts";

/**
 * The ledger's accounts. `revenue`: what was sold, on the day it was sold; as long as its night is to come it is owed, not earned:
 * `unearned` is that liability, and `deferral` what is to be taken off revenue meanwhile (docs/decisions/144). `guest`: what guests owe us (> 0) or have paid without owing it (< 0). `clearing`: what a provider
 * holds for us. `refund_due`: promised refunds not yet paid. `credit`: promised as credit for another departure.
 * `commission`: what partners earn (an expense), `affiliate_due`: what they haven't been paid of it, `payout`: what was transferred
 * to them. Cash of closed tills (docs/decisions/109): `till` is what is in them, which is nothing once they
 * are posted, `office_cash` what was handed over less floats, `over_short` what was counted beyond or below what should be there,
 * `cash_rounding` what coins made of prices, `paid_out` what was paid out of tills. `guide_pay`: what guides were paid for their nights
 * (an expense), `guide_paid`: what was transferred or handed to them. What becomes of the office's cash (docs/decisions/151): `bank` is
 * what was taken to the bank, `drawings` what the owner took, `bills` what was paid with it, `bar_drinks` what bars were paid for
 * drinks (an expense), `bar_paid` what was transferred to them. Gift cards (docs/decisions/212): `promotion` is what those cost that
 * were issued without a payment (an expense), `breakage` what was left on those that ended unused, and deposits of groups that were kept (revenue).
 */
export const ACCOUNTS = [
  "guest",
  "revenue",
  "clearing",
  "refund_due",
  "credit",
  "affiliate_due",
  "commission",
  "payout",
  "till",
  "office_cash",
  "over_short",
  "cash_rounding",
  "paid_out",
  "deferral",
  "unearned",
  "guide_pay",
  "guide_paid",
  "bank",
  "drawings",
  "bills",
  "bar_drinks",
  "bar_paid",
  "promotion",
  "breakage",
] as const;
export type Account = (typeof ACCOUNTS)[number];

/** An account's balance, in minor units: debits are positive. `clearing` has one per provider. */
export type Balance = { account: Account; provider: string | null; currency: Currency; test: boolean; amount: number };

const OWED_OR_EARNED: readonly Account[] = [
  "revenue",
  "refund_due",
  "credit",
  "affiliate_due",
  "over_short",
  "cash_rounding",
  "unearned",
  "breakage",
];

/** A balance with the sign people expect: revenue and debts are credits in the ledger but shown positive. */
export const asSaid = (account: Account, balance: number): number =>
  OWED_OR_EARNED.includes(account) && balance !== 0 ? -balance : balance;

/** Kinds of money movement; each moves an amount from one account to another (debit, credit). */
const POSTINGS = {
  /** a booking, or more of it, was sold */
  sold: ["guest", "revenue"],
  /** a sale was undone, in whole or in part */
  sale_taken_back: ["revenue", "guest"],
  /** what was sold is for a night to come */
  deferred: ["deferral", "unearned"],
  /** its night came, or it was taken back before */
  earned: ["unearned", "deferral"],
  /** a provider has received the guest's money */
  captured: ["clearing", "guest"],
  /** a refund is due */
  refund_promised: ["guest", "refund_due"],
  /** a promised refund will not be made */
  refund_dropped: ["refund_due", "guest"],
  /** the provider has sent the refund */
  refunded: ["refund_due", "clearing"],
  /** a refund could not be delivered and is back at the provider */
  refund_returned: ["clearing", "refund_due"],
  /** the guest's bank has taken the money back */
  charged_back: ["guest", "clearing"],
  /** what another system had taken is of no booking of ours after all: its import was undone */
  import_undone: ["guest", "clearing"],
  /** the bank lost the dispute and returned the money */
  charge_back_returned: ["clearing", "guest"],
  /** the guest takes credit instead of money */
  credit_given: ["guest", "credit"],
  credit_used: ["credit", "guest"],
  /** the money behind a credit is gone, and with it the unused part */
  credit_voided: ["credit", "guest"],
  /** a gift card was issued without a payment, and what was left of it undone */
  credit_granted: ["promotion", "credit"],
  credit_grant_undone: ["credit", "promotion"],
  /** what was left on a gift card when it ended, or of a group's deposit that was kept */
  credit_expired: ["credit", "breakage"],
  /** it went back after all */
  credit_expiry_undone: ["breakage", "guest"],
  /** a partner earns by a booking, or no longer does (docs/decisions/113) */
  commission_due: ["commission", "affiliate_due"],
  commission_reversed: ["affiliate_due", "commission"],
  /** a partner's statement was paid; what they owed beyond it came back the other way */
  commission_paid: ["affiliate_due", "payout"],
  commission_returned: ["payout", "affiliate_due"],
  /** what a partner has of ours was settled against their commission; what came back of it after it was settled */
  partner_cash_settled: ["affiliate_due", "clearing"],
  partner_cash_returned: ["clearing", "affiliate_due"],
  /** a guide was paid for a night; that was recorded by mistake */
  guide_paid: ["guide_pay", "guide_paid"],
  guide_unpaid: ["guide_paid", "guide_pay"],
  /** a till began with this much of the office's cash */
  till_float: ["till", "office_cash"],
  /** cash for bookings that staff took is in a till */
  till_taken: ["till", "clearing"],
  /** a refund of cash was given out of a till */
  till_refunded: ["clearing", "till"],
  /** a price became more, or less, in coins */
  cash_rounded_up: ["till", "cash_rounding"],
  cash_rounded_down: ["cash_rounding", "till"],
  till_paid_out: ["paid_out", "till"],
  /** more, or less, was counted than should be there */
  till_over: ["till", "over_short"],
  till_short: ["over_short", "till"],
  till_handed_over: ["office_cash", "till"],
  /** the same, by one person without another who took it over */
  till_closed_alone: ["office_cash", "till"],
  /** what leaves the office's cash, comes into it, or is paid to a bar; and the same undone */
  office_banked: ["bank", "office_cash"],
  office_banked_undone: ["office_cash", "bank"],
  office_drawn: ["drawings", "office_cash"],
  office_drawn_undone: ["office_cash", "drawings"],
  office_bill: ["bills", "office_cash"],
  office_bill_undone: ["office_cash", "bills"],
  office_guides: ["guide_paid", "office_cash"],
  office_guides_undone: ["office_cash", "guide_paid"],
  office_partners: ["payout", "office_cash"],
  office_partners_undone: ["office_cash", "payout"],
  office_bar: ["bar_drinks", "office_cash"],
  office_bar_undone: ["office_cash", "bar_drinks"],
  office_bar_transfer: ["bar_drinks", "bar_paid"],
  office_bar_transfer_undone: ["bar_paid", "bar_drinks"],
  office_from_bank: ["office_cash", "bank"],
  office_from_bank_undone: ["bank", "office_cash"],
  office_from_owner: ["office_cash", "drawings"],
  office_from_owner_undone: ["drawings", "office_cash"],
} as const satisfies Record<string, readonly [debit: Account, credit: Account]>;
export type PostingKind = keyof typeof POSTINGS;
export const POSTING_KINDS = Object.keys(POSTINGS) as readonly PostingKind[];

/** Whether a stored kind is one of ours: later releases may have more. */
export const isPostingKind = (kind: string): kind is PostingKind => Object.hasOwn(POSTINGS, kind);

/** One movement of an amount (> 0, minor units); `key` identifies it permanently: the same key again is the same movement. */
export type Posting = { key: string; kind: PostingKind; amount: number; currency: Currency };
export type Line = { account: Account; amount: number };

/** The two entries of a movement: debits are positive, credits negative, and they sum to zero. */
export function linesOf({ kind, amount }: Pick<Posting, "kind" | "amount">): [Line, Line] {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new Error(`${kind} of ${amount} is no move of money`);
  const [debit, credit] = POSTINGS[kind];
  return [
    { account: debit, amount },
    { account: credit, amount: -amount },
  ];
}
