import { numberFormat } from "#src/kernel/formatters.ts";
import { languageTag } from "#src/kernel/localized.ts";

/** Currencies a booking can be priced in. All have two minor digits (ISO 4217). */
export const CURRENCIES = ["MXN", "USD", "EUR", "GBP", "CAD"] as const;
export type Currency = (typeof CURRENCIES)[number];

/** An amount in integer minor units (centavos, cents, pence) with its ISO 4217 code. */
export type Money = { amount: number; currency: Currency };

export const isCurrency = (code: string): code is Currency => (CURRENCIES as readonly string[]).includes(code);

/** The one rounding rule of the product: to the nearest integer, half away from zero. */
export function round(value: number): number {
  const nearest = Math.sign(value) * Math.round(Math.abs(value));
  return nearest === 0 ? 0 : nearest;
}

/** Units of a currency per US dollar; USD itself is 1. */
export type Rates = Partial<Record<Currency, number>> & { USD: 1 };

/** Converts minor units between currencies by stored rates, rounded once. Throws on a currency without a rate. */
export function convert(money: Money, currency: Currency, rates: Rates): Money {
  if (money.currency === currency) return money;
  const [from, to] = [rates[money.currency], rates[currency]];
  if (!from || !to) throw new Error(`no rate for ${money.currency} → ${currency}`);
  return { amount: round((money.amount * to) / from), currency };
}

/** Splits minor units into `parts` integers that differ by at most one and sum to the whole. */
export function split(amount: number, parts: number): number[] {
  const base = Math.trunc(amount / parts);
  const rest = Math.abs(amount - base * parts);
  return Array.from({ length: parts }, (_, i) => base + (i < rest ? Math.sign(amount) : 0));
}

/** Minor units as files and other companies read them: 2000 as `20.00`. */
export const decimal = (amount: number): string => (amount / 100).toFixed(2);

// pesos and dollars share "$": the prefix keeps them apart in both languages
const SYMBOLS: Record<Currency, string> = { MXN: "MX$", USD: "US$", EUR: "€", GBP: "£", CAD: "CA$" };

/** Formatted money (`MX$1,234.50`), with the language's own grouping, without minor digits when they are zero. */
export function formatMoney({ amount, currency }: Money, locale: "en" | "es"): string {
  return `${amount < 0 ? "−" : ""}${SYMBOLS[currency]}${plainNumber(Math.abs(amount), locale)}`;
}

function plainNumber(amount: number, locale: "en" | "es"): string {
  const digits = amount % 100 === 0 ? 0 : 2;
  return numberFormat(languageTag(locale), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    amount / 100,
  );
}

/** An amount as the specification writes the displayed price: `400 MXN`, its number as `formatMoney` groups it. */
export const displayedPrice = ({ amount, currency }: Money, locale: "en" | "es"): string =>
  `${plainNumber(amount, locale)} ${currency}`;

/** Centavos as formatted pesos (`MX$1,234.50`). */
export const formatPesos = (amount: number, locale: "en" | "es"): string =>
  formatMoney({ amount, currency: "MXN" }, locale);
