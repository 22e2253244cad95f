import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only allows more. */
export const breaksBefore: string | null = null;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table bookings drop constraint bookings_source_check`.execute(db);
  await sql`alter table bookings add constraint bookings_source_check
    check (source in ('web', 'admin', 'kiosk')) not valid`.execute(db);
};
