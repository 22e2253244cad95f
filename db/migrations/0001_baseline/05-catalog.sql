-- Cities and their crawls. Money is integer minor units, here and everywhere; the names of tables and columns are the
-- specification's (section 3) where it has them.

create table cities (
  id text primary key check (id ~ '^[a-z0-9-]+$'),
  name text not null,
  name_es text,
  time_zone text not null,
  position integer not null default 0,
  description text not null default '',
  description_es text,
  image text,
  is_active boolean not null default true,
  image_alt text not null default '',
  image_alt_es text,
  meeting_point text not null default '',
  meeting_point_es text,
  map_url text check (map_url ~ '^https://[^[:space:]]+$'),
  version integer not null default 1 check (version > 0),
  constraint a_city_has_a_name check (btrim(name) <> '')
);

create trigger pages_changed after insert or update or delete or truncate on cities for each statement execute function tell_pages_changed();

create function are_prices(prices jsonb) returns boolean language sql immutable as $$
  select case when jsonb_typeof(prices) = 'object' then not exists (
    select from jsonb_each(prices) p
    where p.key not in ('MXN', 'USD', 'EUR', 'GBP', 'CAD') or jsonb_typeof(p.value) <> 'number' or p.value::text !~ '^[0-9]{1,9}$'
  ) else false end
$$;

-- A deleted crawl stays, so that its bookings can name it and it can come back; it is never active, which hides it wherever
-- only active ones are read.
create table pub_crawls (
  id uuid primary key default uuidv7(),
  slug text not null unique,
  title text not null,
  title_es text,
  city_id text not null references cities,
  description text not null default '',
  description_es text,
  price integer check (price >= 0),
  currency text not null default 'USD' references currency_rates,
  duration text not null default '',
  group_size text not null default '',
  includes text[] not null default '{}',
  includes_es text[] not null default '{}',
  excludes text[] not null default '{}',
  excludes_es text[] not null default '{}',
  highlights text[] not null default '{}',
  highlights_es text[] not null default '{}',
  image text,
  gallery text[] not null default '{}',
  rating numeric(2, 1) not null default 0 check (rating between 0 and 5),
  review_count integer not null default 0 check (review_count >= 0),
  meeting_place text not null default '',
  meeting_place_es text,
  sales_cutoff_minutes integer not null default 0 check (sales_cutoff_minutes >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  -- what the operator sets per currency, beside the one that is converted
  prices jsonb not null default '{}' check (are_prices(prices)),
  -- tells a form that it was opened before somebody else saved
  version integer not null default 1,
  deleted_at timestamptz,
  -- an address that was given up keeps leading to its crawl
  former_slugs text[] not null default '{}',
  -- descriptions in both languages by a picture's address: one picture may be the main one and stand in the gallery too
  picture_alts jsonb not null default '{}' check (jsonb_typeof(picture_alts) = 'object'),
  -- how the admin writes and colors a crawl where there is little room
  short_name text,
  short_name_es text,
  colour text not null default 'agave'
    check (colour in ('agave', 'jacaranda', 'marigold', 'terracotta', 'slate', 'sky', 'nopal', 'pink')),
  -- the specification's rule hides crawls of some titles on one site (section 9); an operator may overrule it for a crawl
  on_every_site boolean not null default false,
  -- null: as in English
  duration_es text,
  constraint a_deleted_crawl_is_hidden check (deleted_at is null or not is_active)
);
create index pub_crawls_by_former_slug on pub_crawls using gin (former_slugs);

create trigger pages_changed after insert or update or delete or truncate on pub_crawls
  for each statement execute function tell_pages_changed();
