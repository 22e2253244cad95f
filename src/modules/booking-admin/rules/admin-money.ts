import type { Currency } from "#src/kernel/money.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Values } from "#src/locales/message.ts";
import type { ChangeQuote, DateToMoveTo } from "#src/modules/booking/schema.ts";

/** By which rule money goes back when staff cancel: none, what the guest would get, all of it. */
export const CANCEL_CHOICES = ["none", "guest", "operator"] as const;
export type CancelChoice = (typeof CANCEL_CHOICES)[number];

/** Why staff give part of a payment back. */
export const REFUND_REASONS = ["goodwill", "overcharged", "not_as_sold", "other"] as const;

/** What an act would come to, as the panel is told before anybody agrees to it; amounts in minor units. */
export type AdminQuote =
  | { ok: false; refused: MessageId; values: Values; stale: boolean }
  | {
      ok: true;
      about: "cancel";
      version: number;
      currency: Currency;
      choices: Record<CancelChoice, { refund: number; waits: number; credit: number }>;
    }
  | { ok: true; about: "date"; dates: DateToMoveTo[] }
  | { ok: true; about: "change"; price: ChangeQuote; keeps: ChangeQuote };

/** What becomes of the difference that a change makes. */
export type MoneyChoice = "same" | "keeps" | "less" | "more" | "cash" | "invoice";

/** The choices for a difference, the first being the usual one. Money goes back only by whoever may give it. */
export function moneyChoices(difference: number, mayRefund: boolean): MoneyChoice[] {
  if (difference === 0) return ["same"];
  if (difference > 0) return ["keeps", "more", "cash", "invoice"];
  return mayRefund ? ["less", "keeps"] : ["keeps"];
}

/** How a choice is asked for: whether the price counts, and how a difference is collected. */
export const askedAs = (choice: MoneyChoice) => ({
  money: choice === "keeps" ? "keeps" : "price",
  collect: choice === "cash" || choice === "invoice" ? choice : "link",
});

/** `250`, `1,080.50` as minor units; null where it is no amount. */
export function minorOf(input: string): number | null {
  const text = input.trim();
  if (!/^\d{1,3}(,?\d{3})*(\.\d{1,2})?$/.test(text)) return null;
  const amount = Math.round(Number(text.replaceAll(",", "")) * 100);
  return amount > 100_000_000 ? null : amount;
}
