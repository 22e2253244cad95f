import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// guests of a night that is called off choose another date or their money (docs/decisions/147): until when, null where the money
// goes back at once; and how many bookings took another date, which are on this night's list no more
const statements = `
alter table departure_cancellations
  add column choose_until timestamptz,
  add column rebooked integer not null default 0 check (rebooked >= 0);
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
