import { isCurrency, type Money } from "#src/kernel/money.ts";
import { phoneDigits } from "#src/kernel/tel-link.ts";
import type { StoredEvent } from "#src/modules/partners/measurement/schema.ts";

type Bought = { eventId: string; at: Date; origin: string; total: Money };

/**
 * A purchase as Meta's Conversions API expects it. Its address is the home page's: that of the page where it happened opens
 * the booking.
 */
export const purchaseOf = ({ eventId, at, origin, total }: Bought): StoredEvent => ({
  event_name: "Purchase",
  event_time: Math.floor(at.getTime() / 1000),
  event_id: eventId,
  action_source: "website",
  event_source_url: `${origin}/`,
  custom_data: { value: inUnits(total), currency: total.currency },
});

/** Minor units as units of the currency, as Meta writes amounts. All currencies here have two minor digits. */
const inUnits = ({ amount }: Money): number => Math.round(amount) / 100;

/** An amount as stored in an event, in minor units; null in a currency that nothing is sold in. */
export const moneyOf = ({ value, currency }: StoredEvent["custom_data"]): Money | null =>
  isCurrency(currency) ? { amount: Math.round(value * 100), currency } : null;

/** An email address as Meta hashes it: trimmed and in lower case. */
export const normalizedEmail = (email: string): string => email.trim().toLowerCase();

/** A phone number as Meta hashes it: digits with the country code, without zeros before it. Null where the code is unknown. */
export function normalizedPhone(phone: string): string | null {
  const text = phone.trim();
  if (!/^(\+|00)/.test(text)) return null;
  const digits = phoneDigits(text).replace(/^0+/, "");
  return digits.length >= 7 ? digits : null;
}
