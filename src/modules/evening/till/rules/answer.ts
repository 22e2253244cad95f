import type { Locale } from "#src/kernel/localized.ts";
import { type Currency, formatMoney, isCurrency } from "#src/kernel/money.ts";
import type { CountedWay } from "#src/modules/evening/till/rules/till.ts";
import { refusalText } from "#src/modules/sales/booking/rules/refusal-text.ts";
import type { FormAnswer, Reply } from "#src/ui/form/answer.ts";

export type TillExtra = {
  /** what was counted that differs from what should be there, in minor units */
  counts: readonly { way: CountedWay; currency: Currency; expected: number; counted: number }[];
  /** the code of a gift card or of credit as it was typed, and what is left on it */
  credit: { code: string; left: number; currency: Currency };
};
/** What a form of the door or of a till is answered with. */
export type TillAnswer = FormAnswer<TillExtra>;

/** Refusals with a sentence of their own. */
const KNOWN = [
  "already_paid",
  "bar_not_found",
  "busy",
  "city_not_found",
  "count_differs",
  "credit_changed",
  "credit_currency",
  "credit_expired",
  "credit_invalid",
  "credit_spent",
  "day_unknown",
  "departure_cancelled",
  "departure_past",
  "free_not_here",
  "idempotency_conflict",
  "move_not_found",
  "not_counted",
  "not_payable",
  "not_tonight",
  "only_pesos",
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
  "too_many_attempts",
  "too_many_people",
  "undo_too_late",
  "unpaid_sales",
] as const;

type Refusal = Partial<TillExtra> & {
  reason: string;
  left?: number;
  max?: number;
  currency?: string;
  retry_after?: number;
};

/** A refusal in words. `left` is an amount where a currency comes with it, else places. */
export function refusalOf(
  { reason, left = 0, max = 0, currency = "", retry_after: seconds = 0, counts, credit }: Refusal,
  _input: unknown,
  { locale }: { locale: Locale },
): Reply<TillExtra> {
  if (reason.startsWith("add_on_")) {
    const { message, values } = refusalText({ reason, left, max }, locale);
    return { formError: message, values };
  }
  const code = KNOWN.find((one) => one === reason) ?? "other";
  const amount = isCurrency(currency) ? formatMoney({ amount: left, currency }, locale) : "";
  const values = { reason, left, max, amount, currency, minutes: Math.ceil(seconds / 60) };
  return { formError: `till.refused.${code}`, values, ...(counts && { counts }), ...(credit && { credit }) };
}
