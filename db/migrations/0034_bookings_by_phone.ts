import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// Staff also book for guests who leave only a phone number (docs/decisions/080). Their bookings have an empty email, as those of
// guests whose data was deleted, and belong together by the digits of the number.
const statements = `
create index bookings_by_phone on bookings (regexp_replace(phone, '\\D', '', 'g'), created_at, id) where email = '' and phone <> '';
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
