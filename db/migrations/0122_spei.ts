import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// the sandbox plays bank transfers too (docs/decisions/167)
const statements = `
alter table sandbox_sessions drop constraint sandbox_sessions_method_check;
alter table sandbox_sessions add constraint sandbox_sessions_method_check
  check (method in ('card', 'apple_pay', 'google_pay', 'paypal', 'oxxo', 'spei'));
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
