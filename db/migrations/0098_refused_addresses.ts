import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// When a mail server refused an email's recipient for good: that is the address's fault, not the mail server's (docs/decisions/146).
// An older release leaves it empty.
const statements = `
alter table emails add column refused_at timestamptz;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
