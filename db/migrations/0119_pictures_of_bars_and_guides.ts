import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// a bar has a photograph, and a guide who agreed to it is shown to guests by first name and picture (docs/decisions/165). The
// pictures are held and counted as every picture in use is (0041).
const statements = `
alter table bars add column picture text check (picture ~ '^/(pictures|uploads)/[A-Za-z0-9_.-]{1,100}$');
alter table guide_profiles add column shown boolean not null default false;
alter table guide_profiles add column portrait text check (portrait ~ '^/(pictures|uploads)/[A-Za-z0-9_.-]{1,100}$');

create or replace function picture_uses()
returns table (name text, kind text, id text, site text, label text, label_es text) language sql stable as $$
  select n, 'crawl', c.id::text, null, c.title, c.title_es
    from pub_crawls c, pictures_in(concat_ws(' ', c.image, array_to_string(c.gallery, ' '))) n
  union all select n, 'city', c.id, null, c.name, c.name_es from cities c, pictures_in(c.image) n
  union all select n, 'bar', b.id::text, null, b.name, null from bars b, pictures_in(b.picture) n
  union all select n, 'guide', g.user_id::text, null, u.name, null
    from guide_profiles g join "user" u on u.id = g.user_id, pictures_in(g.portrait) n
  union all select n, 'gallery_image', g.id::text, g.site_tag, g.alt, g.alt_es
    from gallery_images g, pictures_in(g.image_url) n
  union all select n, 'instagram_post', i.id::text, null, left(i.caption, 60), null
    from instagram_posts i, pictures_in(i.picture) n
  union all select n, 'home_section', h.section_key, h.site_tag, null, null
    from home_page_content h, pictures_in(h.content::text) n
  union all select n, 'home_draft', d.section_key, d.site_tag, null, null
    from content_drafts d, pictures_in(d.content::text) n
  union all select n, 'home_version', v.id::text, v.site_tag, v.published_at::text, null
    from content_versions v, pictures_in(v.sections::text) n
  union all select n, 'setting', s.key, null, null, null from app_settings s, pictures_in(s.value) n
$$;

create trigger pictures_are_held after insert or update of picture on bars
  for each row execute function hold_pictures();
create trigger pictures_are_held after insert or update of portrait on guide_profiles
  for each row execute function hold_pictures();

drop trigger pages_changed on bars;
create trigger pages_changed after update of name, address, map_url, picture on bars
  for each statement execute function tell_pages_changed();
create trigger pages_changed after update of shown, portrait on guide_profiles
  for each statement execute function tell_pages_changed();
create trigger pages_changed after insert or delete or update of state, user_id on shifts
  for each statement execute function tell_pages_changed();
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
