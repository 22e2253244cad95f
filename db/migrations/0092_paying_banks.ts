import { type Kysely, sql } from "kysely";
import type { BigIndex } from "#src/platform/migrate.server.ts";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// Since when a payment that its guest has made waits for their bank, and what an unpaid booking keeps its places for beyond an
// ordinary hold (docs/decisions/141). The check isn't proved of the rows there are: they have nothing to prove.
const statements = `
alter table payments add column bank_since timestamptz;
alter table bookings add column kept_for text;
alter table bookings add constraint bookings_kept_for_check check (kept_for in ('bank', 'by_hand')) not valid;
`;

/** Payments that wait for a bank, for those who look after money. */
export const indexes: readonly BigIndex[] = [
  { name: "payments_at_bank", on: "on payments (bank_since) where bank_since is not null and status = 'pending'" },
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
  for (const { name, on } of indexes) await sql`create index if not exists ${sql.id(name)} ${sql.raw(on)}`.execute(db);
};
