import { type Kysely, sql } from "kysely";
import type { BigIndex } from "#src/platform/migrate.server.ts";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// Payments that wait for a bank, for those who look after money. A migration of its own: the index is built before it, and the column
// has to be there.
export const indexes: readonly BigIndex[] = [
  { name: "payments_at_bank", on: "on payments (bank_since) where bank_since is not null and status = 'pending'" },
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const { name, on } of indexes) await sql`create index if not exists ${sql.id(name)} ${sql.raw(on)}`.execute(db);
};
