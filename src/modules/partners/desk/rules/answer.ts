import { formatPesos } from "#src/kernel/money.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { refusalText } from "#src/modules/sales/booking/rules/refusal-text.ts";
import type { Values } from "#src/locales/message.ts";

/** Refusals of a desk with a sentence of their own. */
const KNOWN = [
  "already_paid",
  "bind_limit",
  "bind_over",
  "bookings_disabled",
  "busy",
  "credit_changed",
  "credit_currency",
  "credit_expired",
  "credit_invalid",
  "credit_limit",
  "credit_spent",
  "currency_not_offered",
  "departure_cancelled",
  "departure_past",
  "free_not_here",
  "idempotency_conflict",
  "locked",
  "paid_online",
  "payment_under_way",
  "pin_easy",
  "pin_wrong",
  "price_changed",
  "provider_unavailable",
  "sale_ended",
  "sold_out",
  "too_many_attempts",
  "too_many_people",
  "unpaid_sales",
] as const;

/** Refusals of a sale that is sold without its code instead; of too many tries, the code wasn't looked up. */
const OF_CODE: readonly (typeof KNOWN)[number][] = [
  "credit_changed",
  "credit_currency",
  "credit_expired",
  "credit_invalid",
  "credit_spent",
  "too_many_attempts",
];
export const isForItsCode = (reason: string | undefined): boolean => OF_CODE.some((one) => one === reason);

type Refusal = { reason: string; left?: number; max?: number; currency?: string; retry_after?: number };

/** A refusal as a desk says it. `left` is in centavos where it is of the credit, else places or tries. */
export function deskRefusal(
  { reason, left = 0, max = 0, currency = "", retry_after: seconds = 0 }: Refusal,
  locale: "en" | "es",
): { formError: MessageId; values: Values } {
  if (reason.startsWith("add_on_")) {
    const { message, values } = refusalText({ reason, left, max }, locale);
    return { formError: message, values };
  }
  const code = KNOWN.find((one) => one === reason) ?? "other";
  const amount = formatPesos(Math.max(0, left), locale);
  return {
    formError: `desk.refused.${code}`,
    values: { reason, left, max, amount, currency, minutes: Math.ceil(seconds / 60) },
  };
}
