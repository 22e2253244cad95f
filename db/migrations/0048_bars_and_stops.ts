import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// Bars, the stops of a crawl and of one night, where a night's group is, who was there between two bars, and drink vouchers
// (docs/decisions/104). `at` is local time. `departure_routes` has a row once a departure has stops of its own: they are copied from
// its crawl under that row. Steps and headcounts only grow; their ids are made by the device, so that sending twice counts once.
// A voucher's slot numbers it within its ticket and stop: the unique index has the last word on how many are given out.
const statements = `
create table bars (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 80),
  address text not null default '' check (length(address) <= 200),
  map_url text,
  city_id text not null references cities,
  guide_note text not null default '' check (length(guide_note) <= 500),
  is_active boolean not null default true,
  link_version integer not null default 1 check (link_version > 0),
  voucher_price integer check (voucher_price between 0 and 10000000),
  voucher_currency text not null default 'MXN',
  version integer not null default 1,
  created_at timestamptz not null default now()
);

create table crawl_stops (
  crawl_id uuid not null references pub_crawls on delete cascade,
  position integer not null check (position between 1 and 20),
  bar_id uuid not null references bars,
  at text not null check (at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  vouchers integer not null default 0 check (vouchers between 0 and 10),
  primary key (crawl_id, position)
);
create index crawl_stops_by_bar on crawl_stops (bar_id);

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
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
