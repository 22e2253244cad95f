import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// who asked for places of a night that has none, and the booking that an offer to them is (docs/decisions/169)
const statements = `
create table waiting_entries (
  id uuid primary key default uuidv7(),
  departure_id uuid not null references scheduled_crawls (id) on delete cascade,
  state text not null default 'waiting'
    check (state in ('waiting', 'offered', 'booked', 'declined', 'lapsed', 'left', 'removed', 'closed')),
  people integer not null check (people between 1 and 100),
  first_name text not null,
  email text not null,
  language text not null check (language in ('en', 'es')),
  site_tag text not null,
  currency text not null references currency_rates (currency),
  unit_price integer not null check (unit_price >= 0),
  terms_version uuid references content_versions (id),
  privacy_version uuid references content_versions (id),
  test boolean not null,
  asked_at timestamptz not null,
  offered_at timestamptz,
  told_at timestamptz,
  ended_at timestamptz,
  booking_id uuid unique references bookings (id),
  constraint waiting_entries_offered check (state not in ('offered', 'booked') or booking_id is not null),
  constraint waiting_entries_ended check ((ended_at is null) = (state in ('waiting', 'offered')))
);
create unique index waiting_entries_once on waiting_entries (departure_id, lower(email), test) where state in ('waiting', 'offered');
create index waiting_entries_in_turn on waiting_entries (departure_id, asked_at, id) where state = 'waiting';
create index waiting_entries_to_tell on waiting_entries (id) where state = 'offered' and told_at is null;
create index waiting_entries_by_departure on waiting_entries (departure_id);
create index waiting_entries_by_email on waiting_entries (lower(email));
create index waiting_entries_by_terms on waiting_entries (terms_version);
create index waiting_entries_by_privacy on waiting_entries (privacy_version);
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
