-- Emails as they were sent, who wants none, and what visitors agreed to.

create table emails (
  id uuid primary key default uuidv7(),
  dedupe_key text not null unique,
  kind text not null,
  template_version integer not null default 1,
  language text not null,
  recipient text not null,
  booking_id uuid references bookings,
  payload jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'retry', 'failed', 'withheld')),
  attempts integer not null default 0,
  sending_since timestamptz,
  next_try_at timestamptz,
  last_error text,
  captured boolean not null default false,
  subject text,
  html text,
  text text,
  raw bytea,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  uncounted_tries integer not null default 0,
  -- when its last bytes were handed to the mail server: written before they are, so that a try that was broken off after it isn't
  -- repeated (docs/decisions/124)
  handed_at timestamptz,
  -- when a mail server refused its recipient for good: that is the address's fault, not the mail server's (docs/decisions/146)
  refused_at timestamptz
);
create index emails_by_booking on emails (booking_id);
create index emails_waiting on emails (created_at) where status in ('queued', 'sending', 'retry');
create index emails_failed on emails (created_at) where status = 'failed';
-- The log of emails is read newest first, by kind, by state and by recipient. Most emails were sent: only the other states are
-- worth an index.
create index emails_by_time on emails (created_at, id);
create index emails_by_kind on emails (kind, created_at, id);
create index emails_withheld on emails (created_at, id) where status = 'withheld';
create index emails_by_recipient on emails using gin (lower(recipient) gin_trgm_ops);
create index emails_refused on emails (booking_id) where refused_at is not null;

-- While the mail server takes nothing, emails wait for it together instead of using up their tries one by one. The one row is
-- there from the first failure until something is sent.
create table mail_outage (
  only_one boolean primary key default true check (only_one),
  since timestamptz not null,
  failed_emails uuid[] not null,
  probe_at timestamptz,
  last_error text not null,
  -- the emails in a row that a server put off, each for its own reason
  put_off uuid[] not null default '{}'
);

-- Who wants no emails beyond those about their own bookings, as a keyed hash of the address (docs/decisions/098).
create table email_optouts (
  address_hash text primary key check (length(address_hash) = 43),
  at timestamptz not null
);

-- Which checkouts asked for one reminder if they aren't finished (docs/decisions/098).
create table checkout_reminders (
  booking_id uuid primary key references bookings on delete cascade,
  text_version text not null check (length(text_version) between 1 and 20),
  agreed_at timestamptz not null,
  taken_at timestamptz
);
create index checkout_reminders_by_time on checkout_reminders (agreed_at);

-- What visitors decided about advertising (docs/decisions/095). The log only grows until its entries are three years old; n is
-- their order.
create table consents (
  id uuid primary key,
  n bigint not null generated always as identity unique,
  visitor uuid not null,
  decision text not null check (decision in ('granted', 'rejected', 'withdrawn')),
  text_version text not null check (length(text_version) between 1 and 20),
  language text not null check (language in ('en', 'es')),
  site_tag text not null,
  at timestamptz not null,
  privacy_version uuid references content_versions
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
  booking_id uuid primary key references bookings on delete cascade,
  consent_id uuid not null references consents on delete cascade,
  user_agent text not null check (length(user_agent) <= 300),
  at timestamptz not null
);
create index booking_consents_by_consent on booking_consents (consent_id);

-- What is reported to Meta of the bookings that were made with consent.
create table ad_events (
  id uuid primary key default gen_random_uuid(),
  event_id text not null unique,
  booking_id uuid not null references bookings on delete cascade,
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
