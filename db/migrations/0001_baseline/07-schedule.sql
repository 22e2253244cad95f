-- Departures: a crawl on a date, with its seats and its prices.

create table scheduled_crawls (
  id uuid primary key default uuidv7(),
  crawl_id uuid not null references pub_crawls,
  date date not null,
  start_time text not null check (start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  end_time text not null check (end_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  sales_close_at timestamptz not null check (sales_close_at <= starts_at),
  total_spots integer not null check (total_spots >= 0),
  available_spots integer not null,
  overbooked_spots integer not null default 0 check (overbooked_spots >= 0),
  late_tolerance integer not null default 1 check (late_tolerance >= 0),
  status text not null default 'scheduled' check (status in ('scheduled', 'cancelled')),
  recurrence_type text check (recurrence_type in ('daily', 'weekly', 'monthly')),
  recurrence_occurrences integer,
  series_id uuid,
  price integer check (price >= 0),
  sale_price integer check (sale_price >= 0),
  hide_total_spots boolean not null default false,
  bookings_disabled boolean not null default false,
  early_bird_sale boolean not null default false,
  external_booking_link text check (external_booking_link ~ '^https?://'),
  created_at timestamptz not null default now(),
  prices jsonb not null default '{}' check (are_prices(prices)),
  sale_prices jsonb not null default '{}' check (are_prices(sale_prices)),
  -- counts what staff change of a departure, never what is sold of it: a sale between two edits is no conflict
  version integer not null default 1,
  constraint available_within_total check (available_spots between 0 and total_spots),
  constraint overbooked_only_when_full check (overbooked_spots = 0 or available_spots = 0)
);
create unique index one_scheduled_crawl_a_date on scheduled_crawls (crawl_id, date) where status = 'scheduled';
create index scheduled_crawls_by_date on scheduled_crawls (date, crawl_id) where status = 'scheduled';
create index scheduled_crawls_by_start on scheduled_crawls (starts_at);
create index scheduled_crawls_by_series on scheduled_crawls (series_id, date) where series_id is not null;
create index scheduled_crawls_by_any_date on scheduled_crawls (date);
create index scheduled_crawls_by_crawl on scheduled_crawls (crawl_id, ends_at) where status = 'scheduled';

create trigger pages_changed after insert or delete or truncate on scheduled_crawls for each statement execute function tell_pages_changed();
-- Not available_spots: every booking changes it, and a page that is a few seconds late with it sells nothing wrong.
create trigger pages_changed_by_update after update of date, start_time, end_time, total_spots, status, price, sale_price, prices,
  sale_prices, hide_total_spots, bookings_disabled, early_bird_sale, external_booking_link on scheduled_crawls
  for each statement execute function tell_pages_changed();

-- Takes the crawl's lock, which deleting it holds: whoever is second sees what the first has done.
create function refuse_departure_of_deleted_crawl() returns trigger language plpgsql as $$
declare deleted timestamptz;
begin
  select c.deleted_at into deleted from pub_crawls c where c.id = new.crawl_id for key share;
  if deleted is not null then
    raise exception 'crawl % is deleted', new.crawl_id
      using errcode = 'check_violation', constraint = 'departure_of_deleted_crawl';
  end if;
  return new;
end $$;

create trigger departures_need_a_crawl before insert or update of crawl_id, status on scheduled_crawls
  for each row when (new.status = 'scheduled') execute function refuse_departure_of_deleted_crawl();

-- Who called a departure off and what its guests are told. They choose another date or their money (docs/decisions/147): until
-- when, null where the money goes back at once.
create table departure_cancellations (
  departure_id uuid primary key references scheduled_crawls on delete cascade,
  asked_at timestamptz not null,
  asked_by uuid,
  fingerprint text not null,
  note_en text not null,
  note_es text not null,
  choose_until timestamptz,
  -- how many bookings took another date, which are on this night's list no more
  rebooked integer not null default 0 check (rebooked >= 0)
);
