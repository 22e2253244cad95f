import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// how the jobs of each night ended last (docs/decisions/140); failing_since and failed_at are empty after one that went well
const statements = `
create table nightly_jobs (
  name text primary key check (length(name) between 1 and 60),
  ok_at timestamptz,
  failing_since timestamptz,
  failed_at timestamptz,
  check ((failing_since is null) = (failed_at is null))
);
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
