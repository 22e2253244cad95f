import { toAsciiDigits } from "#src/kernel/digits.ts";

/** Marks that aren't typed in a search: accents, vowel points, joiners. */
const MARKS =
  // oxlint-disable-next-line no-misleading-character-class -- they are marks without letters
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u200c\u200d\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]/g;
/** Letters without a decomposition, and letters with variants on different keyboards. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  ı: "i",
  ĸ: "k",
  ς: "σ",
  ŋ: "n",
  ƙ: "k",
  ɓ: "b",
  ɗ: "d",
  ى: "ي",
  ی: "ي",
  ک: "ك",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ə: "e",
};
const APOSTROPHES = /['’‘‛ʼʻʹʾʿˈ′`＇]/g;
const DASHES = /[‐‑‒–—―−]/g;

/**
 * A text for comparison: lower case, without accents and apostrophes, letters without a decomposition as people type them on a
 * keyboard that lacks them (`Łukasz O’Brien` → `lukasz obrien`). As `findable` in the database.
 */
export const folded = (text: string): string =>
  text
    .replaceAll("´", "")
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .replace(APOSTROPHES, "")
    .replace(DASHES, "-")
    .replace(/[\u0080-\uffff]/g, (letter) => LETTERS[letter] ?? letter);

/** The words of a search as they were typed. */
export const wordsTyped = (search: string): string[] => search.split(/\s+/).filter(Boolean);

/** The words of a search, a phone number in any spelling as its digits. */
export const wordsSearched = (search: string): string[] =>
  wordsTyped(
    toAsciiDigits(search).replace(NUMBER, (typed) => {
      // the zero that isn't dialed from abroad
      const digits = (typed.startsWith("+") ? typed.replace(/\(\s*0\s*\)/, "") : typed).replaceAll(/\D/g, "");
      return digits.length < FEWEST_DIGITS ? typed : digits;
    }),
  );
const NUMBER = /(?<!\S)[+(]*\d[\d\s()./\p{Pd}]*\d(?!\S)/gu;
const FEWEST_DIGITS = 7;

/**
 * The end of the phone number that a word may be, which is the same however it begins: with the country's code, a zero or neither;
 * null for any other word.
 */
export const numberMeant = (word: string): string | null => (/^\d{9,15}$/.test(word) ? word.slice(-SAME_DIGITS) : null);
const SAME_DIGITS = 8;

/** Whether texts have every word of a search, anywhere and in any spelling; null for a search without words. */
export function finderOf(search: string): ((texts: readonly string[]) => boolean) | null {
  const words = wordsSearched(search).map(folded).filter(Boolean);
  if (words.length === 0) return null;
  return (texts) => {
    const all = folded(texts.join(" "));
    return words.every((word) => all.includes(numberMeant(word) ?? word));
  };
}

/** Shorter words are found as they are or not at all: nearly every one of them is one mistake away from another. */
export const SHORTEST_MISSPELT = 4;
/** From this length on, a word may have two mistakes instead of one. */
const LONG = 7;
/** Matches of only a beginning come after those of the same length. */
const ONLY_BEGINS = 0.5;

/**
 * How far a word is from another, in mistakes: a letter that is wrong, missing or too many, or two that changed places. With
 * `ONLY_BEGINS` added where only the other's beginning is near. Null when it's another word. Both as `folded` gives them.
 */
export function mistakesBetween(word: string, other: string): number | null {
  const most = word.length < SHORTEST_MISSPELT ? 0 : word.length < LONG ? 1 : 2;
  if (other.length < word.length - most) return null;
  const last = distances(word, other);
  const begins = last.filter((_, length) => length > 0 && other[length - 1] === word.at(-1));
  const near = [last[other.length]!, ...begins.map((count) => count + ONLY_BEGINS)].filter(
    (count) => Math.floor(count) <= most,
  );
  return near.length === 0 ? null : Math.min(...near);
}

/** The mistakes between a word and each beginning of another, by the beginning's length (optimal string alignment). */
function distances(word: string, other: string): number[] {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= word.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const swapped = i > 1 && j > 1 && word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1];
      next[j] = Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        row[j - 1]! + (word[i - 1] === other[j - 1] ? 0 : 1),
        swapped ? before[j - 2]! + 1 : Infinity,
      );
    }
    [before, row] = [row, next];
  }
  return row;
}

/** More would take too long to read. */
const MOST_OFFERED = 3;

/**
 * What a search may have meant, given texts of records (names, addresses, references) that may be near: the search with each
 * word that a record lacks spelled as the record has it. Only those with the fewest mistakes, the most frequent first; none when
 * no record has all words or nearly.
 */
export function respelled(search: string, records: readonly string[]): string[] {
  const words = wordsTyped(search);
  const offers = new Map<string, { text: string; mistakes: number; records: number }>();
  for (const record of records) {
    const offer = respelledBy(words, record);
    if (!offer) continue;
    const key = folded(offer.text);
    const spelling = offers.get(key);
    if (spelling) spelling.records++;
    else offers.set(key, { ...offer, records: 1 });
  }
  const fewest = Math.min(...[...offers.values()].map(({ mistakes }) => mistakes));
  return [...offers.values()]
    .filter(({ mistakes }) => mistakes === fewest)
    .toSorted((a, b) => b.records - a.records || (a.text < b.text ? -1 : 1))
    .slice(0, MOST_OFFERED)
    .map(({ text }) => text);
}

function respelledBy(words: readonly string[], record: string): { text: string; mistakes: number } | null {
  const parts = wordsTyped(record).flatMap((part) => [part, ...(/[-@]/.test(part) ? part.split(/[-@]/) : [])]);
  const found = words.map((word) => nearestPart(folded(word), word, parts));
  if (!found.every((one) => one !== null)) return null;
  const mistakes = found.reduce((sum, one) => sum + one.mistakes, 0);
  return mistakes === 0 ? null : { text: found.map(({ part }) => part).join(" "), mistakes };
}

function nearestPart(plain: string, typed: string, parts: readonly string[]) {
  let nearest: { part: string; mistakes: number } | null = null;
  for (const part of parts) {
    const other = folded(part);
    if (other === plain) return { part, mistakes: 0 };
    const mistakes = other.includes(plain) ? 0 : mistakesBetween(plain, other);
    if (mistakes !== null && (nearest === null || mistakes < nearest.mistakes))
      nearest = { part: mistakes === 0 ? typed : part, mistakes };
  }
  return nearest;
}
