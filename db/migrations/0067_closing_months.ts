import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// months that a job is closing, and who asked for it
const statements = `
create table closing_months (
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  test boolean not null,
  asked_at timestamptz not null,
  asked_by uuid references "user" (id) on delete set null,
  asked_from text not null,
  primary key (month, test)
);`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
