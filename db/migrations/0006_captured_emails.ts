import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): nothing. */
export const breaksBefore: string | null = null;

// A captured email is mostly files that are compressed already, in letters that PostgreSQL's compression gains nothing from.
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table emails alter column raw set storage external`.execute(db);
};
