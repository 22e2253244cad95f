import { toAsciiDigits } from "#src/kernel/digits.ts";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { phoneDigits } from "#src/kernel/tel-link.ts";

/** A stored number: digits with spaces, dots, dashes and brackets, and an extension. */
export const PHONE = /^\+?[\d ().-]{6,30}( ext\. \d{1,6})?$/;
const FEWEST = 6;

/** Before an extension's digits, in the words of address books and letters. */
const EXTENSION = /(?<![\s,;])[\s,;]*(?:;ext=|extensi[oó]n|extn?|int|anexo|x|#)[.:\s]*(\d{1,6})$/i;

/**
 * A phone number as it is typed or pasted, in the form that is kept: `+44 (0)20–7946 0958 x 12` → `+44 20-7946 0958 ext. 12`.
 * Dashes of any kind stay dashes, slashes and other spaces become spaces, digits of other scripts are folded, and the zero that
 * isn't dialed from abroad is left out.
 */
export function toPhone(typed: string): string {
  const plain = toAsciiDigits(toOneLine(typed))
    .replace(/^tel:/i, "")
    .replace(/\p{Pd}|[\u2212\u30FC~]/gu, "-")
    .replace(/\uFF0B/g, "+")
    .replace(/[/\\|·•_*]/g, " ");
  const [tail = "", extension] = EXTENSION.exec(plain) ?? [];
  const number = plain.slice(0, plain.length - tail.length).replace(/^\(\s*(\+\d{1,3})\s*\)/, "$1 ");
  const dialled = number.startsWith("+") ? number.replace(/\(\s*0\s*\)/, " ") : number;
  return `${dialled.replace(/\s+/g, " ").trim()}${extension === undefined ? "" : ` ext. ${extension}`}`;
}

/** Whether a stored number is a plausible phone number. */
export const isPhone = (phone: string): boolean => PHONE.test(phone) && phoneDigits(phone).length >= FEWEST;
