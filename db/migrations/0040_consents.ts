import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// What visitors decided about advertising, and what is reported to Meta of the bookings that were made with their consent
// (docs/decisions/095). The log of decisions only grows until they are three years old; `n` is their order.
const statements = `
create table consents (
  id uuid primary key,
  n bigint not null generated always as identity unique,
  visitor uuid not null,
  decision text not null check (decision in ('granted', 'rejected', 'withdrawn')),
  text_version text not null check (length(text_version) between 1 and 20),
  language text not null check (language in ('en', 'es')),
  site_tag text not null,
  at timestamptz not null
);
create index consents_by_visitor on consents (visitor, n);
create index consents_by_decision on consents (decision, language, n);
create index consents_by_time on consents (at);

create function keep_consents() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '3 years' then return old; end if;
  raise exception 'consents is append-only';
end $$;
create trigger consents_are_append_only before update or delete on consents for each row execute function keep_consents();
create trigger consents_are_not_emptied before truncate on consents for each statement execute function keep_consents();

create table booking_consents (
  booking_id uuid primary key references bookings (id) on delete cascade,
  consent_id uuid not null references consents (id) on delete cascade,
  user_agent text not null check (length(user_agent) <= 300),
  at timestamptz not null
);
create index booking_consents_by_consent on booking_consents (consent_id);

create table ad_events (
  id uuid primary key default gen_random_uuid(),
  event_id text not null unique,
  booking_id uuid not null references bookings (id) on delete cascade,
  kind text not null check (kind in ('Purchase')),
  payload jsonb not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'withheld')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  unique (booking_id, kind)
);
create index ad_events_by_time on ad_events (created_at, id);
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
