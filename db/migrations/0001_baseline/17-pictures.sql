-- The library of uploaded pictures (docs/decisions/096). It comes late because it reads what uses one: all tables with the
-- trigger pictures_are_held.

-- A picture that nothing uses is put into the trash after a while, and its files go after another; its row stays then, so that
-- whatever names it meets a refusal and no hole. Whoever writes a use holds the picture by a trigger, in the same transaction:
-- that is where it becomes used, whichever table it is.
create table pictures (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  width integer,
  height integer,
  alt text not null default '' check (char_length(alt) <= 200),
  alt_es text check (char_length(alt_es) <= 200),
  focus_x integer not null default 50 check (focus_x between 0 and 100),
  focus_y integer not null default 50 check (focus_y between 0 and 100),
  version integer not null default 1,
  added_at timestamptz not null,
  unused_since timestamptz,
  trashed_at timestamptz,
  purged_at timestamptz,
  check (num_nulls(width, height) in (0, 2))
);
create index pictures_by_time on pictures (added_at desc, name) where purged_at is null;
create index pictures_with_focus on pictures (name) where (focus_x, focus_y) <> (50, 50);

create trigger pages_changed after update of focus_x, focus_y on pictures
  for each statement execute function tell_pages_changed();
create trigger pages_changed_by_use after update of unused_since on pictures for each row
  when ((old.unused_since is null) <> (new.unused_since is null) and (new.focus_x, new.focus_y) <> (50, 50))
  execute function tell_pages_changed();

create function pictures_in(words text) returns setof text language sql immutable as $$
  select distinct hit[1] from regexp_matches(words, '/uploads/([0-9a-f]{32})', 'g') as hit
$$;

create function picture_uses()
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

create function hold_pictures() returns trigger language plpgsql as $$
declare
  named text[] := array(select pictures_in(to_jsonb(new)::text));
begin
  if named = '{}' then return null; end if;
  -- shared: two who save the same picture don't wait for each other, only for whoever deletes it
  perform from pictures where name = any (named) order by name for key share;
  if exists (select from pictures where name = any (named) and purged_at is not null) then
    raise exception 'a picture of this row has been deleted for good' using
      errcode = 'foreign_key_violation', constraint = 'pictures_are_held';
  end if;
  update pictures set unused_since = null, trashed_at = null where name in (
    select name from pictures where name = any (named) and num_nonnulls(unused_since, trashed_at) > 0
    order by name for no key update
  );
  return null;
end $$;

create trigger pictures_are_held after insert or update of image, gallery on pub_crawls
  for each row execute function hold_pictures();
create trigger pictures_are_held after insert or update of image on cities
  for each row execute function hold_pictures();
create trigger pictures_are_held after insert or update of picture on bars
  for each row execute function hold_pictures();
create trigger pictures_are_held after insert or update of portrait on guide_profiles
  for each row execute function hold_pictures();
create trigger pictures_are_held after insert or update of image_url on gallery_images
  for each row execute function hold_pictures();
create trigger pictures_are_held after insert or update of picture on instagram_posts
  for each row execute function hold_pictures();
create trigger pictures_are_held after insert or update of content on home_page_content
  for each row execute function hold_pictures();
create trigger pictures_are_held after insert or update of content on content_drafts
  for each row execute function hold_pictures();
create trigger pictures_are_held after insert on content_versions
  for each row execute function hold_pictures();
create trigger pictures_are_held after insert or update of value on app_settings
  for each row execute function hold_pictures();
