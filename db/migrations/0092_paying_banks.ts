import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// Since when a payment that its guest has made waits for their bank, and what an unpaid booking keeps its places for beyond an
// ordinary hold (docs/decisions/141). The check isn't proved of the rows there are: they have nothing to prove.
const statements = `
alter table payments add column bank_since timestamptz;
alter table bookings add column kept_for text;
alter table bookings add constraint bookings_kept_for_check check (kept_for in ('bank', 'by_hand')) not valid;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
