import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): their statements can't tell `is_active` from the crawls'. */
export const breaksBefore: string | null = "0036";

// Staff add, change, order and switch off cities at /admin/cities (docs/decisions/091). Cities had been rows that only the demo
// world wrote; their trigger that forgets the pages is there since 0004.
const statements = `
alter table cities
  add column is_active boolean not null default true,
  add column image_alt text not null default '',
  add column image_alt_es text,
  add column meeting_point text not null default '',
  add column meeting_point_es text,
  add column map_url text check (map_url ~ '^https://[^[:space:]]+$'),
  add column version integer not null default 1 check (version > 0),
  add constraint a_city_has_a_name check (btrim(name) <> '');
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
