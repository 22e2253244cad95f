import { type Kysely, sql } from "kysely";

// Staff find a booking among a million by any part of a name, an address or a reference, without accents and capitals: what is
// searched is kept beside the row, normalised, in trigrams. Its beginning is the name, so that it also gives the order by name.
// Views of the list are each person's own.
const statements = `
create extension if not exists pg_trgm;
create function searchable(words text) returns text language sql immutable strict parallel safe as $$
  select lower(regexp_replace(normalize(words, nfd), '[\\u0300-\\u036f]', '', 'g') collate pg_c_utf8)
$$;
alter table bookings add column search_text text collate "C" not null
  generated always as (searchable(first_name || ' ' || last_name || ' ' || email || ' ' || reference)) stored;
alter table bookings alter column search_text set statistics 1000;
create index bookings_by_words on bookings using gin (search_text gin_trgm_ops);
create index bookings_by_name on bookings (search_text, id);
create index bookings_by_time on bookings (created_at, id);
create index bookings_by_total on bookings (currency, total_price, id);
create index bookings_by_coupon on bookings (coupon_id, created_at) where coupon_id is not null;
drop index bookings_by_departure;
create index bookings_by_departure on bookings (scheduled_crawl_id, created_at) include (status);
create index scheduled_crawls_by_start on scheduled_crawls (starts_at);
create index payments_to_review on payments (booking_id) where review_reason is not null;
create index refunds_not_done on refunds (booking_id) where status in ('failed', 'manual');

create table saved_views (
  id uuid primary key default uuidv7(),
  user_id uuid not null references "user" on delete cascade,
  name text not null check (length(trim(name)) between 1 and 40),
  query text not null check (length(query) <= 1000),
  created_at timestamptz not null
);
create unique index saved_views_by_name on saved_views (user_id, lower(name));
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
