import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. To them a bookkeeper is nobody. */
export const breaksBefore: string | null = null;

// No keys to the cities: null is every city, and a city that went must not become that.
const statements = `
alter table "user" add column city_ids text[];
alter table staff_invitations add column city_ids text[];

alter table staff_invitations drop constraint staff_invitations_role_check;
alter table staff_invitations add constraint staff_invitations_role_check
  check (role in ('admin', 'manager', 'support', 'marketing', 'bookkeeper', 'guide'));
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
