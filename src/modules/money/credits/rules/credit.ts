import type { Currency } from "#src/kernel/money.ts";

/** How long new credit is valid. */
export const CREDIT_DAYS = 365;
/** Credit returned by a cancellation is valid for at least this long, even if it would have expired sooner. */
export const RETURNED_CREDIT_DAYS = 30;

/** What codes begin with, and how many random characters follow; 30 to that power can't be guessed, whatever the number of tries. */
export const CODES = { RC: 12, GC: 20 } as const;
export type CodeOf = keyof typeof CODES;

/** Formats a code as stored: `RC-7K2M-4PXD-9QHT` of credit, `GC-` and five such groups of a gift card. */
export const creditCode = (random: string, of: CodeOf = "RC"): string => `${of}-${random.match(/.{4}/g)!.join("-")}`;

/** The end of a code, which tells it from others and pays nothing: `…9QHT`. */
export const endOfCode = (code: string): string => `…${code.slice(-4)}`;

/** Normalizes a typed code to its stored form, ignoring dashes and case; null if it can't be one. */
export function creditKey(input: string): string | null {
  const plain = input.toUpperCase().replaceAll(/[^A-Z\d]/g, "");
  const [, random] = /^(?:RC)?([A-Z\d]{12})$/.exec(plain) ?? [];
  if (random) return creditCode(random);
  const [, longer] = /^(?:GC)?([A-Z\d]{20})$/.exec(plain) ?? [];
  return longer ? creditCode(longer, "GC") : null;
}

/** Whether a code says by its first letters that it is one of credit or of a gift card: others may be anything. */
export const saysCredit = (input: string): boolean => /^\s*(RC|GC)/i.test(input) && creditKey(input) !== null;

/**
 * The state of a credit: `amount` and how much of it is reserved or used (`spent`), in minor units of its currency. `disputed`:
 * a bank has, or may take, the money behind it.
 */
export type CreditState = {
  currency: Currency;
  amount: number;
  spent: number;
  /** null: never */
  expires_at: Date | null;
  test: boolean;
  disputed: boolean;
};

export const hasEnded = ({ expires_at: end }: { expires_at: Date | null }, now: Date): boolean =>
  end !== null && end <= now;

/** What a code pays of a bill, in minor units of its currency. */
export type CreditShare = { code: string; amount: number };

export type CreditRefusal =
  | { reason: "credit_invalid" | "credit_expired" | "credit_spent" | "credit_not_needed" }
  | CreditCurrency;
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
  if (hasEnded(credit, now)) return { reason: "credit_expired" };
  if (credit.currency !== currency) return { reason: "credit_currency", currency: credit.currency };
  if (total <= 0) return { reason: "credit_not_needed" };
  const use = creditUse({ left: credit.amount - credit.spent, total, smallest });
  return use > 0 ? { use } : { reason: "credit_spent" };
}

/** How much of what is left on a credit a total uses: less where the rest would be below what can be charged. Minor units. */
export function creditUse({ left, total, smallest }: { left: number; total: number; smallest: number }): number {
  const wished = Math.min(left, total);
  const rest = total - wished;
  return Math.max(0, rest > 0 && rest < smallest ? total - smallest : wished);
}

/**
 * Shares an amount among credits in their order: as much of each as it has, until nothing is left. Null if all of them together have
 * less, or more was paid than is needed. Amounts are minor units of one currency.
 */
export function shareAmong(amount: number, free: readonly number[]): number[] | null {
  if (amount < 0) return null;
  let rest = amount;
  const parts = free.map((most) => {
    const part = Math.min(Math.max(0, most), rest);
    rest -= part;
    return part;
  });
  return rest === 0 ? parts : null;
}
