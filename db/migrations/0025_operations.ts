import { type Kysely, sql } from "kysely";

/** Null: this migration only adds. */
export const breaksBefore: string | null = null;

// What was last done to the installation as a whole (a backup, say), when and with what result: one row per name.
const statements = `
create table operations (
  name text primary key,
  at timestamptz not null default now(),
  ok boolean not null,
  details jsonb not null default '{}'
);
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
