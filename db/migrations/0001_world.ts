import { type Kysely, sql } from "kysely";

// Names of tables and columns are the spec's (section 3) where it has them. Money is integer minor units.
const statements = `
create table app_settings (
  key text primary key,
  value text not null
);

create table secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);

create table currency_rates (
  currency text primary key check (currency ~ '^[A-Z]{3}$'),
  per_usd numeric(18, 8) not null check (per_usd > 0),
  date date not null
);

create table cities (
  id text primary key check (id ~ '^[a-z0-9-]+$'),
  name text not null,
  name_es text,
  time_zone text not null,
  position integer not null default 0
);

create table pub_crawls (
  id uuid primary key default uuidv7(),
  slug text not null unique,
  title text not null,
  title_es text,
  city_id text not null references cities,
  description text not null default '',
  description_es text,
  price integer check (price >= 0),
  currency text not null default 'USD' references currency_rates,
  duration text not null default '',
  group_size text not null default '',
  includes text[] not null default '{}',
  includes_es text[] not null default '{}',
  excludes text[] not null default '{}',
  excludes_es text[] not null default '{}',
  highlights text[] not null default '{}',
  highlights_es text[] not null default '{}',
  image text,
  gallery text[] not null default '{}',
  rating numeric(2, 1) not null default 0 check (rating between 0 and 5),
  review_count integer not null default 0 check (review_count >= 0),
  meeting_place text not null default '',
  meeting_place_es text,
  sales_cutoff_minutes integer not null default 0 check (sales_cutoff_minutes >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);

create table scheduled_crawls (
  id uuid primary key default uuidv7(),
  crawl_id uuid not null references pub_crawls,
  date date not null,
  start_time text not null check (start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  end_time text not null check (end_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  sales_close_at timestamptz not null check (sales_close_at <= starts_at),
  total_spots integer not null check (total_spots >= 0),
  available_spots integer not null,
  overbooked_spots integer not null default 0 check (overbooked_spots >= 0),
  late_tolerance integer not null default 1 check (late_tolerance >= 0),
  status text not null default 'scheduled' check (status in ('scheduled', 'cancelled')),
  recurrence_type text,
  recurrence_occurrences integer,
  series_id uuid,
  price integer check (price >= 0),
  sale_price integer check (sale_price >= 0),
  hide_total_spots boolean not null default false,
  bookings_disabled boolean not null default false,
  early_bird_sale boolean not null default false,
  external_booking_link text check (external_booking_link ~ '^https?://'),
  created_at timestamptz not null default now(),
  constraint available_within_total check (available_spots between 0 and total_spots),
  constraint overbooked_only_when_full check (overbooked_spots = 0 or available_spots = 0)
);
create unique index one_scheduled_crawl_a_date on scheduled_crawls (crawl_id, date) where status = 'scheduled';
create index scheduled_crawls_by_date on scheduled_crawls (date, crawl_id) where status = 'scheduled';

create table coupons (
  id uuid primary key default uuidv7(),
  code text not null check (length(trim(code)) >= 3),
  description text not null default '',
  discount_type text not null check (discount_type in ('percentage', 'fixed_amount')),
  value integer not null check (value > 0),
  currency text not null default 'USD' references currency_rates,
  minimum_purchase integer check (minimum_purchase >= 0),
  maximum_discount integer check (maximum_discount > 0),
  start_date timestamptz,
  expiry_date timestamptz,
  usage_limit integer check (usage_limit > 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  check (discount_type <> 'percentage' or value <= 100),
  check (expiry_date > start_date)
);
create unique index coupons_by_code on coupons (lower(trim(code)));

create table bookings (
  id uuid primary key default uuidv7(),
  reference text not null unique,
  scheduled_crawl_id uuid not null references scheduled_crawls,
  crawl_id uuid not null references pub_crawls,
  site_tag text not null,
  language text not null check (language in ('en', 'es')),
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'cancelled')),
  cancel_reason text check (cancel_reason in ('expired', 'replaced', 'payment_cancelled', 'customer', 'admin', 'departure_cancelled')),
  hold_expires_at timestamptz not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  country text not null,
  number_of_people integer not null check (number_of_people between 1 and 100),
  additional_names text[] not null default '{}',
  special_requests text not null default '',
  currency text not null references currency_rates,
  unit_price integer not null check (unit_price >= 0),
  subtotal integer not null check (subtotal >= 0),
  add_ons integer not null default 0 check (add_ons >= 0),
  discount integer not null default 0 check (discount >= 0),
  total_price integer not null check (total_price >= 0),
  base_currency text not null,
  rate numeric(18, 8) not null,
  rate_date date not null,
  refund_rule text not null,
  refund_rule_version text not null,
  coupon_id uuid references coupons,
  user_id uuid,
  browser text,
  test boolean not null default false,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  cancelled_at timestamptz,
  constraint total_adds_up check (total_price = subtotal + add_ons - discount),
  constraint cancelled_with_reason check ((status = 'cancelled') = (cancel_reason is not null))
);
create index bookings_by_departure on bookings (scheduled_crawl_id, status);
create index pending_bookings on bookings (hold_expires_at) include (scheduled_crawl_id, number_of_people) where status = 'pending';
create index bookings_by_browser on bookings (browser, scheduled_crawl_id) where status = 'pending' and browser is not null;
create index bookings_by_email on bookings (lower(email));

create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);

create table coupon_redemptions (
  coupon_id uuid not null references coupons,
  booking_id uuid not null unique references bookings,
  state text not null check (state in ('reserved', 'used', 'released')),
  updated_at timestamptz not null default now()
);
create index coupon_redemptions_by_coupon on coupon_redemptions (coupon_id) where state <> 'released';

create table payments (
  id uuid primary key default uuidv7(),
  booking_id uuid not null references bookings,
  attempt integer not null,
  provider text not null,
  method text not null,
  mode text not null,
  external_id text,
  redirect_url text,
  status text not null default 'created' check (status in ('created', 'pending', 'succeeded', 'failed', 'cancelled')),
  amount integer not null check (amount >= 0),
  currency text not null references currency_rates,
  failure_reason text,
  review_reason text,
  placement text check (placement in ('in_time', 'seats_free', 'tolerance', 'unplaced', 'duplicate', 'booking_cancelled')),
  expires_at timestamptz not null,
  next_poll_at timestamptz,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  unique (provider, external_id),
  unique (booking_id, attempt)
);
create index payments_to_poll on payments (next_poll_at) where next_poll_at is not null;

create table refunds (
  id uuid primary key default uuidv7(),
  payment_id uuid not null references payments,
  booking_id uuid not null references bookings,
  amount integer not null check (amount > 0),
  currency text not null,
  reason text not null,
  status text not null default 'requested' check (status in ('requested', 'submitted', 'succeeded', 'failed', 'manual')),
  idempotency_key text not null unique,
  external_id text,
  attempts integer not null default 0,
  last_error text,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index refunds_by_booking on refunds (booking_id);
create index refunds_by_payment on refunds (payment_id);

create table provider_events (
  id uuid primary key default uuidv7(),
  provider text not null,
  event_id text not null,
  type text not null,
  external_id text not null,
  raw_body text not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  unique (provider, event_id)
);

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
  sent_at timestamptz
);
create index emails_by_booking on emails (booking_id);
create index emails_waiting on emails (created_at) where status in ('queued', 'sending', 'retry');

create table rate_counters (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (key, window_start)
);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null,
  actor_id text,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  changes jsonb not null default '{}',
  source text not null default ''
);
create index audit_log_by_subject on audit_log (subject_type, subject_id);
create function refuse_change() returns trigger language plpgsql as $f$ begin raise exception 'audit_log is append-only'@@ end $f$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log for each statement execute function refuse_change();

create table home_page_content (
  section_key text not null,
  site_tag text not null,
  content jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (section_key, site_tag)
);

create table gallery_images (
  id uuid primary key default uuidv7(),
  image_url text not null,
  is_active boolean not null default true,
  site_tag text not null,
  position integer not null default 0
);

create table instagram_posts (
  id uuid primary key default uuidv7(),
  image_url text not null,
  caption text not null default '',
  is_active boolean not null default true,
  display_order integer not null default 0
);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  // @@ stands for the semicolon inside the one function body
  for (const statement of statements.split(";"))
    if (statement.trim()) await sql.raw(statement.replaceAll("@@", ";")).execute(db);
}
