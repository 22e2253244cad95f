import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// what guests agreed to show stands on the crawl's page, until staff take it off there, and so do the bars of its route
// (docs/decisions/164)
const statements = `
alter table ratings add column hidden boolean not null default false;

create trigger pages_changed_by_hiding after update of hidden on ratings
  for each statement execute function tell_pages_changed();
create trigger pages_changed after insert or delete or update or truncate on crawl_stops
  for each statement execute function tell_pages_changed();
create trigger pages_changed after update of name, address, map_url on bars
  for each statement execute function tell_pages_changed();
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
