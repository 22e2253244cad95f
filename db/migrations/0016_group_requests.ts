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
    city_id text references cities,
    -- null: open
    date date,
    occasion text not null,
    words text not null,
    created_at timestamptz not null,
    closed_at timestamptz,
    closed_by uuid references "user" on delete set null,
    constraint group_requests_state_check check (state in ('new', 'closed')),
    constraint group_requests_occasion_check check (occasion in ('birthday', 'wedding', 'company', 'trip', 'other')),
    constraint group_requests_closed check ((state = 'closed') = (closed_at is not null))
  );
  create index group_requests_by_time on group_requests (created_at desc);
  create index group_requests_by_email on group_requests (lower(email));
  create index group_requests_by_city on group_requests (city_id);
  create index group_requests_by_closer on group_requests (closed_by);`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(REQUESTS).execute(db);
};
