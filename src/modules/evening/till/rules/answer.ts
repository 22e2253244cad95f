import { type Currency, formatMoney, isCurrency } from "#src/kernel/money.ts";
import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Values } from "#src/locales/message.ts";

/** What a form of the door or of a till is answered with: field errors, a refusal in words, or a flash. */
export type TillAnswer = {
  intent: string;
  at: number;
  /** the key of the form that was sent, so that sending it again is the same act */
  key?: string;
  fieldErrors?: FieldError[];
  refused?: MessageId;
  values?: Values;
  flash?: MessageId;
  /** what was counted that differs from what should be there, in minor units */
  counts?: readonly { currency: Currency; expected: number; counted: number }[];
};

/** Refusals with a sentence of their own. */
const KNOWN = [
  "already_paid",
  "bar_not_found",
  "busy",
  "city_not_found",
  "count_differs",
  "day_unknown",
  "departure_cancelled",
  "departure_past",
  "free_not_here",
  "idempotency_conflict",
  "move_not_found",
  "not_counted",
  "not_tonight",
  "payment_under_way",
  "price_changed",
  "provider_unavailable",
  "reason_needed",
  "reason_needed_alone",
  "same_person",
  "sold_out",
  "taker_not_found",
  "till_changed",
  "till_needed",
  "till_not_found",
  "till_not_open",
  "till_open",
  "till_too_little",
  "too_many_people",
  "undo_too_late",
  "unpaid_sales",
] as const;

type Refusal = Pick<TillAnswer, "counts"> & { reason: string; left?: number; max?: number; currency?: string };

/** A refusal in words. `left` is an amount where a currency comes with it, else places. */
export function refusalOf(
  { reason, left = 0, max = 0, currency = "", counts }: Refusal,
  locale: "en" | "es",
): Pick<TillAnswer, "refused" | "values" | "counts"> {
  const known = KNOWN.find((one) => one === reason) ?? "other";
  const amount = isCurrency(currency) ? formatMoney({ amount: left, currency }, locale) : "";
  return { refused: `till.refused.${known}`, values: { reason, left, max, amount }, ...(counts ? { counts } : {}) };
}

/** The message after an act. */
export const doneText = (
  did:
    | "open"
    | "pay_out"
    | "count"
    | "close_alone"
    | "take_over"
    | "send_back"
    | "look_at"
    | "office_record"
    | "office_undo",
): MessageId => `till.done.${did}`;
