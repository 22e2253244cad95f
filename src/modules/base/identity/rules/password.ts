import { charactersOf, LONGEST, SHORTEST } from "#src/modules/base/identity/rules/password-length.ts";
import { COMMON, LEAKED } from "#src/modules/base/identity/rules/usual-passwords.ts";

export type PasswordError = "password_short" | "password_long" | "password_common";

/**
 * Why a new password is refused, or null. No character classes are required; only the first guesses are refused: common words
 * with the usual numbers and swapped letters, what leaked most often, keyboard rows, repetitions, the account's own address
 * (OWASP ASVS 5.0, 6.2.4 and 6.2.11).
 */
export function passwordError(password: string, email: string | null = null): PasswordError | null {
  const length = charactersOf(password);
  if (length < SHORTEST) return "password_short";
  if (length > LONGEST) return "password_long";
  return isCommon(password.normalize("NFKC").toLowerCase(), email?.toLowerCase() ?? null) ? "password_common" : null;
}

function isCommon(password: string, email: string | null): boolean {
  if (email !== null && [email, email.split("@")[0]].includes(password)) return true;
  if (LEAKED.has(password)) return true;
  const core = withoutFrills(password);
  return [password, core, swappedBack(password), withoutFrills(swappedBack(password))].some(
    (form) => COMMON.has(form) || isRepeated(form) || isRow(form),
  );
}

/** Strips the numbers and signs around a password: `Dragon2024!` is no better than `dragon`. */
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

/** A piece of up to four characters, repeated: `aaaaaaaa`, `abcabcabc`, `12341234`. */
const isRepeated = (password: string) => /^(.{1,4})\1+.{0,3}$/su.test(password);

const ROWS = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiopasdfghjklzxcvbnm",
  "qazwsxedcrfvtgbyhnujmikolp",
];
const BOTH_WAYS = [...ROWS, ...ROWS.map((row) => row.split("").toReversed().join(""))];

/** A run of the keyboard or the alphabet, in either direction. */
const isRow = (password: string) => password.length > 3 && BOTH_WAYS.some((row) => row.includes(password));
