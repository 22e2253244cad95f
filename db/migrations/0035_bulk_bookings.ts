import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// Staff tag bookings, and cancel or move several at once (docs/decisions/081). A tag is the same word in any case and with or
// without accents. What is done to several bookings is written down before it is done, each booking with what was shown of it.
const statements = `
create table tags (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 30 and name = btrim(name)),
  folded text not null generated always as (searchable(name)) stored unique
);

create table booking_tags (
  booking_id uuid not null references bookings (id) on delete cascade,
  tag_id uuid not null references tags (id) on delete cascade,
  primary key (booking_id, tag_id)
);
create index booking_tags_by_tag on booking_tags (tag_id, booking_id);

create table bulk_acts (
  id uuid primary key,
  act text not null check (act in ('cancel', 'move')),
  terms jsonb not null,
  fingerprint text not null,
  asked_by uuid,
  asked_from text not null,
  asked_at timestamptz not null
);
create index bulk_acts_by_time on bulk_acts (asked_at);

create table bulk_act_bookings (
  bulk_act_id uuid not null references bulk_acts (id) on delete cascade,
  booking_id uuid not null references bookings (id) on delete cascade,
  key uuid not null default gen_random_uuid(),
  expected jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'begun', 'done', 'refused')),
  outcome text,
  primary key (bulk_act_id, booking_id)
);
create index bulk_act_bookings_by_booking on bulk_act_bookings (booking_id);
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
