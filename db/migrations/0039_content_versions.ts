import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// The home page is edited as a draft and published as a whole (docs/decisions/094). A draft's row stays when there is none any
// more (its content is the JSON null): its version only grows, so that what was typed on an older one is noticed. A version holds every section as it was published.
const statements = `
create table content_drafts (
  section_key text not null,
  site_tag text not null,
  content jsonb not null default 'null',
  version integer not null default 1,
  saved_by uuid,
  saved_at timestamptz not null default now(),
  primary key (section_key, site_tag)
);

create table content_versions (
  id uuid primary key default uuidv7(),
  site_tag text not null,
  sections jsonb not null,
  note text not null default '' check (char_length(note) <= 200),
  published_by uuid,
  published_at timestamptz not null
);
create index content_versions_by_time on content_versions (site_tag, published_at desc, id desc);
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
