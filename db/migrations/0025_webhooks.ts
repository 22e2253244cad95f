import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. What happens on them meanwhile is told to nobody. */
export const breaksBefore: string | null = null;

/*
 * Signed messages to other systems (docs/decisions/216). An event is written in the transaction that causes it, with nothing but what
 * happened to what; a job adds to whom it is told.
 */
const TABLES = [
  `create table webhook_endpoints (
    id uuid primary key,
    url text not null check (length(url) between 8 and 500),
    description text not null default '' check (length(description) <= 120),
    types text[] not null check (cardinality(types) between 1 and 20),
    -- null: the house's, which is told of everything
    partner_id uuid references partners,
    -- null: of all
    cities text[] check (cardinality(cities) between 1 and 200),
    is_active boolean not null default true,
    -- why it was switched off by itself: its answer was 410
    gone_at timestamptz,
    -- the secret is derived from it; the one before is valid as well until an instant
    secret_version integer not null default 1 check (secret_version >= 1),
    old_secret_until timestamptz,
    -- its first failure since it last took a message
    failing_since timestamptz,
    -- it asked for a pause until then
    paused_until timestamptz,
    version integer not null default 1,
    created_at timestamptz not null
  )`,
  `create index webhook_endpoints_partner on webhook_endpoints (partner_id) where partner_id is not null`,
  `create table webhook_events (
    n bigint generated always as identity primary key,
    id text not null unique default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
    type text not null,
    -- the booking, night, statement or endpoint that it is about: its messages are sent in order
    subject uuid not null,
    -- what the subject's row doesn't say
    detail jsonb not null default '{}',
    -- what is sent; null until it was decided to whom
    data jsonb,
    at timestamptz not null
  )`,
  `create index webhook_events_waiting on webhook_events (n) where data is null`,
  `create index webhook_events_at on webhook_events (at)`,
  `create unique index webhook_events_held on webhook_events (subject) where type = 'booking.held'`,
  `create table webhook_deliveries (
    event_n bigint not null references webhook_events on delete cascade,
    endpoint_id uuid not null references webhook_endpoints on delete cascade,
    subject uuid not null,
    state text not null default 'queued' check (state in ('queued', 'delivered', 'dead')),
    attempts integer not null default 0,
    -- while it is being sent, when it counts as lost
    next_at timestamptz not null,
    first_at timestamptz,
    last_at timestamptz,
    -- the status of the last answer; null where there was none
    status integer,
    error text check (length(error) <= 200),
    milliseconds integer,
    primary key (endpoint_id, event_n)
  )`,
  `create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_at, event_n) where state = 'queued'`,
  `create index webhook_deliveries_of_subject on webhook_deliveries (endpoint_id, subject, event_n) where state = 'queued'`,
  `create index webhook_deliveries_event on webhook_deliveries (event_n)`,
  // what was last told of a night: a change is what differs from it
  `create table webhook_nights (
    departure_id uuid primary key references scheduled_crawls on delete cascade,
    state text not null
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of TABLES) await sql.raw(text).execute(db);
};
