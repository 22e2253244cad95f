-- The texts and pictures of the site, the wording of emails, messages of visitors.

create table home_page_content (
  section_key text not null,
  site_tag text not null,
  content jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (section_key, site_tag)
);

create trigger pages_changed after insert or update or delete or truncate on home_page_content
  for each statement execute function tell_pages_changed();

-- The home page is edited as a draft and published as a whole (docs/decisions/094). A draft's row stays when there is none any
-- more (its content is the JSON null): its version only grows, so that what was typed on an older one is noticed.
create table content_drafts (
  section_key text not null,
  site_tag text not null,
  content jsonb not null default 'null',
  version integer not null default 1,
  saved_by uuid,
  saved_at timestamptz not null default now(),
  primary key (section_key, site_tag)
);

-- A version holds every section as it was published.
create table content_versions (
  id uuid primary key default uuidv7(),
  site_tag text not null,
  sections jsonb not null,
  note text not null default '' check (char_length(note) <= 200),
  published_by uuid,
  published_at timestamptz not null
);
create index content_versions_by_time on content_versions (site_tag, published_at desc, id desc);

-- A version of a plain page stays as it was, because guests agreed to it (docs/decisions/099).
create function keep_page_versions() returns trigger language plpgsql as $$
begin
  raise exception 'versions of pages are kept as they are';
end $$;

create trigger page_versions_stay before update or delete on content_versions
  for each row when (old.site_tag like 'page:%') execute function keep_page_versions();
create trigger pages_changed after insert on content_versions
  for each row when (new.site_tag like 'page:%') execute function tell_pages_changed();

-- version counts the saves of a text, so that two editors learn of each other (docs/decisions/093). What is deleted can be
-- brought back as it was; it isn't active meanwhile.
create table gallery_images (
  id uuid primary key default uuidv7(),
  image_url text not null,
  is_active boolean not null default true,
  site_tag text not null,
  position integer not null default 0,
  alt text not null default '',
  alt_es text,
  version integer not null default 1,
  deleted_at timestamptz,
  was_active boolean,
  constraint deleted_images_are_hidden
    check (num_nulls(deleted_at, was_active) in (0, 2) and (deleted_at is null or not is_active))
);

create trigger pages_changed after insert or update or delete or truncate on gallery_images
  for each statement execute function tell_pages_changed();

create table instagram_posts (
  id uuid primary key default uuidv7(),
  image_url text not null,
  caption text not null default '',
  is_active boolean not null default true,
  display_order integer not null default 0,
  version integer not null default 1,
  deleted_at timestamptz,
  was_active boolean,
  -- a picture of ours, shown before a guest lets Instagram load the post (docs/decisions/160)
  picture text check (picture ~ '^/(pictures|uploads)/[A-Za-z0-9_.-]{1,100}$'),
  constraint deleted_posts_are_hidden
    check (num_nulls(deleted_at, was_active) in (0, 2) and (deleted_at is null or not is_active))
);

create trigger pages_changed after insert or update or delete or truncate on instagram_posts
  for each statement execute function tell_pages_changed();

-- The operator's own wording of emails (docs/decisions/097): a row for each publication, never changed, the highest version
-- counts. texts are {en, es} with a text for each message id that isn't Ronda's. Version 1 is Ronda's own wording and has no
-- row.
create table email_template_versions (
  kind text not null check (length(kind) between 1 and 60),
  version integer not null check (version > 1),
  texts jsonb not null check (jsonb_typeof(texts) = 'object'),
  restored integer,
  published_by uuid,
  published_at timestamptz not null,
  primary key (kind, version)
);

create table contact_messages (
  id uuid primary key default uuidv7(),
  -- a form sent twice is one message; what it said then is told by the hash
  form_key text not null unique,
  request_hash text not null,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  language text not null check (language in ('en', 'es')),
  site_tag text not null,
  user_id uuid references "user" on delete set null,
  status text not null default 'new' check (status in ('new', 'done')),
  done_at timestamptz,
  done_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  -- may be spam
  is_suspect boolean not null default false,
  constraint done_with_time check ((status = 'done') = (done_at is not null))
);
create index contact_messages_by_time on contact_messages (created_at desc);
create index new_contact_messages on contact_messages (created_at) where status = 'new';

create table message_answers (
  id uuid primary key default uuidv7(),
  message_id uuid not null references contact_messages on delete cascade,
  form_key text not null unique,
  text text not null,
  answered_by uuid references "user" on delete set null,
  created_at timestamptz not null
);
create index message_answers_by_message on message_answers (message_id, created_at);

-- Texts that staff answer messages with again and again, in either language or both.
create table saved_replies (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  text_en text not null default '' check (length(text_en) <= 4000),
  text_es text not null default '' check (length(text_es) <= 4000),
  saved_at timestamptz not null,
  saved_by uuid references "user" on delete set null,
  constraint says_something check (text_en <> '' or text_es <> '')
);
create unique index saved_replies_by_name on saved_replies (lower(name));
create index saved_replies_by_saver on saved_replies (saved_by);
