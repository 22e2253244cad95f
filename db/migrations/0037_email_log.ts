import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// The log of emails is read newest first, by kind, by state and by recipient. Most emails were sent: only the other states are worth
// an index, and those that failed or wait have theirs. The recipient is searched as docs/decisions/079 says.
const statements = `
create index emails_by_time on emails (created_at, id);
create index emails_by_kind on emails (kind, created_at, id);
create index emails_withheld on emails (created_at, id) where status = 'withheld';
create index emails_by_recipient on emails using gin (lower(recipient) gin_trgm_ops);
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
