-- Coupons, bookings, their changes and what staff write on them.

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
  version integer not null default 1,
  partner_id uuid references partners,
  check (discount_type <> 'percentage' or value <= 100),
  check (expiry_date > start_date)
);
create unique index coupons_by_code on coupons (lower(trim(code)));
create index coupons_by_partner on coupons (partner_id) where partner_id is not null;

-- What words are found by, in any spelling (docs/decisions/149): it is `folded` of kernel/spelling.ts.
create function findable(words text) returns text language sql immutable strict parallel safe as $$
  select replace(replace(replace(replace(replace(
    translate(
      lower(regexp_replace(normalize(translate(words, '´', ''), nfkd), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u200c\u200d\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]', '', 'g') collate pg_c_utf8),
      'łøđðħŧıĸςŋƙɓɗىیک‐‑‒–—―−''’‘‛ʼʻʹʾʿˈ′`＇',
      'loddhtikσnkbdييك-------'
    ), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ə', 'e')
$$;

-- Words without accents and capitals.
create function searchable(words text) returns text language sql immutable strict parallel safe as $$
  select lower(regexp_replace(normalize(words, nfd), '[\u0300-\u036f]', '', 'g') collate pg_c_utf8)
$$;

create function booking_words(first_name text, last_name text, email text, reference text, phone text, additional_names text[])
returns text language sql immutable parallel safe as $$
  select findable(concat_ws(' ', first_name, last_name, email, reference,
    regexp_replace(regexp_replace(phone, ' ext\. \d+$', ''), '\D', '', 'g'), array_to_string(additional_names, ' ')))
$$;

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
  user_id uuid references "user" on delete set null,
  browser text,
  test boolean not null default false,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  cancelled_at timestamptz,
  version integer not null default 1,
  -- what the total was in pesos is frozen with the sale
  peso_rate numeric(18, 8) check (peso_rate > 0),
  -- a voucher keeps places for days
  voucher_until timestamptz,
  source text not null default 'web' check (source in ('web', 'admin')),
  -- who keeps unpaid places, as keyed hashes
  held_network text,
  held_home text,
  held_email text,
  held_phone text,
  renewals integer not null default 0,
  link_version integer not null default 0,
  link_renewed_at timestamptz,
  held_domain text,
  hold_length text not null default 'normal' check (hold_length in ('normal', 'short', 'prolonged')),
  -- what a person would have paid without the night's sale when it was booked: the steps after it still say what was saved. Null
  -- where nothing was reduced, and after a change priced the booking anew
  regular_unit_price integer,
  -- which version of the terms and of the privacy policy somebody agreed to (docs/decisions/099)
  terms_version uuid references content_versions,
  privacy_version uuid references content_versions,
  no_show_at timestamptz,
  no_show_by uuid references "user" on delete set null,
  partner_id uuid references partners,
  partner_reason text check (partner_reason in ('code', 'coupon', 'link', 'qr', 'widget', 'desk', 'staff')),
  partner_at timestamptz,
  partner_before text check (length(partner_before) <= 64),
  qr_code_id text check (length(qr_code_id) <= 64),
  campaign text check (length(campaign) <= 60),
  partner_doubts text[],
  partner_verdict text check (partner_verdict in ('own', 'theirs')),
  -- whether the guest has shown that they read the email of their booking (docs/decisions/120)
  email_proven boolean not null default false,
  -- when everything that says whose booking it was was taken out of it (docs/decisions/137)
  forgotten_at timestamptz,
  -- staff said that the party was there after all
  was_there_at timestamptz,
  -- what an unpaid booking keeps its places for beyond an ordinary hold (docs/decisions/141)
  kept_for text check (kept_for in ('bank', 'by_hand')),
  -- what staff find it by (docs/decisions/149)
  found_by text collate "C" not null
    generated always as (booking_words(first_name, last_name, email, reference, phone, additional_names)) stored,
  constraint total_adds_up check (total_price = subtotal + add_ons - discount),
  constraint cancelled_with_reason check ((status = 'cancelled') = (cancel_reason is not null)),
  constraint partner_has_its_reason check ((partner_id is null) = (partner_reason is null))
);
create index pending_bookings on bookings (hold_expires_at) include (scheduled_crawl_id, number_of_people) where status = 'pending';
create index bookings_by_browser on bookings (browser, scheduled_crawl_id) where status = 'pending' and browser is not null;
create index bookings_by_user on bookings (user_id) where user_id is not null;
create index bookings_by_time on bookings (created_at, id);
create index bookings_by_total on bookings (currency, total_price, id);
create index bookings_by_coupon on bookings (coupon_id, created_at) where coupon_id is not null;
create index bookings_by_departure on bookings (scheduled_crawl_id, created_at) include (status);
create index bookings_by_confirmation on bookings (confirmed_at) where confirmed_at is not null;
create index bookings_by_email on bookings (lower(email), created_at, id);
-- Bookings made by hand are few among very many: the list that is narrowed to them would walk through all the others.
create index bookings_of_desk on bookings (created_at, id) where source = 'admin';
create index holds_by_network on bookings (held_network) where status = 'pending' and held_network is not null;
create index holds_by_home on bookings (held_home) where status = 'pending' and held_home is not null;
create index holds_by_email on bookings (held_email) where status = 'pending' and held_email is not null;
create index holds_by_phone on bookings (held_phone) where status = 'pending' and held_phone is not null;
create index holds_by_domain on bookings (held_domain) where status = 'pending' and held_domain is not null;
-- Staff also book for guests who leave only a phone number (docs/decisions/080). These have an empty email, as those of guests
-- whose data was deleted, and belong together by the digits of the number.
create index bookings_by_phone on bookings (regexp_replace(phone, '\D', '', 'g'), created_at, id) where email = '' and phone <> '';
-- How many confirmed bookings stand under a version of the terms or of the privacy policy.
create index bookings_by_terms on bookings (terms_version) where status = 'confirmed' and terms_version is not null;
create index bookings_by_privacy on bookings (privacy_version) where status = 'confirmed' and privacy_version is not null;
-- Deleting an account looks for what it noted.
create index bookings_by_no_show_by on bookings (no_show_by) where no_show_by is not null;
create index bookings_by_partner on bookings (partner_id, created_at)
  include (status, number_of_people, scheduled_crawl_id, qr_code_id) where partner_id is not null;
create index bookings_by_qr on bookings (qr_code_id) where qr_code_id is not null;
create index bookings_in_doubt on bookings (partner_id) where partner_doubts is not null and partner_verdict is null;
create index bookings_by_found on bookings using gin (found_by gin_trgm_ops);
-- A name's place in the order is among its first letters, as an entry of such an index has an end.
create index bookings_in_order on bookings (left(found_by, 160), id);
-- By the six characters of the reference: what stands before them is the operator's, and may have changed.
create index bookings_by_code on bookings (right(reference, 6));
-- What a browser booked without an account: the checkout fills in who booked last.
create index bookings_by_guest on bookings (browser, created_at) where browser is not null and user_id is null;
alter table bookings alter column found_by set statistics 1000;

create table coupon_redemptions (
  coupon_id uuid not null references coupons,
  booking_id uuid not null unique references bookings,
  state text not null check (state in ('reserved', 'used', 'released')),
  updated_at timestamptz not null default now(),
  -- what its booking was priced with, so that a coupon may change without changing what was promised
  terms jsonb not null default '{}'
);
create index coupon_redemptions_by_coupon on coupon_redemptions (coupon_id) where state <> 'released';

-- A change is a thing of its own: who asked for what, what it costs and whether it came about. One that must be paid first
-- keeps its new places while it waits (held_people on the departure it leads to), and there is one such at a time for a
-- booking.
create table booking_changes (
  id uuid primary key,
  booking_id uuid not null references bookings,
  booking_version integer not null,
  kind text not null check (kind in ('date', 'add', 'remove')),
  status text not null check (status in ('pending', 'made', 'dropped')),
  drop_reason text check (drop_reason in ('expired', 'guest', 'replaced', 'booking_changed', 'sold_out')),
  from_departure_id uuid not null references scheduled_crawls,
  to_departure_id uuid not null references scheduled_crawls,
  people_before integer not null check (people_before >= 1),
  people_after integer not null check (people_after >= 1),
  held_people integer not null check (held_people >= 0),
  names text[] not null default '{}',
  positions integer[] not null default '{}',
  currency text not null references currency_rates,
  unit_price integer not null check (unit_price >= 0),
  subtotal integer not null check (subtotal >= 0),
  add_ons integer not null check (add_ons >= 0),
  discount integer not null check (discount >= 0),
  total_price integer not null check (total_price >= 0),
  difference integer not null,
  hold_expires_at timestamptz not null,
  request_hash text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  kept integer not null default 0 check (kept >= 0),
  held_since timestamptz,
  -- staff may move a booking to a night of another crawl: the crawl it is sold as from then on
  to_crawl_id uuid references pub_crawls,
  constraint change_adds_up check (total_price = subtotal + add_ons - discount),
  constraint dropped_with_reason check ((status = 'dropped') = (drop_reason is not null)),
  constraint closed_with_time check ((status = 'pending') = (closed_at is null)),
  constraint only_paid_changes_wait check (status <> 'pending' or difference > 0)
);
create unique index one_pending_change on booking_changes (booking_id) where status = 'pending';
create index booking_changes_by_booking on booking_changes (booking_id, created_at);
create index pending_changes on booking_changes (hold_expires_at) include (to_departure_id, held_people) where status = 'pending';
create index booking_changes_by_time on booking_changes (created_at);

-- Who keeps too many unpaid places, by keyed hashes: of the network and the home of an address, the browser, the email, the
-- phone, and the domain of an email that is known to be read. It counts them under a lock per identity and says whose cap was
-- met (the error's message). It is volatile, so each of its queries sees what was committed while it waited for a lock, which
-- the statement that calls it doesn't. Locks are taken in the order of the arguments, always after the departure's, and each
-- call takes one of a kind: two calls can't wait for each other. A booking keeps at least one place, so `cap` rows are enough
-- to know.
create function guard_places(a_network text, a_home text, a_browser text, a_email text, a_phone text, a_domain text, a_departure uuid,
  a_coupon uuid, a_people integer, a_now timestamptz, a_caps jsonb) returns boolean language plpgsql volatile as $$
declare
  places integer;
  here integer;
  uses integer;
  cap integer;
  changes record;
begin
  if a_network is not null and (a_caps ->> 'network')::int > 0 then
    perform pg_advisory_xact_lock(hashtextextended('network' || a_network, 22));
  end if;
  if a_home is not null and (a_caps ->> 'home')::int > 0 then
    perform pg_advisory_xact_lock(hashtextextended('home' || a_home, 22));
  end if;
  if a_browser is not null and (a_caps ->> 'browser')::int > 0 then
    perform pg_advisory_xact_lock(hashtextextended('browser' || a_browser, 22));
  end if;
  if a_email is not null and (a_caps ->> 'email')::int > 0 then
    perform pg_advisory_xact_lock(hashtextextended('email' || a_email, 22));
  end if;
  if a_phone is not null and (a_caps ->> 'phone')::int > 0 then
    perform pg_advisory_xact_lock(hashtextextended('phone' || a_phone, 22));
  end if;
  if a_domain is not null and (a_caps ->> 'domain')::int > 0 then
    perform pg_advisory_xact_lock(hashtextextended('domain' || a_domain, 22));
  end if;
  select
    coalesce(sum(w.held_people) filter (where b.held_network = a_network), 0)::int as network,
    coalesce(sum(w.held_people) filter (where b.held_network = a_network and w.to_departure_id = a_departure), 0)::int as network_here,
    coalesce(sum(w.held_people) filter (where b.held_home = a_home), 0)::int as home,
    coalesce(sum(w.held_people) filter (where b.held_home = a_home and w.to_departure_id = a_departure), 0)::int as home_here,
    coalesce(sum(w.held_people) filter (where b.browser = a_browser), 0)::int as browser,
    coalesce(sum(w.held_people) filter (where b.held_email = a_email), 0)::int as email,
    coalesce(sum(w.held_people) filter (where b.held_phone = a_phone), 0)::int as phone,
    coalesce(sum(w.held_people) filter (where b.held_phone = a_phone and w.to_departure_id = a_departure), 0)::int as phone_here,
    coalesce(sum(w.held_people) filter (where b.held_domain = a_domain), 0)::int as domain
    into changes from booking_changes w join bookings b on b.id = w.booking_id
    where w.status = 'pending' and w.hold_expires_at > a_now and b.source = 'web';
  cap := (a_caps ->> 'network')::int;
  if a_network is not null and cap > 0 then
    select coalesce(sum(number_of_people), 0)::int, coalesce(sum(number_of_people) filter (where scheduled_crawl_id = a_departure), 0)::int,
      count(*) filter (where coupon_id = a_coupon)::int into places, here, uses
      from (select number_of_people, scheduled_crawl_id, coupon_id from bookings
        where status = 'pending' and hold_expires_at > a_now and source = 'web' and held_network = a_network limit cap + 1) held;
    places := places + changes.network;
    if places + a_people > cap or uses >= (a_caps ->> 'network_uses')::int or here + changes.network_here + a_people > (a_caps ->> 'night')::int then
      raise exception using errcode = 'RH001', message = 'network', detail = places::text;
    end if;
  end if;
  cap := (a_caps ->> 'home')::int;
  if a_home is not null and cap > 0 then
    select coalesce(sum(number_of_people), 0)::int, coalesce(sum(number_of_people) filter (where scheduled_crawl_id = a_departure), 0)::int,
      count(*) filter (where coupon_id = a_coupon)::int into places, here, uses
      from (select number_of_people, scheduled_crawl_id, coupon_id from bookings
        where status = 'pending' and hold_expires_at > a_now and source = 'web' and held_home = a_home limit cap + 1) held;
    places := places + changes.home;
    if places + a_people > cap or uses >= (a_caps ->> 'network_uses')::int or here + changes.home_here + a_people > (a_caps ->> 'night')::int then
      raise exception using errcode = 'RH001', message = 'home', detail = places::text;
    end if;
  end if;
  cap := (a_caps ->> 'browser')::int;
  if a_browser is not null and cap > 0 then
    select coalesce(sum(number_of_people), 0)::int, coalesce(sum(number_of_people) filter (where scheduled_crawl_id = a_departure), 0)::int,
      count(*) filter (where coupon_id = a_coupon)::int into places, here, uses
      from (select number_of_people, scheduled_crawl_id, coupon_id from bookings
        where status = 'pending' and hold_expires_at > a_now and source = 'web' and browser = a_browser limit cap + 1) held;
    places := places + changes.browser;
    if places + a_people > cap or uses >= (a_caps ->> 'uses')::int then
      raise exception using errcode = 'RH001', message = 'browser', detail = places::text;
    end if;
  end if;
  cap := (a_caps ->> 'email')::int;
  if a_email is not null and cap > 0 then
    select coalesce(sum(number_of_people), 0)::int, coalesce(sum(number_of_people) filter (where scheduled_crawl_id = a_departure), 0)::int,
      count(*) filter (where coupon_id = a_coupon)::int into places, here, uses
      from (select number_of_people, scheduled_crawl_id, coupon_id from bookings
        where status = 'pending' and hold_expires_at > a_now and source = 'web' and held_email = a_email limit cap + 1) held;
    places := places + changes.email;
    if places + a_people > cap or uses >= (a_caps ->> 'uses')::int then
      raise exception using errcode = 'RH001', message = 'email', detail = places::text;
    end if;
  end if;
  cap := (a_caps ->> 'phone')::int;
  if a_phone is not null and cap > 0 then
    select coalesce(sum(number_of_people), 0)::int, coalesce(sum(number_of_people) filter (where scheduled_crawl_id = a_departure), 0)::int,
      count(*) filter (where coupon_id = a_coupon)::int into places, here, uses
      from (select number_of_people, scheduled_crawl_id, coupon_id from bookings
        where status = 'pending' and hold_expires_at > a_now and source = 'web' and held_phone = a_phone limit cap + 1) held;
    places := places + changes.phone;
    if places + a_people > cap or uses >= (a_caps ->> 'network_uses')::int or here + changes.phone_here + a_people > (a_caps ->> 'night')::int then
      raise exception using errcode = 'RH001', message = 'phone', detail = places::text;
    end if;
  end if;
  cap := (a_caps ->> 'domain')::int;
  if a_domain is not null and cap > 0 then
    select coalesce(sum(number_of_people), 0)::int, coalesce(sum(number_of_people) filter (where scheduled_crawl_id = a_departure), 0)::int,
      count(*) filter (where coupon_id = a_coupon)::int into places, here, uses
      from (select number_of_people, scheduled_crawl_id, coupon_id from bookings
        where status = 'pending' and hold_expires_at > a_now and source = 'web' and held_domain = a_domain limit cap + 1) held;
    places := places + changes.domain;
    if places + a_people > cap or uses >= (a_caps ->> 'network_uses')::int then
      raise exception using errcode = 'RH001', message = 'domain', detail = places::text;
    end if;
  end if;
  return true;
end $$;

-- When unpaid places piled up, on the whole site or on some nights (docs/decisions/131).
create table hold_episodes (
  id uuid primary key default uuidv7(),
  started_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz,
  unpaid integer not null,
  paid integer not null,
  everywhere boolean not null default false,
  departures text[] not null default '{}'
);
create unique index open_hold_episode on hold_episodes ((true)) where ended_at is null;

-- Who asked for places of a night that has none, and the booking that an offer to them is (docs/decisions/169).
create table waiting_entries (
  id uuid primary key default uuidv7(),
  departure_id uuid not null references scheduled_crawls on delete cascade,
  state text not null default 'waiting'
    check (state in ('waiting', 'offered', 'booked', 'declined', 'lapsed', 'left', 'removed', 'closed')),
  people integer not null check (people between 1 and 100),
  first_name text not null,
  email text not null,
  language text not null check (language in ('en', 'es')),
  site_tag text not null,
  currency text not null references currency_rates,
  unit_price integer not null check (unit_price >= 0),
  terms_version uuid references content_versions,
  privacy_version uuid references content_versions,
  test boolean not null,
  asked_at timestamptz not null,
  offered_at timestamptz,
  told_at timestamptz,
  ended_at timestamptz,
  booking_id uuid unique references bookings,
  constraint waiting_entries_offered check (state not in ('offered', 'booked') or booking_id is not null),
  constraint waiting_entries_ended check ((ended_at is null) = (state in ('waiting', 'offered')))
);
create unique index waiting_entries_once on waiting_entries (departure_id, lower(email), test) where state in ('waiting', 'offered');
create index waiting_entries_in_turn on waiting_entries (departure_id, asked_at, id) where state = 'waiting';
create index waiting_entries_to_tell on waiting_entries (id) where state = 'offered' and told_at is null;
create index waiting_entries_by_departure on waiting_entries (departure_id);
create index waiting_entries_by_email on waiting_entries (lower(email));
create index waiting_entries_by_terms on waiting_entries (terms_version);
create index waiting_entries_by_privacy on waiting_entries (privacy_version);

-- What staff note stays as it was written; it may only be emptied, when its guest has everything about them deleted.
create table booking_notes (
  id uuid primary key default uuidv7(),
  booking_id uuid not null references bookings,
  author_id uuid references "user" on delete set null,
  text text not null check (length(text) <= 2000),
  at timestamptz not null
);
create index booking_notes_by_booking on booking_notes (booking_id, at);

create function refuse_note_change() returns trigger language plpgsql as $$ begin
  if tg_op = 'DELETE' or new.text not in ('', old.text) or coalesce(new.author_id, old.author_id) is distinct from old.author_id
    or (new.id, new.booking_id, new.at) is distinct from (old.id, old.booking_id, old.at) then
    raise exception 'booking_notes is append-only';
  end if;
  return new;
end $$;

create trigger booking_notes_are_append_only before update or delete on booking_notes
  for each row execute function refuse_note_change();

-- A tag is the same word in any case and with or without accents (docs/decisions/081).
create table tags (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 30 and name = btrim(name)),
  folded text not null generated always as (searchable(name)) stored unique
);

create table booking_tags (
  booking_id uuid not null references bookings on delete cascade,
  tag_id uuid not null references tags on delete cascade,
  primary key (booking_id, tag_id)
);
create index booking_tags_by_tag on booking_tags (tag_id, booking_id);

-- What is done to several bookings is written down before it is done, each booking with what was shown of it.
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
  bulk_act_id uuid not null references bulk_acts on delete cascade,
  booking_id uuid not null references bookings on delete cascade,
  key uuid not null default gen_random_uuid(),
  expected jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'begun', 'done', 'refused')),
  outcome text,
  primary key (bulk_act_id, booking_id)
);
create index bulk_act_bookings_by_booking on bulk_act_bookings (booking_id);
