import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

/** What guests ask of us for a group of their own (docs/decisions/214). */
const REQUESTS = `
  create table group_requests (
    id uuid primary key default uuidv7(),
    -- a form sent twice is one request
    form_key text not null unique,
    state text not null default 'new',
    name text not null,
    email text not null,
    phone text not null,
    language text not null check (language in ('en', 'es')),
    site_tag text not null,
    people int not null check (people between 1 and 1000),
    -- null: somewhere else
    city_id text references cities on delete set null,
    -- null: open
    date date,
    occasion text not null,
    words text not null,
    created_at timestamptz not null,
    closed_at timestamptz,
    closed_by uuid references "user" on delete set null,
    constraint group_requests_state_check check (state in ('new', 'quoted', 'accepted', 'declined', 'closed')),
    constraint group_requests_occasion_check check (occasion in ('birthday', 'bachelor', 'company', 'trip', 'other')),
    constraint group_requests_closed check ((state = 'closed') = (closed_at is not null))
  );
  create index group_requests_by_time on group_requests (created_at desc);
  create index group_requests_by_email on group_requests (lower(email));
  create index group_requests_by_city on group_requests (city_id);
  create index group_requests_by_closer on group_requests (closed_by);`;

/** What we offer for a request, version by version; the newest counts. One that was accepted has its night and its booking. */
const QUOTES = `
  create table group_quotes (
    id uuid primary key default uuidv7(),
    request_id uuid not null references group_requests,
    version int not null check (version > 0),
    form_key text not null unique,
    crawl_id uuid not null references pub_crawls,
    people int not null check (people between 1 and 100),
    date date not null,
    start_time text not null,
    end_time text not null,
    total int not null check (total > 0),
    currency text not null,
    pay_by date not null,
    valid_until date not null,
    included text not null,
    departure_id uuid references scheduled_crawls on delete set null,
    booking_id uuid unique references bookings,
    -- when both sides were told that it was accepted
    accepted_at timestamptz,
    created_at timestamptz not null,
    created_by uuid references "user" on delete set null,
    unique (request_id, version)
  );
  create index group_quotes_by_crawl on group_quotes (crawl_id);
  create index group_quotes_by_departure on group_quotes (departure_id);
  create index group_quotes_by_author on group_quotes (created_by);`;

/** A night of one group: no list of guests shows it, and its crawl may have another one on its date. */
const NIGHTS = `
  alter table scheduled_crawls add column is_private boolean not null default false;
  drop index one_scheduled_crawl_a_date;
  create unique index one_scheduled_crawl_a_date on scheduled_crawls (crawl_id, date) where status = 'scheduled' and not is_private;`;

/** A hold until the day that a group's offer said. */
const HOLDS = `
  alter table bookings drop constraint bookings_hold_length_check;
  alter table bookings add constraint bookings_hold_length_check
    check (hold_length in ('normal', 'short', 'prolonged', 'agreed')) not valid;`;

/** A night's facts (0002) with whether it is a group's own. A view can only be extended at its end. */
const FACTS = `
  create or replace view night_facts as
  select d.id, d.crawl_id, d.date, d.start_time, d.end_time, d.starts_at, d.ends_at, d.sales_close_at, d.status, d.total_spots,
    d.available_spots, d.overbooked_spots, d.bookings_disabled, d.external_booking_link, d.early_bird_sale, d.series_id, d.version,
    c.slug, c.title, c.title_es, c.short_name, c.short_name_es, c.colour, c.image, c.currency, c.meeting_place, c.meeting_place_es,
    c.on_every_site, c.is_active as crawl_is_active, c.deleted_at as crawl_deleted_at,
    c.city_id, t.name as city, t.name_es as city_es, t.time_zone, t.is_active as city_is_active,
    t.meeting_point, t.meeting_point_es, t.map_url, d.is_private
  from scheduled_crawls d left join pub_crawls c on c.id = d.crawl_id left join cities t on t.id = c.city_id;`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(REQUESTS).execute(db);
  await sql.raw(QUOTES).execute(db);
  await sql.raw(NIGHTS).execute(db);
  await sql.raw(HOLDS).execute(db);
  await sql.raw(FACTS).execute(db);
};
