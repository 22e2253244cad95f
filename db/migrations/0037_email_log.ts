import { type Kysely, sql } from "kysely";
import type { BigIndex } from "#src/platform/migrate.server.ts";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// The log of emails is read newest first, by kind, by state and by recipient. Most emails were sent: only the other states are worth
// an index, and those that failed or wait have theirs. The recipient is searched as docs/decisions/079 says.
export const indexes: readonly BigIndex[] = [
  { name: "emails_by_time", on: "on emails (created_at, id)" },
  { name: "emails_by_kind", on: "on emails (kind, created_at, id)" },
  { name: "emails_withheld", on: "on emails (created_at, id) where status = 'withheld'" },
  { name: "emails_by_recipient", on: "on emails using gin (lower(recipient) gin_trgm_ops)" },
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const { name, on } of indexes) await sql`create index if not exists ${sql.id(name)} ${sql.raw(on)}`.execute(db);
};
