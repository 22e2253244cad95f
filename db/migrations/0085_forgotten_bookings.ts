import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// when everything that says whose a booking was was taken out of it (docs/decisions/137); null while it is there
const statements = `
alter table bookings add column forgotten_at timestamptz;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
