import { toCode } from "#src/kernel/plain-text.ts";

/** Who has an RFC, the Mexican tax number: a person has 13 characters, a company 12. */
export type TaxpayerKind = "person" | "company";

/** The RFCs of whoever has none: the public at large, and foreigners. They have one regime and one use, and no address of their own. */
export const GENERIC_RFCS: readonly string[] = ["XAXX010101000", "XEXX010101000"];
/** An RFC as it is stored: in capitals, without spaces or dashes. */
export const rfcOf = (typed: string): string => toCode(typed).toUpperCase();

const RFC = /^[A-ZÑ&]{3,4}(\d\d)(0[1-9]|1[0-2])(\d\d)[A-Z\d]{2}[A\d]$/;

/**
 * Whether a text is an RFC by the authority's pattern, with a day that exists. Its year has two digits: 29 February is checked
 * for this century, whose leap years have the same two digits as the last century's. Its last character isn't checked: the
 * authority has issued some that don't follow the rule.
 */
export function isRfc(text: string): boolean {
  const [, year, month, day] = RFC.exec(text) ?? [];
  if (year === undefined) return false;
  const days = new Date(Date.UTC(2000 + Number(year), Number(month), 0)).getUTCDate();
  return Number(day) >= 1 && Number(day) <= days;
}

const DIGITS = "0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ";

/**
 * Whether an RFC's last character follows from the others by the authority's rule: if not, it is usually a typo. The generic RFCs
 * don't follow the rule.
 */
export function followsCheckDigit(rfc: string): boolean {
  if (GENERIC_RFCS.includes(rfc)) return true;
  const text = rfc.padStart(13, " ");
  const sum = Array.from(text.slice(0, 12)).reduce(
    (total, letter, index) => total + DIGITS.indexOf(letter) * (13 - index),
    0,
  );
  const digit = (11 - (sum % 11)) % 11;
  return text.endsWith(digit === 10 ? "A" : String(digit));
}

export const kindOf = (rfc: string): TaxpayerKind => (rfc.length === 12 ? "company" : "person");
