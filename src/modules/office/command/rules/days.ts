import { dateFormat } from "#src/kernel/formatters.ts";
import { dateIn } from "#src/kernel/local-time.ts";
import { languageTag, LOCALES } from "#src/kernel/localized.ts";
import { folded, wordsTyped } from "#src/kernel/spelling.ts";
import { begins, hasWords, wordsOf } from "#src/modules/office/command/rules/words.ts";

/** A word of a query. It may name days: `on` says whether it means a date. Names of people are such words too ("Julio", "Sun"). */
export type Word = { text: string; on: ((date: Temporal.PlainDate) => boolean) | null; month: boolean };

/** The words of a query in either language, as they are understood at an instant in a time zone. */
export function readWords(input: string, now: Date, zone: string): Word[] {
  const today = Temporal.PlainDate.from(dateIn(now, zone));
  return wordsTyped(folded(input)).flatMap((typed): Word[] => {
    const day = dayMeant(typed, today);
    return day ? [{ text: typed, ...day }] : wordsOf(typed).map((text) => ({ text, on: null, month: false }));
  });
}

/** Whether a departure with these texts, on this date (YYYY-MM-DD), is what the words ask for. */
export function isAskedFor(words: readonly Word[], texts: readonly string[], date: string, fits = begins): boolean {
  const day = Temporal.PlainDate.from(date);
  return words.every(({ text, on }) => on?.(day) || hasWords([text], texts, fits));
}

type Meaning = Pick<Word, "month"> & { on: NonNullable<Word["on"]> };

/** `noche` as in "esta noche" */
const RELATIVE: Record<string, number> = {
  yesterday: -1,
  ayer: -1,
  anoche: -1,
  today: 0,
  tonight: 0,
  hoy: 0,
  noche: 0,
  tomorrow: 1,
  manana: 1,
};
/** Beginnings of those words count from here on: shorter ones are people (Tom, Toni). */
const RELATIVE_FROM = 5;
/** "sat", "sáb", "mié", "nov" */
const SHORTEST_NAME = 3;

function dayMeant(word: string, today: Temporal.PlainDate): Meaning | null {
  return relativeDay(word, today) ?? fullDate(word) ?? dayAndMonth(word) ?? dayOfMonth(word) ?? namedDay(word);
}

function relativeDay(word: string, today: Temporal.PlainDate): Meaning | null {
  const unit = Object.keys(RELATIVE).find(
    (name) => name === word || (word.length >= RELATIVE_FROM && name.startsWith(word)),
  );
  if (unit === undefined) return null;
  const meant = today.add({ days: RELATIVE[unit]! });
  return { month: false, on: (date) => date.equals(meant) };
}

/** 2026-11-28 */
function fullDate(word: string): Meaning | null {
  return /^\d{4}-\d\d-\d\d$/.test(word) ? { month: true, on: (date) => date.toString() === word } : null;
}

/** 28/11, and 11/28 as Americans write it */
function dayAndMonth(word: string): Meaning | null {
  const [, one, other] = /^(\d{1,2})[/.](\d{1,2})$/.exec(word) ?? [];
  if (!one || !other) return null;
  const [a, b] = [Number(one), Number(other)];
  return { month: true, on: ({ day, month }) => (day === a && month === b) || (day === b && month === a) };
}

/** 28, 28th, 1ro */
function dayOfMonth(word: string): Meaning | null {
  const [, digits] = /^(0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|ro|º)?$/.exec(word) ?? [];
  return digits ? { month: false, on: ({ day }) => day === Number(digits) } : null;
}

/** A weekday or a month; "mar" is Tuesday and March. */
function namedDay(word: string): Meaning | null {
  if (word.length < SHORTEST_NAME) return null;
  const weekdays = numbersOf(WEEKDAYS, word);
  const months = numbersOf(MONTHS, word);
  if (weekdays.length + months.length === 0) return null;
  return {
    month: months.length > 0 && weekdays.length === 0,
    on: ({ dayOfWeek, month }) => weekdays.includes(dayOfWeek) || months.includes(month),
  };
}

type Names = readonly { name: string; number: number }[];
const numbersOf = (names: Names, word: string): number[] =>
  names.filter(({ name }) => name.startsWith(word)).map(({ number }) => number);

/** Names in both languages of the dates from a Monday or a January on. */
const namesOf = (part: "weekday" | "month", first: string, step: "days" | "months", count: number): Names =>
  LOCALES.flatMap((locale) =>
    Array.from({ length: count }, (_, n) => {
      const date = Temporal.PlainDate.from(first).add({ [step]: n });
      const text = dateFormat(languageTag(locale), { timeZone: "UTC", [part]: "long" });
      return { name: folded(text.format(new Date(`${date.toString()}T12:00:00Z`))), number: n + 1 };
    }),
  );
const WEEKDAYS = namesOf("weekday", "2026-06-01", "days", 7);
const MONTHS = namesOf("month", "2026-01-01", "months", 12);

/** Words that may stand before a day: "on the 28th of November", "el 28 de noviembre". */
const BEFORE_DAYS = new Set(["on", "the", "of", "this", "el", "de", "del", "este", "esta"]);
/** The nights looked through for a day, counted from today; more when the month is named as well. */
const AROUND = { back: 31, ahead: 92 };
const AROUND_WITH_MONTH = { back: 366, ahead: 366 };

/**
 * A query as a guest's name and days: "sofia sat", "sofía 28 nov". `dates` are the days meant around today (YYYY-MM-DD), `day` the
 * words that mean them, which could be another name ("maria julio"). Null unless there are both.
 */
export function nameAndDay(
  words: readonly Word[],
  now: Date,
  zone: string,
): { name: string; day: string; dates: string[] } | null {
  const rest = words.filter((word, n) => word.on || !standsBeforeDay(words, n));
  const days = rest.filter(({ on }) => on);
  const name = rest.filter(({ on }) => !on);
  if (days.length === 0 || name.length === 0) return null;
  const text = (some: readonly Word[]) => some.map((word) => word.text).join(" ");
  const { back, ahead } = days.some(({ month }) => month) ? AROUND_WITH_MONTH : AROUND;
  const first = Temporal.PlainDate.from(dateIn(now, zone)).subtract({ days: back });
  const dates = Array.from({ length: back + ahead + 1 }, (_, n) => first.add({ days: n }));
  const meant = dates.filter((date) => days.every(({ on }) => on?.(date)));
  return { name: text(name), day: text(days), dates: meant.map(String) };
}

function standsBeforeDay(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  if (!BEFORE_DAYS.has(words[at]!.text) || !next) return false;
  return next.on !== null || standsBeforeDay(words, at + 1);
}
