/** A text for comparison: lower case, without accents. As `searchable` in the database. */
export const folded = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The words of a search as they were typed. */
export const wordsTyped = (search: string): string[] => search.split(/\s+/).filter(Boolean);

/** Shorter words are found as they are or not at all: nearly every one of them is one mistake away from another. */
export const SHORTEST_MISSPELT = 4;
/** From this length on, a word may have two mistakes instead of one. */
const LONG = 7;
/** What only begins like the word comes after what is as long. */
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

/** More would be a list to read. */
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
    const known = offers.get(key);
    if (known) known.records++;
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
