import { parseAmount } from "#src/kernel/amount.ts";
import { COUNTRIES, countryName, NOT_ASKED, OTHER_COUNTRY } from "#src/kernel/countries.ts";
import { toAsciiDigits } from "#src/kernel/digits.ts";
import { isDay } from "#src/kernel/local-time.ts";
import type { Locale } from "#src/kernel/localized.ts";
import { CURRENCIES, type Currency } from "#src/kernel/money.ts";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { type DateOrder, folded } from "#src/modules/office/importing/rules/mapping.ts";

const MONTHS = "jan|ene feb mar apr|abr may jun jul aug|ago sep oct nov dec|dic"
  .split(" ")
  .map((words) => words.split("|"));
const monthOf = (word: string): number => MONTHS.findIndex((words) => words.some((one) => word.startsWith(one))) + 1;

const two = (part: string | number) => String(part).padStart(2, "0");
const yearOf = (part: string) => (part.length === 2 ? `20${part}` : part);

/** A day of the week before a date. "mar" is a Tuesday only where a day and its month follow. */
const WEEKDAY = /^(?:(?:mon|tue|wed|thu|fri|sat|sun|lun|mie|jue|vie|sab|dom)[a-z]* |martes |mar (?=\d{1,2} [a-z]))/;

/** A day as YYYY-MM-DD; a time behind it is left away. Null for what is no day. */
export function readDay(cell: string, order: DateOrder): string | null {
  const text = folded(toAsciiDigits(cell)).replaceAll(",", " ");
  const numbers = /^(\d{1,4}) (\d{1,2}) (\d{1,4})(?=$|[ t])/.exec(text);
  if (numbers) {
    const [, a = "", b = "", c = ""] = numbers;
    if (a.length === 4) return dayOf(a, b, c);
    if (c.length !== 4 && c.length !== 2) return null;
    return order === "mdy" ? dayOf(yearOf(c), a, b) : dayOf(yearOf(c), b, a);
  }
  const words = text
    .replaceAll(/\bdel?\b/g, " ")
    .replaceAll(/\s+/g, " ")
    .replace(WEEKDAY, "");
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,10}) (\d{4})/.exec(words);
  if (dayFirst) return dayOf(dayFirst[3]!, monthOf(dayFirst[2]!), dayFirst[1]!);
  const monthFirst = /^([a-z]{3,10}) (\d{1,2})(?:st|nd|rd|th)? +(\d{4})/.exec(words);
  return monthFirst ? dayOf(monthFirst[3]!, monthOf(monthFirst[1]!), monthFirst[2]!) : null;
}

function dayOf(year: string, month: string | number, day: string): string | null {
  const text = `${year}-${two(month)}-${two(day)}`;
  return isDay(text) ? text : null;
}

const CODE = new RegExp(`\\b(${CURRENCIES.join("|")})\\b`, "i");

/** An amount in minor units as other systems write it: with a sign or a code of its currency, and `1.250,00` too. Null: none. */
export function readAmount(cell: string): number | null {
  const text = toAsciiDigits(toOneLine(cell))
    .replace(CODE, "")
    .replace(/^(?:MX|US|CA)?[$€£] ?|[$€£]$/i, "")
    .trim();
  return parseAmount(/^\d{1,3}(\.\d{3})+,\d{1,2}$/.test(text) ? text.replaceAll(".", "") : text);
}

/** A currency by its code. */
export const readCurrency = (cell: string): Currency | null =>
  CURRENCIES.find((code) => code === toOneLine(cell).toUpperCase()) ?? null;

/** A number of people from 1 to 100; null for anything else. */
export function readPeople(cell: string): number | null {
  const text = toAsciiDigits(toOneLine(cell)).replace(/\.0+$/, "");
  const people = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return people >= 1 && people <= 100 ? people : null;
}

const YES = [
  "yes",
  "y",
  "true",
  "1",
  "x",
  "si",
  "s",
  "verdadero",
  "paid",
  "paid in full",
  "fully paid",
  "pagado",
  "pagada",
  "completo",
  "liquidado",
  "succeeded",
];
const NO = [
  "no",
  "n",
  "false",
  "0",
  "falso",
  "unpaid",
  "not paid",
  "pending",
  "pendiente",
  "no pagado",
  "no pagada",
  "sin pagar",
  "due",
  "por pagar",
];

/** Whether a booking was paid: in words, or by the amount that was. `part`: less than all of it, or more. Null: neither. */
export function readPaid(cell: string, total: number | null): boolean | "part" | null {
  const text = folded(cell);
  if (YES.includes(text)) return true;
  if (NO.includes(text)) return false;
  const amount = readAmount(cell);
  if (amount === null) return null;
  if (amount === 0) return false;
  return total === null || amount === total ? true : "part";
}

/** States of other systems in which guests come, and in which nobody does: whole ones, because "not cancelled" is none of the latter. */
const STATES = {
  stands:
    "confirmed confirmado confirmada active activo activa vigente booked reserved reservado reservada paid pagado pagada " +
    "approved aprobado aprobada accepted aceptado aceptada complete completed completo completado completada valid valido valida ok",
  cancelled:
    "cancelled canceled cancelado cancelada cancel void voided anulado anulada refunded reembolsado reembolsada devuelto devuelta",
} as const;
const BY_STATE = new Map(
  (["stands", "cancelled"] as const).flatMap((state) => STATES[state].split(" ").map((word) => [word, state] as const)),
);

/** Whether a booking stands in the other system, as it does where nothing is said; null for what a person has to decide. */
export function readState(cell: string): "stands" | "cancelled" | null {
  const text = folded(cell);
  return text === "" ? "stands" : (BY_STATE.get(text) ?? null);
}

/** A language of ours by its name or code; null: another. */
export function readLanguage(cell: string): Locale | null {
  const text = folded(cell);
  if (/^(es|esp|spa|castellano|spanish|espanol)/.test(text)) return "es";
  return /^(en|eng|ing|english|ingles)/.test(text) ? "en" : null;
}

const BY_NAME = new Map(
  (["en", "es"] as const).flatMap((locale) =>
    COUNTRIES.map((code) => [folded(countryName(locale, code)), code] as const),
  ),
);
for (const [name, code] of [
  ["usa", "US"],
  ["united states of america", "US"],
  ["eeuu", "US"],
  ["uk", "GB"],
  ["england", "GB"],
  ["inglaterra", "GB"],
] as const)
  BY_NAME.set(name, code);

/** A country by its code or name: one that isn't offered is "other", none is not asked. */
export function readCountry(cell: string): string {
  const text = toOneLine(cell);
  if (text === "") return NOT_ASKED;
  return COUNTRIES.find((code) => code === text.toUpperCase()) ?? BY_NAME.get(folded(text)) ?? OTHER_COUNTRY;
}

/** First and last name of a name in one cell; "Ruiz, Ana" is Ana Ruiz. */
export function readName(cell: string): { first_name: string; last_name: string } {
  const [before = "", ...behind] = toOneLine(cell).split(",");
  const text = behind.length === 1 ? `${behind[0]!.trim()} ${before.trim()}` : toOneLine(cell);
  const [first_name = "", ...rest] = text.trim().split(/\s+/);
  return { first_name, last_name: rest.join(" ") };
}

/** Tags, each once, of those that commas, semicolons or bars part. */
export const readTags = (cell: string): string[] =>
  [
    ...new Map(
      cell
        .split(/[,;|]/)
        .map((tag) => toOneLine(tag).slice(0, 30))
        .filter(Boolean)
        .map((tag) => [folded(tag), tag] as const),
    ).values(),
  ].slice(0, 10);
