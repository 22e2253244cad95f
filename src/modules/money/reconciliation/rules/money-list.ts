import { MANUAL_METHODS, PAY_METHODS } from "#src/kernel/pay-method.ts";
import { isDay } from "#src/kernel/local-time.ts";
import { isCurrency } from "#src/kernel/money.ts";
import type { Text } from "#src/locales/i18n.ts";
import { MONEY_PROVIDERS } from "#src/kernel/payment-companies.ts";
import {
  type HandBack,
  isAtBank,
  type PaymentStatus,
  type RefundStatus,
  shownRefundStatus,
} from "#src/modules/money/payments/rules/payment.ts";

// The list of all payments and refunds; its filters and position are in the page's URL.

export const KINDS = ["payment", "refund"] as const;

/** The payout with which a payment went to the bank; PayPal keeps money until the owner transfers it. */
export const payoutText = (
  of: { payout_id: string | null; provider: string; settled: boolean },
  t: Text,
): string | null =>
  of.payout_id ?? (of.provider === "paypal" && of.settled ? t("reconciliation.list.payoutByOwner") : null);

const METHODS = [...PAY_METHODS, ...MANUAL_METHODS] as const;

/** How a guest paid, for people; one that is known no more keeps its own name. */
export function methodText(method: string, t: Text): string {
  const known = METHODS.find((one) => one === method);
  return known ? t(`reconciliation.list.method.${known}`) : method;
}

/** `done`: money has moved · `open`: it may still · `by_hand`: staff give it back · `ended`: none has or will. */
export const STATES = ["done", "open", "by_hand", "ended"] as const;
export type MoneyListState = (typeof STATES)[number];

export type MoneyFilter = {
  /** name, email or reference of the booking, or the provider's id of a payment */
  q: string | null;
  kind: (typeof KINDS)[number] | null;
  provider: (typeof MONEY_PROVIDERS)[number] | null;
  state: MoneyListState | null;
  currency: string | null;
  /** days at home, YYYY-MM-DD, both inclusive */
  from: string | null;
  to: string | null;
};
export type MoneyFilterName = keyof MoneyFilter;

/** Where a page of the list begins: after or before an entry. */
export type Beyond = { older: string | null; newer: string | null };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The filter in a URL's parameters; invalid values are ignored. */
export function moneyFilterOf(params: URLSearchParams): MoneyFilter {
  const of = <T extends string>(known: readonly T[], name: string) =>
    known.find((one) => one === params.get(name)) ?? null;
  // the 31st of February parses as the 3rd of March
  const day = (name: string) => {
    const text = params.get(name) ?? "";
    return isDay(text) ? text : null;
  };
  const currency = params.get("currency") ?? "";
  return {
    q: params.get("q")?.trim().slice(0, 100) || null,
    kind: of(KINDS, "kind"),
    provider: of(MONEY_PROVIDERS, "provider"),
    state: of(STATES, "state"),
    currency: isCurrency(currency) ? currency : null,
    from: day("from"),
    to: day("to"),
  };
}

export function beyondOf(params: URLSearchParams): Beyond {
  const id = (name: string) => (UUID.test(params.get(name) ?? "") ? params.get(name) : null);
  return { older: id("older"), newer: id("newer") };
}

/** A filter as query parameters. */
export const moneyPairs = (filter: MoneyFilter): [MoneyFilterName, string][] =>
  (Object.entries(filter) as [MoneyFilterName, string | null][]).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as [MoneyFilterName, string]],
  );

/** The list's address with a filter, from an entry on. */
export function moneyListHref(filter: MoneyFilter, beyond?: readonly ["older" | "newer", string]): string {
  const query = new URLSearchParams([["view", "all"], ...moneyPairs(filter)]);
  if (beyond) query.set(beyond[0], beyond[1]);
  return `?${query.toString()}`;
}

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
    const shown = shownRefundStatus(entry, entry);
    return shown === "submitted" ? "requested" : shown;
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
