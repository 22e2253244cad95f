import { isOfficeWay, type ManualMethod } from "#src/kernel/pay-method.ts";
import type { Why } from "#src/locales/why.ts";
import type { Currency } from "#src/kernel/money.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Values } from "#src/locales/message.ts";
import type { PartnerChoice } from "#src/modules/office/booking-admin/schema.ts";
import type { BookableAddOn, ChangeQuote, DateToMoveTo } from "#src/modules/sales/booking/schema.ts";

/** Refund rules for a cancellation by staff: none, what the guest would get, or everything. */
export const CANCEL_CHOICES = ["none", "guest", "operator"] as const;
export type CancelChoice = (typeof CANCEL_CHOICES)[number];

/** How staff say that the price of a booking reaches us, in the order of their forms. */
export const TAKE_WAYS = ["cash", "terminal", "transfer", "invoice"] as const satisfies readonly ManualMethod[];
export type TakeWay = (typeof TAKE_WAYS)[number];

/** The ways in which a currency is recorded. */
export const takeWaysIn = (currency: Currency): TakeWay[] => TAKE_WAYS.filter((way) => isOfficeWay(way, currency));

/**
 * The total that a form of a booking by hand shows, as it posts it: minor units; empty before it has asked for one (`hasAsked`), as
 * without scripts. Where the price that it asked for is missing, it is one at which nothing is booked.
 */
export function expectedText(
  price: { ok: true; quote: { total: { amount_minor: number } } } | { ok: false } | null,
  hasAsked: boolean,
): string {
  if (price?.ok) return String(price.quote.total.amount_minor);
  return hasAsked ? "-1" : "";
}

/** Reasons for a partial refund by staff. */
export const REFUND_REASONS = ["goodwill", "overcharged", "not_as_sold", "other"] as const;

/** The quote of an action, shown before it is confirmed; amounts in minor units. */
export type AdminQuote =
  | { ok: false; formError: MessageId; values: Values; stale: boolean }
  | {
      ok: true;
      about: "cancel";
      version: number;
      currency: Currency;
      choices: Record<
        CancelChoice,
        { refund: number; waits: number; credit: number; deposit: number; late: number; why: Why }
      >;
    }
  | { ok: true; about: "date"; dates: DateToMoveTo[]; crawls: { id: string; name: string }[]; own: string | null }
  | { ok: true; about: "add_ons"; addOns: BookableAddOn[] }
  | { ok: true; about: "partner"; partners: PartnerChoice[] }
  | { ok: true; about: "change"; price: ChangeQuote; keeps: ChangeQuote; why: Record<"price" | "keeps", Why> };

/** How a change's price difference is settled. */
export type MoneyChoice = "same" | "keeps" | "less" | "more" | TakeWay;

/** The choices for a difference in minor units, the default first. Refunds only with permission. */
export function moneyChoices(difference: number, currency: Currency, mayRefund: boolean): MoneyChoice[] {
  if (difference === 0) return ["same"];
  if (difference > 0) return ["keeps", "more", ...takeWaysIn(currency)];
  return mayRefund ? ["less", "keeps"] : ["keeps"];
}

/** A choice as request parameters: whether the price applies, and how a difference is collected. */
export const askedAs = (choice: MoneyChoice) => ({
  money: choice === "keeps" ? "keeps" : "price",
  collect: TAKE_WAYS.find((way) => way === choice) ?? ("link" as const),
});
