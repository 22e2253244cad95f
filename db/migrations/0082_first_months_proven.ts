import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// Reads the tables of 0081 through, while all others go on reading and writing them. A month takes only what all its checks are proven for.
const statements = `
alter table access_log validate constraint first_months;
alter table affiliate_choices validate constraint first_months;
alter table affiliate_visits validate constraint first_months;
alter table affiliate_visits validate constraint affiliate_visits_qr_code_id_check;
alter table audit_log validate constraint first_months;
alter table qr_scans validate constraint first_months;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
