import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// Which version of the terms and of the privacy policy somebody agreed to (docs/decisions/099). A version
// that somebody agreed to stays as it was: one trigger keeps those of plain pages, the other tells every server of a new one.
const statements = `
alter table bookings
  add column terms_version uuid references content_versions (id),
  add column privacy_version uuid references content_versions (id);
alter table consents add column privacy_version uuid references content_versions (id);

create function keep_page_versions() returns trigger language plpgsql as $$
begin
  raise exception 'versions of pages are kept as they are';
end $$;
create trigger page_versions_stay before update or delete on content_versions
  for each row when (old.site_tag like 'page:%') execute function keep_page_versions();
create trigger pages_changed after insert on content_versions
  for each row when (new.site_tag like 'page:%') execute function tell_pages_changed();
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
