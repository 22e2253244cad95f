import { type RawBuilder, sql, type SqlBool } from "kysely";
import { referenceMeant } from "#src/kernel/codes.ts";
import { folded, numberMeant, SHORTEST_MISSPELT, wordsSearched, wordsTyped } from "#src/kernel/spelling.ts";
import type { Db } from "#src/platform/db.server.ts";
import { inTime } from "#src/platform/transaction.server.ts";

// Searching texts that are normalized by the database's `findable`: all lists of the admin use it.

type Condition = RawBuilder<SqlBool>;
/** An expression of a normalized text; indexed by trigrams where there are many. */
type Normal = RawBuilder<unknown>;

/** A pattern of `like` for a text that isn't normalized: the word as it is typed, anywhere. */
export const anywhere = (word: string): string => `%${escaped(word)}%`;

/** A word without the wildcards of `like`. */
export const escaped = (word: string): string => word.replaceAll(/[\\%_]/g, "\\$&");
const literally = (word: string): string => escaped(folded(word));

/** Shorter words have no trigram: an index can't find them inside of a word. */
const TRIGRAM = 3;

/**
 * The text contains each word of a search, in any order; none for an empty one. Words of less than `inside` letters only begin a
 * word of it. References may be written without their dash, phone numbers in any way.
 */
export const containsWords = (text: Normal, search: string, inside = TRIGRAM): Condition[] =>
  wordsSearched(search).map((word) => containsWord(text, word, inside));

export function containsWord(text: Normal, word: string, inside = TRIGRAM): Condition {
  const number = numberMeant(word);
  if (number) return like(text, `%${number}%`);
  const has = word.length < inside ? beginsWord(text, word) : like(text, `%${literally(word)}%`);
  const reference = referenceMeant(word);
  return reference ? sql<SqlBool>`(${has} or ${like(text, `%${literally(reference)}%`)})` : has;
}

/** The text contains a word that begins so. */
export const beginsWord = (text: Normal, word: string): Condition =>
  sql<SqlBool>`(${like(text, `${literally(word)}%`)} or ${like(text, `% ${literally(word)}%`)})`;

const like = (text: Normal, pattern: string): Condition => sql<SqlBool>`${text} like ${pattern}`;

/** The share of a word's trigrams that a text must have, near to each other. */
const SIMILAR = 0.4;
/** Texts compared, and the nearest of them that are returned. A frequent name is among the first thousand. */
const COMPARED = 1000;
const RETURNED = 200;
/** Offering a spelling may take no longer. */
const NEAR_MS = 400;

type Searched = {
  /** tables to look in, as after `from` */
  from: RawBuilder<unknown>;
  text: Normal;
  /** what is compared with the search as people write it */
  shown: RawBuilder<unknown>;
  where: readonly Condition[];
};

/**
 * Texts that contain each word of a search or one like it, the most alike first: candidates for `respelled`
 * (kernel/spelling.ts). None when there are too many to look through in time.
 */
export async function textsNear(
  db: Db,
  search: string,
  { from, text, shown: spelling, where }: Searched,
): Promise<string[]> {
  const words = wordsTyped(search);
  const misspelt = words.filter((word) => folded(word).length >= SHORTEST_MISSPELT);
  if (misspelt.length === 0) return [];
  const near = words.map((word) => (misspelt.includes(word) ? nearWord(text, folded(word)) : containsWord(text, word)));
  const alike = misspelt.map((word) => sql`word_similarity(${folded(word)}, normal)`);
  const found = await inTime(db, NEAR_MS, async (tx) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(SIMILAR)}, true)`.execute(tx);
    // comparing trigrams costs far more than the planner thinks: it would rather compare every text until the first thousand are found
    await sql`set local enable_seqscan = off`.execute(tx);
    // planned for the words (a `*` outside of brackets prevents keeping a plan): only constants are looked up in the index
    const { rows } = await sql<{ shown: string }>`select shown from
      (select ${spelling} as shown, ${text} as normal from ${from}
        where ${sql.join([...where, ...near], sql` and `)} limit ${COMPARED}) compared
      order by ${sql.join(alike, sql` + `)} desc limit ${RETURNED} /* planned each time */`.execute(tx);
    return rows.map((row) => row.shown);
  });
  return found ?? [];
}

/** Contained, similar by trigrams, or with two letters swapped, which leaves a short word few trigrams. */
export function nearWord(text: Normal, word: string): Condition {
  const swapped = Array.from(
    { length: word.length - 1 },
    (_, n) => `%${literally(word.slice(0, n) + word[n + 1]! + word[n]! + word.slice(n + 2))}%`,
  );
  return sql<SqlBool>`(${containsWord(text, word)} or ${text} %> ${word}::text or ${text} like any(${swapped}::text[]))`;
}
