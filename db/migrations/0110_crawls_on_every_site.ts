import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// the specification's rule hides crawls of some titles on one site (section 9); an operator may overrule it for a crawl
const statements = `
alter table pub_crawls add column on_every_site boolean not null default false;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
