import { type Kysely, sql } from "kysely";

/** Null: this migration only adds. */
export const breaksBefore: string | null = null;

// Staff may move a booking to a night of another crawl: the crawl it is sold as from then on. Null where a change keeps it.
const statements = `
alter table booking_changes add column to_crawl_id uuid references pub_crawls (id);
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
