import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// how the spreadsheet of who reads our files writes numbers (docs/decisions/143); a constant default rewrites no row
const statements = `
alter table profiles add column number_format text not null default 'point',
  add constraint profiles_number_format_check check (number_format in ('point', 'comma')) not valid;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
