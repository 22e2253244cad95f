import type { Locale } from "#src/kernel/localized.ts";

export type ShownLanguage = Locale | "all";
/** Which of a crawl's reviews are shown: of one language or all, and how many times more of them were asked for. */
export type ShownChoice = { language: ShownLanguage; steps: number };

/** Reviews shown at first, and each time that somebody asks for more. */
export const REVIEWS_PER_STEP = 6;
const MOST_STEPS = 20;

/** Stars of a review that may stand beside a price. */
export const LEAST_PRAISE = 4;

/** The steps that a page shows: at least one, and no more than a page can hold. */
export const clampSteps = (steps: number): number => Math.min(Math.max(1, steps), MOST_STEPS);

const PATTERN = /^(all|en|es)-([1-9]|1\d|20)$/;

/** Whether an address asks for reviews in a way that pages know: `all-1`, `es-3`. */
export const knowsShown = (value: string): boolean => PATTERN.test(value);

/** Reads `?reviews=`; anything unknown is the first reviews of every language. */
export function shownChoice(value: string | null): ShownChoice {
  const [, language = "all", steps = "1"] = PATTERN.exec(value ?? "") ?? [];
  return { language: language as ShownLanguage, steps: Number(steps) };
}

/** The value of `?reviews=` for a choice. */
export const shownValue = ({ language, steps }: ShownChoice): string => `${language}-${clampSteps(steps)}`;

/** From five stars to one, each with its number, also where nobody gave it. */
export const inEveryStar = (rows: readonly { stars: number; count: number }[]) =>
  [5, 4, 3, 2, 1].map((stars) => ({ stars, count: rows.find((row) => row.stars === stars)?.count ?? 0 }));

const MOST_CHARACTERS = 140;

/** A review as one line: its first sentences that fit, or the words of the first that do, with an ellipsis that says so. */
export function lineOf(comment: string): string {
  const text = comment.replaceAll(/\s+/g, " ").trim();
  if (text.length <= MOST_CHARACTERS) return text;
  const start = text.slice(0, MOST_CHARACTERS);
  const sentences = /^.*[.!?…](?=\s)/.exec(text.slice(0, MOST_CHARACTERS + 1))?.[0];
  if (sentences) return sentences;
  return `${start.slice(0, Math.max(start.lastIndexOf(" "), 1)).replace(/[\s,;:]+$/, "")}…`;
}
