import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// Check-ins as append-only events that devices make, and what follows from them per ticket (docs/decisions/102).
const statements = `
-- first, or it would wait for bookings with locks on what their confirmation needs next
lock table bookings in access exclusive mode;

create table door_devices (
  id uuid primary key,
  user_id uuid not null references "user" (id) on delete cascade,
  name text not null check (length(name) between 1 and 40),
  token_hash text not null unique check (length(token_hash) = 43),
  created_at timestamptz not null,
  seen_at timestamptz not null,
  clock_ahead_ms integer not null default 0,
  revoked_at timestamptz,
  revoked_by uuid references "user" (id) on delete set null
);
create index door_devices_by_user on door_devices (user_id);

create table checkin_events (
  id uuid primary key,
  kind text not null check (kind in ('in', 'undo', 'deny', 'id_seen')),
  departure_id uuid not null references scheduled_crawls (id) on delete cascade,
  ticket_id uuid references tickets (id) on delete cascade,
  of_event uuid,
  device_id uuid references door_devices (id) on delete set null,
  user_id uuid references "user" (id) on delete set null,
  device_at timestamptz not null,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  offline boolean not null default false,
  way text not null check (way in ('scan', 'code', 'list', 'sale', 'staff')),
  reason text not null default '' check (length(reason) <= 200),
  concern text check (concern in ('cancelled', 'unpaid', 'void', 'other_night', 'revoked_device')),
  constraint undo_names_its_event check ((kind in ('undo', 'id_seen')) = (of_event is not null)),
  constraint entry_names_its_ticket check (kind <> 'in' or ticket_id is not null)
);
create index checkin_events_by_ticket on checkin_events (ticket_id) where ticket_id is not null;
create index checkin_events_by_departure on checkin_events (departure_id, received_at);
create index checkin_events_with_concern on checkin_events (received_at) where concern is not null;
create index checkin_events_by_user on checkin_events (user_id) where user_id is not null;
create index checkin_events_by_device on checkin_events (device_id) where device_id is not null;
create index checkin_events_by_event on checkin_events (of_event) where of_event is not null;

create function refuse_checkin_change() returns trigger language plpgsql as $$
begin
  -- a device, a user or a guest may be deleted: then only who it was is lost, and what was written of them
  if tg_op = 'UPDATE' and to_jsonb(new) - '{device_id,user_id,reason}'::text[] = to_jsonb(old) - '{device_id,user_id,reason}'::text[]
    and (new.reason = old.reason or new.reason = '')
    and (new.device_id is null or new.device_id = old.device_id) and (new.user_id is null or new.user_id = old.user_id)
  then return new; end if;
  raise exception 'checkin_events is append-only';
end $$;
create trigger checkin_events_are_append_only before update on checkin_events
  for each row execute function refuse_checkin_change();

-- what the events of a ticket say; written in the transaction that stores them
create table entries (
  id uuid primary key references checkin_events (id) on delete cascade,
  ticket_id uuid not null references tickets (id) on delete cascade,
  departure_id uuid not null references scheduled_crawls (id) on delete cascade,
  standing text not null check (standing in ('open', 'double', 'undone')),
  happened_at timestamptz not null,
  id_seen boolean not null default false,
  changed_at timestamptz not null,
  looked_at timestamptz,
  looked_by uuid references "user" (id) on delete set null
);
create unique index one_open_entry on entries (ticket_id) where standing = 'open';
create index entries_by_ticket on entries (ticket_id);
create index entries_by_departure on entries (departure_id, changed_at);
create index entries_by_looker on entries (looked_by) where looked_by is not null;
create index entries_to_look_at on entries (changed_at) where standing = 'double' and looked_at is null;

alter table bookings
  add column no_show_at timestamptz,
  add column no_show_by uuid references "user" (id) on delete set null;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
