import { COMMON } from "#src/modules/identity/rules/usual-passwords.ts";

/** Characters of a password, counted as people count them (trust.md "passwords"). */
export const SHORTEST = 8;
export const LONGEST = 128;

export type PasswordError = "password_short" | "password_long" | "password_common";

/**
 * Why a new password is refused, or null. Nothing is asked of its kinds of characters; only those that everybody tries first are
 * refused: common words with the usual numbers and swapped letters, rows of keys, repeated pieces, the account's own address.
 */
export function passwordError(password: string, email: string | null = null): PasswordError | null {
  const length = charactersOf(password);
  if (length < SHORTEST) return "password_short";
  if (length > LONGEST) return "password_long";
  return isCommon(password.normalize("NFKC").toLowerCase(), email?.toLowerCase() ?? null) ? "password_common" : null;
}

/** How many characters a text has; a letter beyond the Basic Multilingual Plane is one. */
export const charactersOf = (text: string): number => Array.from(text).length;

function isCommon(password: string, email: string | null): boolean {
  if (email !== null && [email, email.split("@")[0]].includes(password)) return true;
  const core = withoutFrills(password);
  return [password, core, swappedBack(password), withoutFrills(swappedBack(password))].some(
    (form) => COMMON.has(form) || isRepeated(form) || isRow(form),
  );
}

/** What is left of a password when the numbers and signs around it are taken away: `Dragon2024!` is no better than `dragon`. */
const withoutFrills = (password: string) => password.replaceAll(/^[\d\p{P}\p{S}\s]+|[\d\p{P}\p{S}\s]+$/gu, "");

const SWAPPED: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
};
const swappedBack = (password: string) => password.replaceAll(/[013457@$]/g, (sign) => SWAPPED[sign] ?? sign);

/** One piece of up to four characters again and again: `aaaaaaaa`, `abcabcabc`, `12341234`. */
const isRepeated = (password: string) => /^(.{1,4})\1+.{0,3}$/su.test(password);

const ROWS = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiopasdfghjklzxcvbnm",
  "qazwsxedcrfvtgbyhnujmikolp",
];
const BOTH_WAYS = [...ROWS, ...ROWS.map((row) => row.split("").toReversed().join(""))];

/** Keys or letters in the order in which they stand. */
const isRow = (password: string) => password.length > 3 && BOTH_WAYS.some((row) => row.includes(password));
