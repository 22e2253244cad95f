import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// Who sends us guests, on which terms, by which codes (docs/decisions/112), and which bookings they are credited with. A booking
// without a partner has nulls only: the columns cost it nothing.
const statements = `
create table partners (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) between 1 and 80),
  code text not null check (code ~ '^[A-Za-z0-9][A-Za-z0-9._-]{1,63}$'),
  contact_name text not null default '' check (length(contact_name) <= 80),
  email text not null default '' check (length(email) <= 254),
  phone text not null default '' check (length(phone) <= 30),
  city_id text references cities (id),
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
  created_at timestamptz not null
);
create unique index one_partner_per_code on partners (lower(code));
create index partners_by_city on partners (city_id) where city_id is not null;

-- what was agreed with a partner, by the night's date; only added to, so that every line can name what it was reckoned by
create table partner_terms (
  id uuid primary key default uuidv7(),
  partner_id uuid not null references partners (id),
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
  created_by uuid references "user" (id) on delete set null,
  unique (partner_id, version)
);

create function refuse_change_of_terms() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'created_by' = to_jsonb(old) - 'created_by' and new.created_by is null then return new; end if;
  raise exception 'terms of partners are only added to';
end $$;
create trigger terms_are_append_only before update or delete on partner_terms for each row execute function refuse_change_of_terms();

-- a printed code: its address never changes, where it leads may
create table qr_codes (
  id text primary key check (id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  partner_id uuid references partners (id),
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

-- networks and browsers from which a partner's own page or desk was used (keyed hashes), forgotten after a while: a booking from
-- one of them may be the partner's own
create table partner_traces (
  partner_id uuid not null references partners (id),
  kind text not null check (kind in ('browser', 'network')),
  hash text not null check (length(hash) <= 64),
  seen_at timestamptz not null,
  primary key (partner_id, kind, hash)
);
create index partner_traces_to_forget on partner_traces (seen_at);

-- checks not valid: columns without values need no reading of all rows under this lock
alter table affiliate_visits add column qr_code_id text;
alter table affiliate_visits add constraint affiliate_visits_qr_code_id_check check (length(qr_code_id) <= 64) not valid;

-- a visitor chose a night after a partner's link or code; counted as visits are
create table affiliate_choices (
  id bigint generated always as identity primary key,
  affiliate_code text not null check (length(affiliate_code) between 1 and 64),
  qr_code_id text check (length(qr_code_id) <= 64),
  visitor text,
  site_tag text not null,
  at timestamptz not null
);
create unique index affiliate_choices_once_an_hour on affiliate_choices (affiliate_code, visitor, (date_bin('1 hour', at, timestamptz '2000-01-01 00:00Z')));
create index affiliate_choices_to_forget on affiliate_choices (at) where visitor is not null;
create index affiliate_choices_by_code on affiliate_choices (lower(affiliate_code), at) include (qr_code_id);

-- a widget on a site that isn't listed: counted, credited to nobody, shown to staff
create table widget_reports (
  partner_id uuid not null references partners (id),
  origin text not null check (length(origin) between 1 and 200),
  day date not null,
  opened integer not null default 1,
  primary key (partner_id, origin, day)
);

alter table bookings
  add column partner_id uuid references partners (id),
  add column partner_reason text,
  add column partner_at timestamptz,
  add column partner_before text,
  add column qr_code_id text,
  add column campaign text,
  add column partner_doubts text[],
  add column partner_verdict text;
alter table bookings
  add constraint bookings_partner_reason_check
    check (partner_reason in ('code', 'coupon', 'link', 'qr', 'widget', 'desk', 'staff')) not valid,
  add constraint bookings_partner_before_check check (length(partner_before) <= 64) not valid,
  add constraint bookings_qr_code_id_check check (length(qr_code_id) <= 64) not valid,
  add constraint bookings_campaign_check check (length(campaign) <= 60) not valid,
  add constraint bookings_partner_verdict_check check (partner_verdict in ('own', 'theirs')) not valid,
  add constraint partner_has_its_reason check ((partner_id is null) = (partner_reason is null)) not valid;

alter table coupons add column partner_id uuid references partners (id);
create index coupons_by_partner on coupons (partner_id) where partner_id is not null;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
