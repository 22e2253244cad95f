import { type Currency, formatMoney } from "#src/kernel/money.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Values } from "#src/locales/message.ts";
import { type Refusal as GuestRefusal, refusalText } from "#src/modules/sales/booking/rules/refusal-text.ts";
import type { FormAnswer, Refusals } from "#src/ui/form/answer.ts";

/** What the answer to a form about one booking may have besides: whether its page shows outdated data. */
export type BookingExtra = { stale: boolean };
export type BookingAnswer = FormAnswer<BookingExtra>;

/** A missing permission is said in the dialog, which stays open. */
export const BOOKING_REFUSALS = {
  forbidden: "booking-admin.refused.forbidden",
  failed: "booking-admin.refused.other",
} as const satisfies Refusals & { failed: MessageId };

/** Refusals with their own text; the others share one that names the reason. */
const KNOWN = [
  "already_cancelled",
  "already_paid",
  "bookings_disabled",
  "booking_changed",
  "booking_not_found",
  "busy",
  "coupon_used_up",
  "coupon_used_by_guest",
  "crawl_not_found",
  "departure_cancelled",
  "departure_not_found",
  "departure_past",
  "disputed",
  "email_nobody",
  "email_not_found",
  "email_untrue",
  "forbidden",
  "guest_not_found",
  "idempotency_conflict",
  "lapsed",
  "not_confirmed",
  "not_payable",
  "no_doubt",
  "no_table",
  "nothing_bought",
  "only_guest",
  "partner_changed",
  "partner_not_found",
  "payment_not_found",
  "payment_under_way",
  "price_changed",
  "provider_unavailable",
  "quote_changed",
  "refund_too_much",
  "same_date",
  "sold_out",
  "table_places",
  "table_taken",
  "too_many_people",
] as const;

/** Refusals that mean the shown data is outdated and must be reloaded before retrying. */
const STALE: readonly string[] = [
  "booking_changed",
  "partner_changed",
  "quote_changed",
  "price_changed",
  "already_cancelled",
  "already_paid",
];

type Refusal = GuestRefusal & { currency?: string };

/** A refusal's message and values; `stale` means the page shows outdated data. */
export function refusalOf(
  refusal: Refusal,
  locale: "en" | "es",
): { formError: MessageId; values: Values; stale: boolean } {
  const { reason, left = 0, max = 0, least = 0, currency } = refusal;
  if (/^(coupon|add_ons?)_/.test(reason) && !(KNOWN as readonly string[]).includes(reason)) {
    const { message, values } = refusalText(refusal, locale);
    return { formError: message, values, stale: false };
  }
  const code = (KNOWN as readonly string[]).includes(reason) ? reason : "other";
  const amount = currency ? formatMoney({ amount: left, currency: currency as Currency }, locale) : "";
  const values = { reason, left, max, least, amount };
  return { formError: `booking-admin.refused.${code}` as MessageId, values, stale: STALE.includes(reason) };
}

/** The flash message of a completed action. `state` tells a change pending payment from a completed one. */
export function doneText(act: string, { isChange = false, state }: { isChange?: boolean; state?: string }): MessageId {
  const word = act === "take" && isChange ? "taken" : state === "to_pay" ? "to_pay" : act;
  return `booking-admin.done.${word}` as MessageId;
}
