import { folded, mistakesBetween } from "#src/kernel/spelling.ts";

/** The words of a text, normalized. */
export const wordsOf = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}@.]+/u)
    .filter(Boolean);

/** Whether a word is the beginning of another. */
export const begins = (word: string, other: string): boolean => other.startsWith(word);
/** For when nothing begins so: a misspelt word will do. */
export const beginsNearly = (word: string, other: string): boolean => mistakesBetween(word, other) !== null;

/** Whether every query word is a prefix of a word in the texts, in any order; `fits` may ask for less. */
export function hasWords(words: readonly string[], texts: readonly string[], fits = begins): boolean {
  const tokens = texts.flatMap(wordsOf);
  return words.every((word) => tokens.some((token) => fits(word, token)));
}
