import { type Kysely, sql } from "kysely";

/** Null: this migration only adds. A number: releases that don't know that migration can't run on the schema any more. */
export const breaksBefore: string | null = null;

// What each migration says of older releases, for an older release to read: it doesn't have the newer one's file.
const statements = `
create table migration_marks (
  migration text primary key,
  breaks_before text check (breaks_before ~ '^[0-9]{4}$')
);
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
