import type { Currency } from "#src/kernel/money.ts";

/** How long new credit is valid. */
export const CREDIT_DAYS = 365;
/** Credit returned by a cancellation is valid for at least this long, even if it would have expired sooner. */
export const RETURNED_CREDIT_DAYS = 30;

/** Formats a code as stored: `RC-7K2M-4PXD-9QHT`. */
export const creditCode = (random: string): string => `RC-${random.match(/.{4}/g)!.join("-")}`;

/** Normalizes a typed code to its stored form, ignoring dashes and case; null if it can't be one. */
export function creditKey(input: string): string | null {
  const plain = input.toUpperCase().replaceAll(/[^A-Z\d]/g, "");
  const [, random] = /^(?:RC)?([A-Z\d]{12})$/.exec(plain) ?? [];
  return random ? creditCode(random) : null;
}

/**
 * The state of a credit: `amount` and how much of it is reserved or used (`spent`), in minor units of its currency. `disputed`:
 * a bank has, or may take, the money behind it.
 */
export type CreditState = {
  currency: Currency;
  amount: number;
  spent: number;
  expires_at: Date;
  test: boolean;
  disputed: boolean;
};

export type CreditRefusal = { reason: "credit_invalid" | "credit_expired" | "credit_spent" } | CreditCurrency;
type CreditCurrency = { reason: "credit_currency"; currency: Currency };

/**
 * How much of a credit a total uses, or why none. Uses less if the rest would be below what a provider can charge (`smallest`).
 * Test credit doesn't pay for real bookings, nor the reverse.
 */
export function creditFor(
  credit: CreditState | null,
  { total, currency, smallest, test }: { total: number; currency: Currency; smallest: number; test: boolean },
  now: Date,
): { use: number } | CreditRefusal {
  if (!credit || credit.disputed || credit.test !== test) return { reason: "credit_invalid" };
  if (credit.expires_at <= now) return { reason: "credit_expired" };
  if (credit.currency !== currency) return { reason: "credit_currency", currency: credit.currency };
  const free = credit.amount - credit.spent;
  const wished = Math.min(free, total);
  const rest = total - wished;
  const use = rest > 0 && rest < smallest ? total - smallest : wished;
  return use > 0 ? { use } : { reason: "credit_spent" };
}
