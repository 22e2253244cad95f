-- Who sends us guests, on which terms, by which codes (docs/decisions/112), and what visitors did on their way to us.

create table partners (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) between 1 and 80),
  code text not null check (code ~ '^[A-Za-z0-9][A-Za-z0-9._-]{1,63}$'),
  contact_name text not null default '' check (length(contact_name) <= 80),
  email text not null default '' check (length(email) <= 254),
  phone text not null default '' check (length(phone) <= 30),
  city_id text references cities,
  language text not null default 'es' check (language in ('en', 'es')),
  account_holder text not null default '' check (length(account_holder) <= 120),
  clabe text check (clabe ~ '^[0-9]{18}$'),
  rfc text check (length(rfc) in (12, 13)),
  shares_network boolean not null default true,
  on_receipts boolean not null default false,
  widget_origins text[] not null default '{}',
  desk_credit_limit integer not null default 0 check (desk_credit_limit >= 0),
  note text not null default '' check (length(note) <= 1000),
  is_active boolean not null default true,
  link_version integer not null default 1 check (link_version >= 1),
  link_revoked boolean not null default false,
  link_mailed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  -- sites that staff have seen the widget on and don't want to be told of again
  widget_ignored text[] not null default '{}'
);
create unique index one_partner_per_code on partners (lower(code));
create index partners_by_city on partners (city_id) where city_id is not null;

-- What was agreed with a partner, by the night's date; only added to, so that every line can name what it was reckoned by.
create table partner_terms (
  id uuid primary key default uuidv7(),
  partner_id uuid not null references partners,
  version integer not null check (version >= 1),
  valid_from date not null,
  basis text not null check (basis in ('came', 'confirmed')),
  kind text not null check (kind in ('percentage', 'fixed')),
  -- hundredths of a percent, or centavos per person
  value integer not null check (value >= 0 and (kind <> 'percentage' or value <= 10000)),
  -- [{from_people, value}], ascending
  tiers jsonb not null default '[]',
  -- [{crawl_id, kind, value}]
  exceptions jsonb not null default '[]',
  created_at timestamptz not null,
  created_by uuid references "user" on delete set null,
  unique (partner_id, version)
);

create function refuse_change_of_terms() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'created_by' = to_jsonb(old) - 'created_by' and new.created_by is null then return new; end if;
  raise exception 'terms of partners are only added to';
end $$;

create trigger terms_are_append_only before update or delete on partner_terms for each row execute function refuse_change_of_terms();

-- A printed code: its address never changes, where it leads may.
create table qr_codes (
  id text primary key check (id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  partner_id uuid references partners,
  campaign text not null default '' check (length(campaign) <= 60),
  placement text not null default '' check (length(placement) <= 60),
  target text not null check (target ~ '^/' and length(target) <= 300),
  foreground text not null default '#1d1016' check (foreground ~ '^#[0-9a-f]{6}$'),
  background text not null default '#ffffff' check (background ~ '^#[0-9a-f]{6}$'),
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null
);
create index qr_codes_by_partner on qr_codes (partner_id) where partner_id is not null;

-- Networks and browsers from which a partner's own page or desk was used (keyed hashes), forgotten after a while: a booking
-- from one of them may be the partner's own.
create table partner_traces (
  partner_id uuid not null references partners,
  kind text not null check (kind in ('browser', 'network')),
  hash text not null check (length(hash) <= 64),
  seen_at timestamptz not null,
  primary key (partner_id, kind, hash)
);
create index partner_traces_to_forget on partner_traces (seen_at);

-- A widget on a site that isn't listed: counted, credited to nobody, shown to staff.
create table widget_reports (
  partner_id uuid not null references partners,
  origin text not null check (length(origin) between 1 and 200),
  day date not null,
  opened integer not null default 1,
  primary key (partner_id, origin, day)
);

-- A visitor is a keyed hash of the browser or the address, so that nobody is found by reading the table; it is forgotten after a
-- while (null). Each of the three is kept in months, where a key holds two requests that arrive at once to one row an hour
-- (0001_baseline/18-months.sql).
create table affiliate_visits (
  id bigint not null generated always as identity,
  affiliate_code text not null check (length(affiliate_code) between 1 and 64),
  visitor text,
  user_agent text not null default '' check (length(user_agent) <= 300),
  referrer text not null default '' check (length(referrer) <= 300),
  site_tag text not null,
  at timestamptz not null,
  qr_code_id text check (length(qr_code_id) <= 64)
) partition by range (at);
create index affiliate_visits_to_forget on affiliate_visits (at) where visitor is not null;
create index affiliate_visits_by_time on affiliate_visits (at) include (affiliate_code);
create index affiliate_visits_by_code on affiliate_visits (lower(affiliate_code), at) include (qr_code_id);

create table qr_scans (
  id bigint not null generated always as identity,
  qr_code_id text not null check (length(qr_code_id) between 1 and 64),
  visitor text,
  site_tag text not null,
  at timestamptz not null
) partition by range (at);
create index qr_scans_to_forget on qr_scans (at) where visitor is not null;
create index qr_scans_by_time on qr_scans (at) include (qr_code_id);
create index qr_scans_by_code on qr_scans (qr_code_id, at);

-- A visitor chose a night after a partner's link or code; counted as visits are.
create table affiliate_choices (
  id bigint not null generated always as identity,
  affiliate_code text not null check (length(affiliate_code) between 1 and 64),
  qr_code_id text check (length(qr_code_id) <= 64),
  visitor text,
  site_tag text not null,
  at timestamptz not null
) partition by range (at);
create index affiliate_choices_to_forget on affiliate_choices (at) where visitor is not null;
create index affiliate_choices_by_code on affiliate_choices (lower(affiliate_code), at) include (qr_code_id);
