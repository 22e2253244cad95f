-- Tickets, their passes in wallets, and who came (docs/decisions/102).

create table ticket_keys (
  id text primary key,
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

create table tickets (
  id uuid primary key default uuidv7(),
  booking_id uuid not null references bookings,
  position integer not null check (position >= 1),
  guest_name text not null default '',
  code text not null unique,
  status text not null default 'valid' check (status in ('valid', 'void')),
  created_at timestamptz not null default now(),
  unique (booking_id, position)
);

-- Where a ticket's pass is, so that it can be told of changes (docs/decisions/150): an Apple device has registered for it, or
-- its link to Google Wallet was followed. device and push_token are Apple's and mean nothing elsewhere; language is that of
-- Google's pass. What is due has changed later than it was last told.
create table wallet_passes (
  ticket_id uuid not null references tickets on delete cascade,
  wallet text not null check (wallet in ('apple', 'google')),
  device text not null default '' check (length(device) <= 200),
  push_token text check (length(push_token) <= 200),
  language text check (language in ('en', 'es')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null,
  told_at timestamptz not null,
  primary key (ticket_id, wallet, device),
  check ((wallet = 'apple') = (push_token is not null)),
  check ((wallet = 'google') = (language is not null))
);
create index wallet_passes_by_device on wallet_passes (device, changed_at) where wallet = 'apple';
create index wallet_passes_due on wallet_passes (changed_at) where changed_at > told_at;

create table door_devices (
  id uuid primary key,
  user_id uuid not null references "user" on delete cascade,
  name text not null check (length(name) between 1 and 40),
  token_hash text not null unique check (length(token_hash) = 43),
  created_at timestamptz not null,
  seen_at timestamptz not null,
  clock_ahead_ms integer not null default 0,
  revoked_at timestamptz,
  revoked_by uuid references "user" on delete set null,
  -- when it was first met without its user having the right any more, and how much it has handed over since (docs/decisions/116)
  barred_at timestamptz,
  handed_over integer not null default 0
);
create index door_devices_by_user on door_devices (user_id);

-- Check-ins are events that devices make; they are only added to.
create table checkin_events (
  id uuid primary key,
  kind text not null check (kind in ('in', 'undo', 'deny', 'id_seen')),
  departure_id uuid not null references scheduled_crawls on delete cascade,
  ticket_id uuid references tickets on delete cascade,
  of_event uuid,
  device_id uuid references door_devices on delete set null,
  user_id uuid references "user" on delete set null,
  device_at timestamptz not null,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  offline boolean not null default false,
  way text not null check (way in ('scan', 'code', 'list', 'sale', 'staff')),
  reason text not null default '' check (length(reason) <= 200),
  concern text
    check (concern in ('cancelled', 'unpaid', 'void', 'other_night', 'revoked_device', 'told_late', 'out_of_hours', 'not_theirs')),
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

-- What the events of a ticket say; written in the transaction that stores them.
create table entries (
  id uuid primary key references checkin_events on delete cascade,
  ticket_id uuid not null references tickets on delete cascade,
  departure_id uuid not null references scheduled_crawls on delete cascade,
  standing text not null check (standing in ('open', 'double', 'undone')),
  happened_at timestamptz not null,
  id_seen boolean not null default false,
  changed_at timestamptz not null,
  looked_at timestamptz,
  looked_by uuid references "user" on delete set null
);
create unique index one_open_entry on entries (ticket_id) where standing = 'open';
create index entries_by_ticket on entries (ticket_id);
create index entries_by_departure on entries (departure_id, changed_at);
create index entries_by_looker on entries (looked_by) where looked_by is not null;
create index entries_to_look_at on entries (changed_at) where standing = 'double' and looked_at is null;

-- What guests agreed to show stands on the crawl's page until staff hide it there (docs/decisions/164).
create table ratings (
  id uuid primary key default uuidv7(),
  booking_id uuid not null unique references bookings,
  crawl_id uuid not null references pub_crawls,
  stars integer not null check (stars between 1 and 5),
  comment text not null default '',
  -- whether its guest agrees to its being shown, and whether an operator shows it
  consent boolean not null default false,
  published boolean not null default false,
  language text not null check (language in ('en', 'es')),
  created_at timestamptz not null,
  handled_at timestamptz,
  handled_by uuid references "user" on delete set null,
  hidden boolean not null default false,
  constraint published_with_consent check (consent or not published)
);
create index ratings_by_crawl on ratings (crawl_id, created_at desc);
create index ratings_by_time on ratings (created_at desc, id desc);
create index ratings_published on ratings (language, created_at desc) where published;
create index low_ratings_open on ratings (created_at) where stars <= 2 and handled_at is null;

create trigger pages_changed after update of published, comment on ratings for each statement execute function tell_pages_changed();
create trigger pages_changed_by_hiding after update of hidden on ratings
  for each statement execute function tell_pages_changed();

create table rating_answers (
  id uuid primary key default uuidv7(),
  rating_id uuid not null references ratings on delete cascade,
  form_key text not null unique,
  text text not null,
  answered_by uuid references "user" on delete set null,
  created_at timestamptz not null
);
create index rating_answers_by_rating on rating_answers (rating_id, created_at);

-- The bookings whose guests were asked for a rating, so that no one is asked twice.
create table rating_requests (
  booking_id uuid primary key references bookings,
  asked_at timestamptz not null
);
