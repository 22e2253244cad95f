-- Who leads a night (docs/decisions/103), its bars and stops, and drink vouchers (docs/decisions/104).

-- A person who leaves takes their profile with them; what they worked stays, without a name.
create table guide_profiles (
  user_id uuid primary key references "user" on delete cascade,
  pay_amount integer check (pay_amount > 0),
  pay_currency text,
  calendar_version integer not null default 1 check (calendar_version > 0),
  -- whether guests are shown the first name and portrait (docs/decisions/165)
  shown boolean not null default false,
  portrait text check (portrait ~ '^/(pictures|uploads)/[A-Za-z0-9_.-]{1,100}$'),
  constraint guide_profiles_pay check ((pay_amount is null) = (pay_currency is null))
);

create trigger pages_changed after update of shown, portrait on guide_profiles
  for each statement execute function tell_pages_changed();

-- One guide on one departure: part says whether they lead or are the backup, and there may be any number of each, because large
-- nights need several; one person stands on a night once. request_id: what was asked in one email, with one link. times_asked
-- is 0 where nobody was asked, since it was agreed by word; reminded_at is when the last request was repeated.
create table shifts (
  id uuid primary key default gen_random_uuid(),
  departure_id uuid not null references scheduled_crawls,
  user_id uuid references "user" on delete set null,
  part text not null check (part in ('guide', 'backup')),
  state text not null check (state in ('asked', 'accepted', 'declined', 'withdrawn')),
  request_id uuid not null,
  note text not null default '' check (length(note) <= 500),
  times_asked integer not null default 0 check (times_asked >= 0),
  asked_at timestamptz,
  reminded_at timestamptz,
  answered_at timestamptz,
  pay_amount integer check (pay_amount > 0),
  pay_currency text,
  paid_at timestamptz,
  created_at timestamptz not null,
  constraint shifts_pay check ((pay_amount is null) = (pay_currency is null)),
  constraint shifts_asked check (state <> 'asked' or asked_at is not null)
);
create unique index one_live_shift_a_night on shifts (departure_id, user_id) where state in ('asked', 'accepted');
create index shifts_by_user on shifts (user_id);
create index shifts_by_request on shifts (request_id);
create index shifts_unanswered on shifts (asked_at) where state = 'asked';

create trigger pages_changed after insert or delete or update of state, user_id on shifts
  for each statement execute function tell_pages_changed();

create table bars (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 80),
  address text not null default '' check (length(address) <= 200),
  map_url text,
  city_id text not null references cities,
  guide_note text not null default '' check (length(guide_note) <= 500),
  is_active boolean not null default true,
  link_version integer not null default 1 check (link_version > 0),
  -- what we pay a bar for a drink
  voucher_price integer check (voucher_price between 0 and 10000000),
  voucher_currency text not null default 'MXN',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  picture text check (picture ~ '^/(pictures|uploads)/[A-Za-z0-9_.-]{1,100}$')
);

create trigger pages_changed after update of name, address, map_url, picture on bars
  for each statement execute function tell_pages_changed();

create table crawl_stops (
  crawl_id uuid not null references pub_crawls on delete cascade,
  position integer not null check (position between 1 and 20),
  bar_id uuid not null references bars,
  at text not null check (at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  vouchers integer not null default 0 check (vouchers between 0 and 10),
  primary key (crawl_id, position)
);
create index crawl_stops_by_bar on crawl_stops (bar_id);

create trigger pages_changed after insert or delete or update or truncate on crawl_stops
  for each statement execute function tell_pages_changed();

-- A departure has a row here once it has stops of its own: they are copied from its crawl under that row.
create table departure_routes (
  departure_id uuid primary key references scheduled_crawls on delete cascade,
  version integer not null default 1,
  told_version integer
);

create table departure_stops (
  id uuid primary key default gen_random_uuid(),
  departure_id uuid not null references departure_routes on delete cascade,
  position integer not null check (position between 1 and 40),
  bar_id uuid not null references bars,
  at text not null check (at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  vouchers integer not null default 0 check (vouchers between 0 and 10),
  skipped boolean not null default false,
  unique (departure_id, position) deferrable initially deferred
);
create index departure_stops_by_bar on departure_stops (bar_id);

-- Steps and headcounts are only added to; their ids are made by the device, so that sending twice counts once.
create table stop_steps (
  id uuid primary key,
  number bigint generated always as identity,
  departure_id uuid not null references scheduled_crawls on delete cascade,
  stop_id uuid not null references departure_stops on delete cascade,
  kind text not null check (kind in ('arrived', 'undone')),
  user_id uuid references "user" on delete set null,
  device_at timestamptz,
  at timestamptz not null
);
create index stop_steps_by_departure on stop_steps (departure_id, number);
create index stop_steps_by_user on stop_steps (user_id) where user_id is not null;

create table headcounts (
  id uuid primary key,
  number bigint generated always as identity,
  departure_id uuid not null references scheduled_crawls on delete cascade,
  stop_id uuid not null references departure_stops on delete cascade,
  kind text not null check (kind in ('out', 'in')),
  present text[] not null,
  missing text[] not null,
  user_id uuid references "user" on delete set null,
  device_at timestamptz,
  at timestamptz not null
);
create index headcounts_by_departure on headcounts (departure_id, number);
create index headcounts_by_user on headcounts (user_id) where user_id is not null;

create function refuse_stop_changes() returns trigger language plpgsql as $$
begin
  -- with the whole departure they may go
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
  -- whoever it was may be deleted
  if tg_op = 'UPDATE' and new.user_id is null and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id' then return new; end if;
  raise exception '% only grows', tg_table_name;
end $$;

create trigger stop_steps_stay before update or delete on stop_steps for each row execute function refuse_stop_changes();
create trigger headcounts_stay before update or delete on headcounts for each row execute function refuse_stop_changes();

-- A voucher's slot numbers it within its ticket and stop: the unique index has the last word on how many are given out.
create table voucher_uses (
  id uuid primary key,
  ticket_id uuid not null references tickets,
  stop_id uuid not null references departure_stops,
  departure_id uuid not null references scheduled_crawls,
  bar_id uuid not null references bars,
  slot integer not null check (slot between 1 and 10),
  price integer,
  currency text not null,
  checked_in boolean not null,
  at timestamptz not null,
  undone_at timestamptz
);
create unique index voucher_uses_once on voucher_uses (ticket_id, stop_id, slot) where undone_at is null;
create index voucher_uses_by_bar on voucher_uses (bar_id, at);
