import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// whether the guest has shown that they read the email of their booking (docs/decisions/120)
const statements = `
alter table bookings add column email_proven boolean not null default false;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
