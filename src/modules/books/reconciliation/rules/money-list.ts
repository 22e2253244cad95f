import { beside, choice, day, listAddress, matching, type ValuesOf, view, words } from "#src/kernel/list-address.ts";
import { accountName, isAccount, MANUAL_METHODS, PAY_METHODS } from "#src/kernel/pay-method.ts";
import { isCurrency } from "#src/kernel/money.ts";
import type { Text } from "#src/locales/i18n.ts";
import { MONEY_PROVIDERS, paysOutByOwner } from "#src/modules/base/settings/rules/payment-companies.ts";
import {
  type HandBack,
  isAtBank,
  type PaymentStatus,
  type RefundStatus,
  shownRefundStatus,
} from "#src/modules/money/payments/rules/payment.ts";

// The list of all payments and refunds; its filters and position are in the page's URL.

export const KINDS = ["payment", "refund"] as const;

/** The payout with which a payment went to the bank; some companies keep money until the owner transfers it. */
export const payoutText = (
  of: { payout_id: string | null; provider: string; settled: boolean },
  t: Text,
): string | null =>
  of.payout_id ?? (paysOutByOwner(of.provider) && of.settled ? t("reconciliation.list.payoutByOwner") : null);

const METHODS = [...PAY_METHODS, ...MANUAL_METHODS] as const;

/** The name of a payment method; one that no longer exists is shown under its id. */
export function methodText(method: string, t: Text): string {
  const knownMethod = METHODS.find((one) => one === method);
  if (!knownMethod) return method;
  return isAccount(knownMethod) ? accountName(knownMethod)! : t(`reconciliation.list.method.${knownMethod}`);
}

/** `done`: money has moved · `open`: it may still · `by_hand`: staff give it back · `ended`: none has or will. */
export const STATES = ["done", "open", "by_hand", "ended"] as const;
export type MoneyListState = (typeof STATES)[number];

/** The address of the list, which is a view of the page: `q` is a booking's name, email or reference, or a provider's id. */
export const MONEY_LIST = listAddress({
  view: view(["todo", "all"], "todo"),
  q: words(),
  kind: choice(KINDS),
  provider: choice(MONEY_PROVIDERS),
  state: choice(STATES),
  currency: matching(isCurrency),
  // days at home, both inclusive
  from: day(),
  to: day(),
  older: beside(),
  newer: beside(),
});
export type MoneyFilter = Omit<ValuesOf<typeof MONEY_LIST>, "view" | "older" | "newer">;

/** Where a page of the list begins: after or before an entry. */
export type Beyond = { older: string | null; newer: string | null };

/** `open`: the guest's bank has taken the money while it decides; `lost`: for good. */
export type DisputeState = "open" | "won" | "lost";

type Entry =
  | {
      kind: "payment";
      status: PaymentStatus;
      dispute: DisputeState | null;
      bank_since: Date | null;
      provider: string;
      method: string;
    }
  | { kind: "refund"; status: RefundStatus; provider: string; method: string };

/** What a line of the list says; texts are `reconciliation.list.state.<this>`. */
export type MoneyWord =
  | "paid"
  | "at_bank"
  | "disputed"
  | "lost"
  | "waits"
  | "not_paid"
  | Exclude<RefundStatus, "submitted">
  | HandBack;

export function moneyWord(entry: Entry): MoneyWord {
  if (entry.kind === "refund") {
    const status = shownRefundStatus(entry, entry);
    return status === "submitted" ? "requested" : status;
  }
  if (entry.dispute === "open") return "disputed";
  if (entry.dispute === "lost") return "lost";
  if (entry.status === "succeeded") return "paid";
  if (isAtBank(entry)) return "at_bank";
  return entry.status === "created" || entry.status === "pending" ? "waits" : "not_paid";
}

/** The stored statuses of each kind that a state of the list means. */
export const STATUSES: Record<MoneyListState, { payment: readonly PaymentStatus[]; refund: readonly RefundStatus[] }> =
  {
    done: { payment: ["succeeded"], refund: ["succeeded"] },
    open: { payment: ["created", "pending"], refund: ["requested", "submitted", "failed"] },
    by_hand: { payment: [], refund: ["manual"] },
    ended: { payment: ["failed", "cancelled"], refund: ["dropped", "credited"] },
  };
