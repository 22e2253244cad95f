import { dateFormat } from "#src/kernel/formatters.ts";
import { languageTag, LOCALES } from "#src/kernel/localized.ts";

/** A text normalised for comparison: lower case, without accents. */
const folded = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The words of a query, normalised. */
export const wordsOf = (input: string): string[] =>
  folded(input)
    .split(/[^\p{L}\p{N}@.]+/u)
    .filter(Boolean);

/** Whether every query word is a prefix of a word in the texts, in any order. */
export function hasWords(words: readonly string[], texts: readonly string[]): boolean {
  const tokens = texts.flatMap(wordsOf);
  return words.every((word) => tokens.some((token) => token.startsWith(word)));
}

const RELATIVE: Record<number, readonly string[]> = {
  0: ["today", "tonight", "hoy", "noche"],
  1: ["tomorrow", "mañana"],
};

/** The words for a date (YYYY-MM-DD) in both languages, relative to `today`: weekday, month, day, today, tomorrow. */
export function dayWords(date: string, today: string): string[] {
  const noon = new Date(`${date}T12:00:00Z`);
  const names = LOCALES.flatMap((locale) =>
    (["weekday", "month"] as const).map((part) =>
      dateFormat(languageTag(locale), { timeZone: "UTC", [part]: "long" }).format(noon),
    ),
  );
  const days = Math.round((noon.getTime() - Date.parse(`${today}T12:00:00Z`)) / 86_400_000);
  return [...names, String(Number(date.slice(8))), date, ...(RELATIVE[days] ?? [])];
}
