import { type RawBuilder, sql } from "kysely";
import type { Tx } from "#src/platform/db.server.ts";

/** Takes words that name a person out of the names of staff's views and of tags; a tag that is one is deleted. */
export async function eraseWords(tx: Tx, words: readonly string[]): Promise<void> {
  if (words.length === 0) return;
  // whole words: a short name is part of many others, and what a guest typed is no pattern
  const plain = (text: RawBuilder<string>) =>
    sql`regexp_replace(searchable(${text}) collate pg_c_utf8, '[^[:alnum:]]+', ' ', 'g')`;
  const named = (text: string) =>
    sql`exists (select from unnest(${words}::text[]) word, trim(${plain(sql`word`)}) bare
      where bare <> '' and position(' ' || bare || ' ' in ' ' || ${plain(sql.ref(text))} || ' ') > 0)`;
  // the end of an id, which is random: the beginnings of two that were saved together are the same
  await sql`update saved_views set name = right(id::text, 12) where ${named("name")}`.execute(tx);
  await sql`delete from tags where ${named("name")}`.execute(tx);
}
