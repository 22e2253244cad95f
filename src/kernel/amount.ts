import { toAsciiDigits } from "#src/kernel/digits.ts";
import { toOneLine } from "#src/kernel/plain-text.ts";

/** The most that a form takes, in minor units: a million, so that totals fit the database's integers. */
export const MOST_AMOUNT = 100_000_000;

/** Groups of three between commas, then perhaps a decimal point. */
const COMMAS = /^(\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/;
/** Groups of three between spaces, or none, then perhaps a decimal point or comma. */
const SPACES = /^(\d{1,3}(?: \d{3})+|\d+)(?:[.,](\d+))?$/;

/**
 * A number as people type it in either language, in plain notation: `12,50`, `12.50`, `1,250.00`, `1 250` and `$250` are `12.50`,
 * `12.50`, `1250.00`, `1250` and `250`. One comma before three digits groups thousands. Null for anything else, signs included.
 */
export function parseDecimal(typed: string): string | null {
  const text = toAsciiDigits(toOneLine(typed)).replaceAll(/\s/g, " ").replace(/^\$ ?/, "");
  const [, whole, part] = COMMAS.exec(text) ?? SPACES.exec(text) ?? [];
  if (whole === undefined) return null;
  return whole.replaceAll(/[, ]/g, "") + (part === undefined ? "" : `.${part}`);
}

/** A typed amount in minor units (for a percentage: in hundredths); null if it isn't one, has fractions of a minor unit or is above `MOST_AMOUNT`. */
export function parseAmount(typed: string): number | null {
  const [whole = "", part = ""] = parseDecimal(typed)?.split(".") ?? [];
  if (whole === "" || part.length > 2) return null;
  const amount = Number(whole) * 100 + Number(part.padEnd(2, "0"));
  return amount > MOST_AMOUNT ? null : amount;
}

/** Minor units as a form shows them: 2000 as `20`, 2050 as `20.50`; nothing for null. */
export const amountText = (amount: number | null | undefined): string =>
  amount === null || amount === undefined ? "" : (amount / 100).toFixed(amount % 100 === 0 ? 0 : 2);
