import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// texts that staff answer messages with again and again, in either language or both
const statements = `
create table saved_replies (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  text_en text not null default '' check (length(text_en) <= 4000),
  text_es text not null default '' check (length(text_es) <= 4000),
  saved_at timestamptz not null,
  saved_by uuid references "user" (id) on delete set null,
  constraint says_something check (text_en <> '' or text_es <> '')
);
create unique index saved_replies_by_name on saved_replies (lower(name));
create index saved_replies_by_saver on saved_replies (saved_by);
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
