-- Made by `npm run db dump` from the migrations. Do not edit.

create table "access_log" (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  kind text not null,
  outcome text not null,
  subject text,
  user_id uuid,
  address text,
  user_agent text,
  constraint access_log_kind_check CHECK ((kind = ANY (ARRAY['password'::text, 'code'::text, 'sign_in'::text, 'sign_out'::text, 'session_end'::text, 'page'::text, 'download'::text]))),
  constraint access_log_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'failed'::text, 'slowed'::text, 'refused'::text])))
) partition by RANGE (at);
CREATE INDEX access_log_by_time ON ONLY public.access_log USING btree (at DESC, id DESC);
CREATE INDEX access_log_by_user ON ONLY public.access_log USING btree (user_id, at DESC) WHERE (user_id IS NOT NULL);

create table "account" (
  id uuid not null default gen_random_uuid(),
  account_id text not null,
  provider_id text not null,
  user_id uuid not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  password text,
  created_at timestamp with time zone not null default CURRENT_TIMESTAMP,
  updated_at timestamp with time zone not null,
  constraint account_pkey PRIMARY KEY (id),
  constraint account_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX account_user_id_idx ON public.account USING btree (user_id);

create table "ad_events" (
  id uuid not null default gen_random_uuid(),
  event_id text not null,
  booking_id uuid not null,
  kind text not null,
  payload jsonb not null,
  status text not null default 'queued'::text,
  attempts integer not null default 0,
  last_error text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  constraint ad_events_pkey PRIMARY KEY (id),
  constraint ad_events_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  constraint ad_events_booking_id_kind_key UNIQUE (booking_id, kind),
  constraint ad_events_event_id_key UNIQUE (event_id),
  constraint ad_events_kind_check CHECK ((kind = 'Purchase'::text)),
  constraint ad_events_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'withheld'::text])))
);
CREATE INDEX ad_events_by_time ON public.ad_events USING btree (created_at, id);

create table "add_on_uses" (
  id uuid not null,
  booking_id uuid not null,
  add_on_id uuid not null,
  departure_id uuid not null,
  user_id uuid,
  device_at timestamp with time zone,
  at timestamp with time zone not null,
  undone_at timestamp with time zone,
  undo_id uuid,
  constraint add_on_uses_pkey PRIMARY KEY (id),
  constraint add_on_uses_booking_id_add_on_id_fkey FOREIGN KEY (booking_id, add_on_id) REFERENCES booking_add_ons(booking_id, add_on_id) ON DELETE CASCADE,
  constraint add_on_uses_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES scheduled_crawls(id) ON DELETE CASCADE,
  constraint add_on_uses_undo_check CHECK ((num_nulls(undone_at, undo_id) = ANY (ARRAY[0, 2]))),
  constraint add_on_uses_undo_id_key UNIQUE (undo_id),
  constraint add_on_uses_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE INDEX add_on_uses_booking ON public.add_on_uses USING btree (booking_id, add_on_id);
CREATE INDEX add_on_uses_departure ON public.add_on_uses USING btree (departure_id);
CREATE INDEX add_on_uses_user ON public.add_on_uses USING btree (user_id) WHERE (user_id IS NOT NULL);

create table "add_ons" (
  id uuid not null,
  name text not null,
  name_es text,
  description text not null default ''::text,
  description_es text,
  picture text,
  city_id text,
  crawl_id uuid,
  price integer not null,
  currency text not null,
  prices jsonb not null default '{}'::jsonb,
  most integer,
  stock integer,
  stock_per_night boolean not null default true,
  is_active boolean not null default true,
  position integer not null default 0,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  only_on date,
  constraint add_ons_pkey PRIMARY KEY (id),
  constraint add_ons_city_id_fkey FOREIGN KEY (city_id) REFERENCES cities(id),
  constraint add_ons_crawl_id_fkey FOREIGN KEY (crawl_id) REFERENCES pub_crawls(id),
  constraint add_ons_description_check CHECK ((length(description) <= 300)),
  constraint add_ons_description_es_check CHECK (((length(description_es) >= 1) AND (length(description_es) <= 300))),
  constraint add_ons_most_check CHECK (((most >= 1) AND (most <= 50))),
  constraint add_ons_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint add_ons_name_es_check CHECK (((length(name_es) >= 1) AND (length(name_es) <= 80))),
  constraint add_ons_picture_check CHECK ((picture ~ '^/(pictures|uploads)/[A-Za-z0-9_.-]{1,100}$'::text)),
  constraint add_ons_price_check CHECK (((price >= 1) AND (price <= 100000000))),
  constraint add_ons_scope_check CHECK (((city_id IS NULL) OR (crawl_id IS NULL))),
  constraint add_ons_stock_check CHECK (((stock >= 0) AND (stock <= 1000000)))
);
CREATE INDEX add_ons_city ON public.add_ons USING btree (city_id) WHERE (city_id IS NOT NULL);
CREATE INDEX add_ons_crawl ON public.add_ons USING btree (crawl_id) WHERE (crawl_id IS NOT NULL);

create table "affiliate_choices" (
  id bigint not null generated always as identity,
  affiliate_code text not null,
  qr_code_id text,
  visitor text,
  site_tag text not null,
  at timestamp with time zone not null,
  constraint affiliate_choices_affiliate_code_check CHECK (((length(affiliate_code) >= 1) AND (length(affiliate_code) <= 64))),
  constraint affiliate_choices_qr_code_id_check CHECK ((length(qr_code_id) <= 64))
) partition by RANGE (at);
CREATE INDEX affiliate_choices_by_code ON ONLY public.affiliate_choices USING btree (lower(affiliate_code), at) INCLUDE (qr_code_id);
CREATE INDEX affiliate_choices_to_forget ON ONLY public.affiliate_choices USING btree (at) WHERE (visitor IS NOT NULL);

create table "affiliate_visits" (
  id bigint not null generated always as identity,
  affiliate_code text not null,
  visitor text,
  user_agent text not null default ''::text,
  referrer text not null default ''::text,
  site_tag text not null,
  at timestamp with time zone not null,
  qr_code_id text,
  constraint affiliate_visits_affiliate_code_check CHECK (((length(affiliate_code) >= 1) AND (length(affiliate_code) <= 64))),
  constraint affiliate_visits_qr_code_id_check CHECK ((length(qr_code_id) <= 64)),
  constraint affiliate_visits_referrer_check CHECK ((length(referrer) <= 300)),
  constraint affiliate_visits_user_agent_check CHECK ((length(user_agent) <= 300))
) partition by RANGE (at);
CREATE INDEX affiliate_visits_by_code ON ONLY public.affiliate_visits USING btree (lower(affiliate_code), at) INCLUDE (qr_code_id);
CREATE INDEX affiliate_visits_by_time ON ONLY public.affiliate_visits USING btree (at) INCLUDE (affiliate_code);
CREATE INDEX affiliate_visits_to_forget ON ONLY public.affiliate_visits USING btree (at) WHERE (visitor IS NOT NULL);

create table "api_key_secrets" (
  hash text not null,
  key_id uuid not null,
  prefix text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint api_key_secrets_pkey PRIMARY KEY (hash),
  constraint api_key_secrets_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE
);
CREATE INDEX api_key_secrets_by_key ON public.api_key_secrets USING btree (key_id);

create table "api_keys" (
  id uuid not null default uuidv7(),
  name text not null,
  partner_id uuid,
  scopes text[] not null,
  sites text[],
  cities text[],
  test boolean not null,
  per_minute integer not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint api_keys_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint api_keys_per_minute_check CHECK (((per_minute >= 1) AND (per_minute <= 100000)))
);
CREATE INDEX api_keys_by_partner ON public.api_keys USING btree (partner_id) WHERE (partner_id IS NOT NULL);

create table "app_settings" (
  key text not null,
  value text not null,
  constraint app_settings_pkey PRIMARY KEY (key)
);

create table "assistant_holds" (
  booking_id uuid not null,
  client text not null,
  created_at timestamp with time zone not null,
  constraint assistant_holds_pkey PRIMARY KEY (booking_id),
  constraint assistant_holds_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  constraint assistant_holds_client_check CHECK (((length(client) >= 1) AND (length(client) <= 60)))
);
CREATE INDEX assistant_holds_by_time ON public.assistant_holds USING btree (created_at);

create table "audit_log" (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  actor_kind text not null,
  actor_id text,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  changes jsonb not null default '{}'::jsonb,
  source text not null default ''::text
) partition by RANGE (at);
CREATE INDEX audit_log_by_actor ON ONLY public.audit_log USING btree (actor_id, at DESC) WHERE (actor_id IS NOT NULL);
CREATE INDEX audit_log_by_subject ON ONLY public.audit_log USING btree (subject_type, subject_id);
CREATE INDEX audit_log_by_time ON ONLY public.audit_log USING btree (at DESC, id DESC);

create table "bars" (
  id uuid not null default gen_random_uuid(),
  name text not null,
  address text not null default ''::text,
  map_url text,
  city_id text not null,
  guide_note text not null default ''::text,
  is_active boolean not null default true,
  link_version integer not null default 1,
  voucher_price integer,
  voucher_currency text not null default 'MXN'::text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  picture text,
  constraint bars_pkey PRIMARY KEY (id),
  constraint bars_address_check CHECK ((length(address) <= 200)),
  constraint bars_city_id_fkey FOREIGN KEY (city_id) REFERENCES cities(id),
  constraint bars_guide_note_check CHECK ((length(guide_note) <= 500)),
  constraint bars_link_version_check CHECK ((link_version > 0)),
  constraint bars_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint bars_picture_check CHECK ((picture ~ '^/(pictures|uploads)/[A-Za-z0-9_.-]{1,100}$'::text)),
  constraint bars_voucher_price_check CHECK (((voucher_price >= 0) AND (voucher_price <= 10000000)))
);

create table "booking_add_ons" (
  booking_id uuid not null,
  add_on_id uuid not null,
  quantity integer not null,
  amount integer not null,
  per_person boolean not null,
  constraint booking_add_ons_pkey PRIMARY KEY (booking_id, add_on_id),
  constraint booking_add_ons_add_on_id_fkey FOREIGN KEY (add_on_id) REFERENCES add_ons(id),
  constraint booking_add_ons_amount_check CHECK ((amount >= 0)),
  constraint booking_add_ons_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  constraint booking_add_ons_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000)))
);
CREATE INDEX booking_add_ons_add_on ON public.booking_add_ons USING btree (add_on_id);

create table "booking_changes" (
  id uuid not null,
  booking_id uuid not null,
  booking_version integer not null,
  kind text not null,
  status text not null,
  drop_reason text,
  from_departure_id uuid not null,
  to_departure_id uuid not null,
  people_before integer not null,
  people_after integer not null,
  held_people integer not null,
  names text[] not null default '{}'::text[],
  positions integer[] not null default '{}'::integer[],
  currency text not null,
  unit_price integer not null,
  subtotal integer not null,
  add_ons integer not null,
  discount integer not null,
  total_price integer not null,
  difference integer not null,
  hold_expires_at timestamp with time zone not null,
  request_hash text not null,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  kept integer not null default 0,
  held_since timestamp with time zone,
  to_crawl_id uuid,
  constraint booking_changes_pkey PRIMARY KEY (id),
  constraint booking_changes_add_ons_check CHECK ((add_ons >= 0)),
  constraint booking_changes_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  constraint booking_changes_currency_fkey FOREIGN KEY (currency) REFERENCES currency_rates(currency),
  constraint booking_changes_discount_check CHECK ((discount >= 0)),
  constraint booking_changes_drop_reason_check CHECK ((drop_reason = ANY (ARRAY['expired'::text, 'guest'::text, 'replaced'::text, 'booking_changed'::text, 'sold_out'::text]))),
  constraint booking_changes_from_departure_id_fkey FOREIGN KEY (from_departure_id) REFERENCES scheduled_crawls(id),
  constraint booking_changes_held_people_check CHECK ((held_people >= 0)),
  constraint booking_changes_id_fkey FOREIGN KEY (id) REFERENCES purchases(id),
  constraint booking_changes_kept_check CHECK ((kept >= 0)),
  constraint booking_changes_kind_check CHECK ((kind = ANY (ARRAY['date'::text, 'add'::text, 'remove'::text, 'add_ons'::text]))) NOT VALID,
  constraint booking_changes_people_after_check CHECK ((people_after >= 1)),
  constraint booking_changes_people_before_check CHECK ((people_before >= 1)),
  constraint booking_changes_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'made'::text, 'dropped'::text]))),
  constraint booking_changes_subtotal_check CHECK ((subtotal >= 0)),
  constraint booking_changes_to_crawl_id_fkey FOREIGN KEY (to_crawl_id) REFERENCES pub_crawls(id),
  constraint booking_changes_to_departure_id_fkey FOREIGN KEY (to_departure_id) REFERENCES scheduled_crawls(id),
  constraint booking_changes_total_price_check CHECK ((total_price >= 0)),
  constraint booking_changes_unit_price_check CHECK ((unit_price >= 0)),
  constraint change_adds_up CHECK ((total_price = ((subtotal + add_ons) - discount))),
  constraint closed_with_time CHECK (((status = 'pending'::text) = (closed_at IS NULL))),
  constraint dropped_with_reason CHECK (((status = 'dropped'::text) = (drop_reason IS NOT NULL))),
  constraint only_paid_changes_wait CHECK (((status <> 'pending'::text) OR (difference > 0)))
);
CREATE INDEX booking_changes_by_booking ON public.booking_changes USING btree (booking_id, created_at);
CREATE INDEX booking_changes_by_time ON public.booking_changes USING btree (created_at);
CREATE UNIQUE INDEX one_pending_change ON public.booking_changes USING btree (booking_id) WHERE (status = 'pending'::text);
CREATE INDEX pending_changes ON public.booking_changes USING btree (hold_expires_at) INCLUDE (to_departure_id, held_people) WHERE (status = 'pending'::text);

create table "booking_consents" (
  booking_id uuid not null,
  consent_id uuid not null,
  user_agent text not null,
  at timestamp with time zone not null,
  constraint booking_consents_pkey PRIMARY KEY (booking_id),
  constraint booking_consents_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  constraint booking_consents_consent_id_fkey FOREIGN KEY (consent_id) REFERENCES consents(id) ON DELETE CASCADE,
  constraint booking_consents_user_agent_check CHECK ((length(user_agent) <= 300))
);
CREATE INDEX booking_consents_by_consent ON public.booking_consents USING btree (consent_id);

create table "booking_notes" (
  id uuid not null default uuidv7(),
  booking_id uuid not null,
  author_id uuid,
  text text not null,
  at timestamp with time zone not null,
  constraint booking_notes_pkey PRIMARY KEY (id),
  constraint booking_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint booking_notes_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  constraint booking_notes_text_check CHECK ((length(text) <= 2000))
);
CREATE INDEX booking_notes_by_booking ON public.booking_notes USING btree (booking_id, at);

create table "booking_tags" (
  booking_id uuid not null,
  tag_id uuid not null,
  constraint booking_tags_pkey PRIMARY KEY (booking_id, tag_id),
  constraint booking_tags_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  constraint booking_tags_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tags(id) ON DELETE CASCADE
);
CREATE INDEX booking_tags_by_tag ON public.booking_tags USING btree (tag_id, booking_id);

create table "bookings" (
  id uuid not null default uuidv7(),
  reference text not null,
  scheduled_crawl_id uuid not null,
  crawl_id uuid not null,
  site_tag text not null,
  language text not null,
  status text not null default 'pending'::text,
  cancel_reason text,
  hold_expires_at timestamp with time zone not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  country text not null,
  number_of_people integer not null,
  additional_names text[] not null default '{}'::text[],
  special_requests text not null default ''::text,
  currency text not null,
  unit_price integer not null,
  subtotal integer not null,
  add_ons integer not null default 0,
  discount integer not null default 0,
  total_price integer not null,
  base_currency text not null,
  rate numeric(18,8) not null,
  rate_date date not null,
  refund_rule text not null,
  refund_rule_version text not null,
  coupon_id uuid,
  user_id uuid,
  browser text,
  test boolean not null default false,
  created_at timestamp with time zone not null default now(),
  confirmed_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  version integer not null default 1,
  peso_rate numeric(18,8),
  voucher_until timestamp with time zone,
  source text not null default 'web'::text,
  held_network text,
  held_home text,
  held_email text,
  held_phone text,
  renewals integer not null default 0,
  link_version integer not null default 0,
  link_renewed_at timestamp with time zone,
  held_domain text,
  hold_length text not null default 'normal'::text,
  regular_unit_price integer,
  terms_version uuid,
  privacy_version uuid,
  no_show_at timestamp with time zone,
  no_show_by uuid,
  partner_id uuid,
  partner_reason text,
  partner_at timestamp with time zone,
  partner_before text,
  qr_code_id text,
  campaign text,
  partner_doubts text[],
  partner_verdict text,
  email_proven boolean not null default false,
  forgotten_at timestamp with time zone,
  was_there_at timestamp with time zone,
  kept_for text,
  found_by text not null generated always as (booking_words(first_name, last_name, email, reference, phone, additional_names)) stored,
  price_rule jsonb,
  constraint bookings_pkey PRIMARY KEY (id),
  constraint bookings_add_ons_check CHECK ((add_ons >= 0)),
  constraint bookings_campaign_check CHECK ((length(campaign) <= 60)),
  constraint bookings_cancel_reason_check CHECK ((cancel_reason = ANY (ARRAY['expired'::text, 'replaced'::text, 'payment_cancelled'::text, 'customer'::text, 'admin'::text, 'departure_cancelled'::text]))),
  constraint bookings_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupons(id),
  constraint bookings_crawl_id_fkey FOREIGN KEY (crawl_id) REFERENCES pub_crawls(id),
  constraint bookings_currency_fkey FOREIGN KEY (currency) REFERENCES currency_rates(currency),
  constraint bookings_discount_check CHECK ((discount >= 0)),
  constraint bookings_hold_length_check CHECK ((hold_length = ANY (ARRAY['normal'::text, 'short'::text, 'prolonged'::text, 'agreed'::text]))) NOT VALID,
  constraint bookings_id_fkey FOREIGN KEY (id) REFERENCES purchases(id),
  constraint bookings_kept_for_check CHECK ((kept_for = ANY (ARRAY['bank'::text, 'by_hand'::text]))),
  constraint bookings_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint bookings_no_show_by_fkey FOREIGN KEY (no_show_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint bookings_number_of_people_check CHECK (((number_of_people >= 1) AND (number_of_people <= 100))),
  constraint bookings_partner_before_check CHECK ((length(partner_before) <= 64)),
  constraint bookings_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint bookings_partner_reason_check CHECK ((partner_reason = ANY (ARRAY['code'::text, 'coupon'::text, 'link'::text, 'qr'::text, 'widget'::text, 'desk'::text, 'staff'::text, 'reseller'::text]))) NOT VALID,
  constraint bookings_partner_verdict_check CHECK ((partner_verdict = ANY (ARRAY['own'::text, 'theirs'::text]))),
  constraint bookings_peso_rate_check CHECK ((peso_rate > (0)::numeric)),
  constraint bookings_privacy_version_fkey FOREIGN KEY (privacy_version) REFERENCES content_versions(id),
  constraint bookings_qr_code_id_check CHECK ((length(qr_code_id) <= 64)),
  constraint bookings_reference_key UNIQUE (reference),
  constraint bookings_scheduled_crawl_id_fkey FOREIGN KEY (scheduled_crawl_id) REFERENCES scheduled_crawls(id),
  constraint bookings_source_check CHECK ((source = ANY (ARRAY['web'::text, 'admin'::text]))),
  constraint bookings_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'confirmed'::text, 'cancelled'::text]))),
  constraint bookings_subtotal_check CHECK ((subtotal >= 0)),
  constraint bookings_terms_version_fkey FOREIGN KEY (terms_version) REFERENCES content_versions(id),
  constraint bookings_total_price_check CHECK ((total_price >= 0)),
  constraint bookings_unit_price_check CHECK ((unit_price >= 0)),
  constraint bookings_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint cancelled_with_reason CHECK (((status = 'cancelled'::text) = (cancel_reason IS NOT NULL))),
  constraint partner_has_its_reason CHECK (((partner_id IS NULL) = (partner_reason IS NULL))),
  constraint total_adds_up CHECK ((total_price = ((subtotal + add_ons) - discount)))
);
CREATE INDEX bookings_by_browser ON public.bookings USING btree (browser, scheduled_crawl_id) WHERE ((status = 'pending'::text) AND (browser IS NOT NULL));
CREATE INDEX bookings_by_cancellation ON public.bookings USING btree (cancelled_at) WHERE (cancelled_at IS NOT NULL);
CREATE INDEX bookings_by_code ON public.bookings USING btree ("right"(reference, 6));
CREATE INDEX bookings_by_confirmation ON public.bookings USING btree (confirmed_at) WHERE (confirmed_at IS NOT NULL);
CREATE INDEX bookings_by_coupon ON public.bookings USING btree (coupon_id, created_at) WHERE (coupon_id IS NOT NULL);
CREATE INDEX bookings_by_departure ON public.bookings USING btree (scheduled_crawl_id, created_at) INCLUDE (status);
CREATE INDEX bookings_by_email ON public.bookings USING btree (lower(email), created_at, id);
CREATE INDEX bookings_by_found ON public.bookings USING gin (found_by gin_trgm_ops);
CREATE INDEX bookings_by_guest ON public.bookings USING btree (browser, created_at) WHERE ((browser IS NOT NULL) AND (user_id IS NULL));
CREATE INDEX bookings_by_guest_and_coupon ON public.bookings USING btree (held_email, coupon_id) WHERE ((held_email IS NOT NULL) AND (coupon_id IS NOT NULL));
CREATE INDEX bookings_by_no_show_by ON public.bookings USING btree (no_show_by) WHERE (no_show_by IS NOT NULL);
CREATE INDEX bookings_by_partner ON public.bookings USING btree (partner_id, created_at) INCLUDE (status, number_of_people, scheduled_crawl_id, qr_code_id) WHERE (partner_id IS NOT NULL);
CREATE INDEX bookings_by_phone ON public.bookings USING btree (regexp_replace(phone, '\D'::text, ''::text, 'g'::text), created_at, id) WHERE ((email = ''::text) AND (phone <> ''::text));
CREATE INDEX bookings_by_privacy ON public.bookings USING btree (privacy_version) WHERE ((status = 'confirmed'::text) AND (privacy_version IS NOT NULL));
CREATE INDEX bookings_by_qr ON public.bookings USING btree (qr_code_id) WHERE (qr_code_id IS NOT NULL);
CREATE INDEX bookings_by_terms ON public.bookings USING btree (terms_version) WHERE ((status = 'confirmed'::text) AND (terms_version IS NOT NULL));
CREATE INDEX bookings_by_time ON public.bookings USING btree (created_at, id);
CREATE INDEX bookings_by_total ON public.bookings USING btree (currency, total_price, id);
CREATE INDEX bookings_by_user ON public.bookings USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX bookings_in_doubt ON public.bookings USING btree (partner_id) WHERE ((partner_doubts IS NOT NULL) AND (partner_verdict IS NULL));
CREATE INDEX bookings_in_order ON public.bookings USING btree ("left"(found_by, 160), id);
CREATE INDEX bookings_of_desk ON public.bookings USING btree (created_at, id) WHERE (source = 'admin'::text);
CREATE INDEX pending_bookings ON public.bookings USING btree (hold_expires_at) INCLUDE (scheduled_crawl_id, number_of_people) WHERE (status = 'pending'::text);

create table "bulk_act_bookings" (
  bulk_act_id uuid not null,
  booking_id uuid not null,
  key uuid not null default gen_random_uuid(),
  expected jsonb not null,
  state text not null default 'waiting'::text,
  outcome text,
  constraint bulk_act_bookings_pkey PRIMARY KEY (bulk_act_id, booking_id),
  constraint bulk_act_bookings_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  constraint bulk_act_bookings_bulk_act_id_fkey FOREIGN KEY (bulk_act_id) REFERENCES bulk_acts(id) ON DELETE CASCADE,
  constraint bulk_act_bookings_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'begun'::text, 'done'::text, 'refused'::text])))
);
CREATE INDEX bulk_act_bookings_by_booking ON public.bulk_act_bookings USING btree (booking_id);

create table "bulk_acts" (
  id uuid not null,
  act text not null,
  terms jsonb not null,
  fingerprint text not null,
  asked_by uuid,
  asked_from text not null,
  asked_at timestamp with time zone not null,
  constraint bulk_acts_pkey PRIMARY KEY (id),
  constraint bulk_acts_act_check CHECK ((act = ANY (ARRAY['cancel'::text, 'move'::text])))
);
CREATE INDEX bulk_acts_by_time ON public.bulk_acts USING btree (asked_at);

create table "change_add_ons" (
  change_id uuid not null,
  add_on_id uuid not null,
  quantity integer not null,
  amount integer not null,
  per_person boolean not null,
  constraint change_add_ons_pkey PRIMARY KEY (change_id, add_on_id),
  constraint change_add_ons_add_on_id_fkey FOREIGN KEY (add_on_id) REFERENCES add_ons(id),
  constraint change_add_ons_amount_check CHECK ((((amount)::double precision * sign((quantity)::double precision)) >= (0)::double precision)),
  constraint change_add_ons_change_id_fkey FOREIGN KEY (change_id) REFERENCES booking_changes(id) ON DELETE CASCADE,
  constraint change_add_ons_quantity_check CHECK (((quantity <> 0) AND ((quantity >= '-1000'::integer) AND (quantity <= 1000))))
);
CREATE INDEX change_add_ons_add_on ON public.change_add_ons USING btree (add_on_id);

create table "checkin_events" (
  id uuid not null,
  kind text not null,
  departure_id uuid not null,
  ticket_id uuid,
  of_event uuid,
  device_id uuid,
  user_id uuid,
  device_at timestamp with time zone not null,
  happened_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  offline boolean not null default false,
  way text not null,
  reason text not null default ''::text,
  concern text,
  constraint checkin_events_pkey PRIMARY KEY (id),
  constraint checkin_events_concern_check CHECK ((concern = ANY (ARRAY['cancelled'::text, 'unpaid'::text, 'void'::text, 'other_night'::text, 'revoked_device'::text, 'told_late'::text, 'out_of_hours'::text, 'not_theirs'::text]))),
  constraint checkin_events_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES scheduled_crawls(id) ON DELETE CASCADE,
  constraint checkin_events_device_id_fkey FOREIGN KEY (device_id) REFERENCES door_devices(id) ON DELETE SET NULL,
  constraint checkin_events_kind_check CHECK ((kind = ANY (ARRAY['in'::text, 'undo'::text, 'deny'::text, 'id_seen'::text]))),
  constraint checkin_events_reason_check CHECK ((length(reason) <= 200)),
  constraint checkin_events_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  constraint checkin_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint checkin_events_way_check CHECK ((way = ANY (ARRAY['scan'::text, 'code'::text, 'list'::text, 'sale'::text, 'staff'::text]))),
  constraint entry_names_its_ticket CHECK (((kind <> 'in'::text) OR (ticket_id IS NOT NULL))),
  constraint undo_names_its_event CHECK (((kind = ANY (ARRAY['undo'::text, 'id_seen'::text])) = (of_event IS NOT NULL)))
);
CREATE INDEX checkin_events_by_departure ON public.checkin_events USING btree (departure_id, received_at);
CREATE INDEX checkin_events_by_device ON public.checkin_events USING btree (device_id) WHERE (device_id IS NOT NULL);
CREATE INDEX checkin_events_by_event ON public.checkin_events USING btree (of_event) WHERE (of_event IS NOT NULL);
CREATE INDEX checkin_events_by_ticket ON public.checkin_events USING btree (ticket_id) WHERE (ticket_id IS NOT NULL);
CREATE INDEX checkin_events_by_user ON public.checkin_events USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX checkin_events_with_concern ON public.checkin_events USING btree (received_at) WHERE (concern IS NOT NULL);

create table "checkout_reminders" (
  booking_id uuid not null,
  text_version text not null,
  agreed_at timestamp with time zone not null,
  taken_at timestamp with time zone,
  constraint checkout_reminders_pkey PRIMARY KEY (booking_id),
  constraint checkout_reminders_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  constraint checkout_reminders_text_version_check CHECK (((length(text_version) >= 1) AND (length(text_version) <= 20)))
);
CREATE INDEX checkout_reminders_by_time ON public.checkout_reminders USING btree (agreed_at);

create table "cities" (
  id text not null,
  name text not null,
  name_es text,
  time_zone text not null,
  position integer not null default 0,
  description text not null default ''::text,
  description_es text,
  image text,
  is_active boolean not null default true,
  image_alt text not null default ''::text,
  image_alt_es text,
  meeting_point text not null default ''::text,
  meeting_point_es text,
  map_url text,
  version integer not null default 1,
  constraint cities_pkey PRIMARY KEY (id),
  constraint a_city_has_a_name CHECK ((btrim(name) <> ''::text)),
  constraint cities_id_check CHECK ((id ~ '^[a-z0-9-]+$'::text)),
  constraint cities_map_url_check CHECK ((map_url ~ '^https://[^[:space:]]+$'::text)),
  constraint cities_version_check CHECK ((version > 0))
);

create table "closed_months" (
  month text not null,
  test boolean not null,
  closed_at timestamp with time zone not null,
  closed_by uuid,
  constraint closed_months_pkey PRIMARY KEY (month, test),
  constraint closed_months_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint closed_months_month_check CHECK ((month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text))
);

create table "closing_months" (
  month text not null,
  test boolean not null,
  asked_at timestamp with time zone not null,
  asked_by uuid,
  asked_from text not null,
  constraint closing_months_pkey PRIMARY KEY (month, test),
  constraint closing_months_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint closing_months_month_check CHECK ((month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text))
);

create table "commission_lines" (
  id bigint not null generated always as identity,
  partner_id uuid not null,
  booking_id uuid not null,
  month text not null,
  service_date date not null,
  kind text not null,
  cause text not null,
  came integer not null,
  people integer not null,
  sale integer not null,
  amount integer not null,
  terms_id uuid,
  rule jsonb not null,
  note text not null default ''::text,
  test boolean not null,
  at timestamp with time zone not null,
  constraint commission_lines_pkey PRIMARY KEY (id),
  constraint commission_lines_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  constraint commission_lines_cause_check CHECK (((length(cause) >= 1) AND (length(cause) <= 40))),
  constraint commission_lines_kind_check CHECK ((kind = ANY (ARRAY['accrued'::text, 'reversed'::text, 'tier'::text, 'correction'::text]))),
  constraint commission_lines_month_check CHECK ((month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text)),
  constraint commission_lines_moves_check CHECK (((amount <> 0) OR (came <> 0) OR (sale <> 0))),
  constraint commission_lines_note_check CHECK ((length(note) <= 300)),
  constraint commission_lines_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint commission_lines_terms_id_fkey FOREIGN KEY (terms_id) REFERENCES partner_terms(id)
);
CREATE INDEX commission_lines_by_booking ON public.commission_lines USING btree (booking_id);
CREATE INDEX commission_lines_by_month ON public.commission_lines USING btree (partner_id, month, test) INCLUDE (amount, came);

create table "consents" (
  id uuid not null,
  n bigint not null generated always as identity,
  visitor uuid not null,
  decision text not null,
  text_version text not null,
  language text not null,
  site_tag text not null,
  at timestamp with time zone not null,
  privacy_version uuid,
  constraint consents_pkey PRIMARY KEY (id),
  constraint consents_decision_check CHECK ((decision = ANY (ARRAY['granted'::text, 'rejected'::text, 'withdrawn'::text]))),
  constraint consents_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint consents_n_key UNIQUE (n),
  constraint consents_privacy_version_fkey FOREIGN KEY (privacy_version) REFERENCES content_versions(id),
  constraint consents_text_version_check CHECK (((length(text_version) >= 1) AND (length(text_version) <= 20)))
);
CREATE INDEX consents_by_decision ON public.consents USING btree (decision, language, n);
CREATE INDEX consents_by_time ON public.consents USING btree (at);
CREATE INDEX consents_by_visitor ON public.consents USING btree (visitor, n);

create table "contact_messages" (
  id uuid not null default uuidv7(),
  form_key text not null,
  request_hash text not null,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  language text not null,
  site_tag text not null,
  user_id uuid,
  status text not null default 'new'::text,
  done_at timestamp with time zone,
  done_by uuid,
  created_at timestamp with time zone not null,
  is_suspect boolean not null default false,
  constraint contact_messages_pkey PRIMARY KEY (id),
  constraint contact_messages_done_by_fkey FOREIGN KEY (done_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint contact_messages_form_key_key UNIQUE (form_key),
  constraint contact_messages_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint contact_messages_status_check CHECK ((status = ANY (ARRAY['new'::text, 'done'::text]))),
  constraint contact_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint done_with_time CHECK (((status = 'done'::text) = (done_at IS NOT NULL)))
);
CREATE INDEX contact_messages_by_time ON public.contact_messages USING btree (created_at DESC);
CREATE INDEX new_contact_messages ON public.contact_messages USING btree (created_at) WHERE (status = 'new'::text);

create table "content_drafts" (
  section_key text not null,
  site_tag text not null,
  content jsonb not null default 'null'::jsonb,
  version integer not null default 1,
  saved_by uuid,
  saved_at timestamp with time zone not null default now(),
  constraint content_drafts_pkey PRIMARY KEY (section_key, site_tag)
);

create table "content_versions" (
  id uuid not null default uuidv7(),
  site_tag text not null,
  sections jsonb not null,
  note text not null default ''::text,
  published_by uuid,
  published_at timestamp with time zone not null,
  constraint content_versions_pkey PRIMARY KEY (id),
  constraint content_versions_note_check CHECK ((char_length(note) <= 200))
);
CREATE INDEX content_versions_by_time ON public.content_versions USING btree (site_tag, published_at DESC, id DESC);

create table "coupon_redemptions" (
  coupon_id uuid not null,
  booking_id uuid not null,
  state text not null,
  updated_at timestamp with time zone not null default now(),
  terms jsonb not null default '{}'::jsonb,
  constraint coupon_redemptions_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  constraint coupon_redemptions_booking_id_key UNIQUE (booking_id),
  constraint coupon_redemptions_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupons(id),
  constraint coupon_redemptions_state_check CHECK ((state = ANY (ARRAY['reserved'::text, 'used'::text, 'released'::text])))
);
CREATE INDEX coupon_redemptions_by_coupon ON public.coupon_redemptions USING btree (coupon_id) WHERE (state <> 'released'::text);

create table "coupons" (
  id uuid not null default uuidv7(),
  code text not null,
  description text not null default ''::text,
  discount_type text not null,
  value integer not null,
  currency text not null default 'USD'::text,
  minimum_purchase integer,
  maximum_discount integer,
  start_date timestamp with time zone,
  expiry_date timestamp with time zone,
  usage_limit integer,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  partner_id uuid,
  city_id text,
  crawl_id uuid,
  most_per_guest integer,
  constraint coupons_pkey PRIMARY KEY (id),
  constraint coupons_check CHECK (((discount_type <> 'percentage'::text) OR (value <= 100))),
  constraint coupons_check1 CHECK ((expiry_date > start_date)),
  constraint coupons_city_id_fkey FOREIGN KEY (city_id) REFERENCES cities(id),
  constraint coupons_code_check CHECK ((length(TRIM(BOTH FROM code)) >= 3)),
  constraint coupons_crawl_id_fkey FOREIGN KEY (crawl_id) REFERENCES pub_crawls(id),
  constraint coupons_currency_fkey FOREIGN KEY (currency) REFERENCES currency_rates(currency),
  constraint coupons_discount_type_check CHECK ((discount_type = ANY (ARRAY['percentage'::text, 'fixed_amount'::text]))),
  constraint coupons_maximum_discount_check CHECK ((maximum_discount > 0)),
  constraint coupons_minimum_purchase_check CHECK ((minimum_purchase >= 0)),
  constraint coupons_most_per_guest_check CHECK ((most_per_guest > 0)),
  constraint coupons_one_place CHECK (((city_id IS NULL) OR (crawl_id IS NULL))),
  constraint coupons_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint coupons_usage_limit_check CHECK ((usage_limit > 0)),
  constraint coupons_value_check CHECK ((value > 0))
);
CREATE UNIQUE INDEX coupons_by_code ON public.coupons USING btree (lower(TRIM(BOTH FROM code)));
CREATE INDEX coupons_by_partner ON public.coupons USING btree (partner_id) WHERE (partner_id IS NOT NULL);

create table "crawl_stops" (
  crawl_id uuid not null,
  position integer not null,
  bar_id uuid not null,
  at text not null,
  vouchers integer not null default 0,
  constraint crawl_stops_pkey PRIMARY KEY (crawl_id, "position"),
  constraint crawl_stops_at_check CHECK ((at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint crawl_stops_bar_id_fkey FOREIGN KEY (bar_id) REFERENCES bars(id),
  constraint crawl_stops_crawl_id_fkey FOREIGN KEY (crawl_id) REFERENCES pub_crawls(id) ON DELETE CASCADE,
  constraint crawl_stops_position_check CHECK ((("position" >= 1) AND ("position" <= 20))),
  constraint crawl_stops_vouchers_check CHECK (((vouchers >= 0) AND (vouchers <= 10)))
);
CREATE INDEX crawl_stops_by_bar ON public.crawl_stops USING btree (bar_id);

create table "credit_uses" (
  id uuid not null default uuidv7(),
  credit_id uuid not null,
  purchase_id uuid not null,
  amount integer not null,
  state text not null,
  taken_back integer not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  voided integer not null default 0,
  constraint credit_uses_pkey PRIMARY KEY (id),
  constraint credit_uses_amount_check CHECK ((amount > 0)),
  constraint credit_uses_credit_id_fkey FOREIGN KEY (credit_id) REFERENCES credits(id),
  constraint credit_uses_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases(id),
  constraint credit_uses_purchase_id_key UNIQUE (purchase_id, credit_id),
  constraint credit_uses_state_check CHECK ((state = ANY (ARRAY['reserved'::text, 'used'::text, 'released'::text]))),
  constraint credit_uses_taken_back_check CHECK ((taken_back >= 0)),
  constraint credit_uses_voided_check CHECK ((voided >= 0)) NOT VALID
);
CREATE INDEX credit_uses_by_credit ON public.credit_uses USING btree (credit_id) WHERE (state <> 'released'::text);

create table "credits" (
  id uuid not null default uuidv7(),
  code text not null,
  currency text not null,
  amount integer not null,
  purchase_id uuid not null,
  payment_id uuid,
  test boolean not null,
  voided integer not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  expired integer not null default 0,
  reclaimed integer not null default 0,
  constraint credits_pkey PRIMARY KEY (id),
  constraint credits_amount_check CHECK ((amount > 0)),
  constraint credits_check CHECK (((voided >= 0) AND (voided <= amount))),
  constraint credits_code_key UNIQUE (code),
  constraint credits_currency_fkey FOREIGN KEY (currency) REFERENCES currency_rates(currency),
  constraint credits_expired_check CHECK (((expired >= 0) AND (expired <= voided))) NOT VALID,
  constraint credits_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint credits_payment_id_key UNIQUE (payment_id),
  constraint credits_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases(id),
  constraint credits_reclaimed_check CHECK (((reclaimed >= 0) AND (reclaimed <= voided))) NOT VALID
);
CREATE INDEX credits_by_purchase ON public.credits USING btree (purchase_id);

create table "currency_rates" (
  currency text not null,
  per_usd numeric(18,8) not null,
  date date not null,
  constraint currency_rates_pkey PRIMARY KEY (currency),
  constraint currency_rates_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint currency_rates_per_usd_check CHECK ((per_usd > (0)::numeric))
);

create table "daily_coupons" (
  basis text not null,
  day date not null,
  crawl_id uuid not null,
  currency text not null,
  test boolean not null,
  coupon_id uuid not null,
  uses integer not null,
  discount bigint not null,
  revenue bigint not null default 0,
  constraint daily_coupons_pkey PRIMARY KEY (basis, day, crawl_id, currency, test, coupon_id),
  constraint daily_coupons_basis_check CHECK ((basis = ANY (ARRAY['sale'::text, 'service'::text])))
);

create table "daily_partners" (
  basis text not null,
  day date not null,
  crawl_id uuid not null,
  currency text not null,
  test boolean not null,
  partner_id uuid,
  campaign text not null,
  bookings integer not null,
  guests integer not null,
  came integer not null,
  revenue bigint not null,
  constraint daily_partners_basis_check CHECK ((basis = ANY (ARRAY['sale'::text, 'service'::text]))),
  constraint daily_partners_basis_day_crawl_id_currency_test_partner_id__key UNIQUE NULLS NOT DISTINCT (basis, day, crawl_id, currency, test, partner_id, campaign)
);
CREATE INDEX daily_partners_of_one ON public.daily_partners USING btree (partner_id, basis, day);

create table "daily_sales" (
  basis text not null,
  day date not null,
  crawl_id uuid not null,
  currency text not null,
  test boolean not null,
  bookings integer not null,
  guests integer not null,
  revenue bigint not null,
  constraint daily_sales_pkey PRIMARY KEY (basis, day, crawl_id, currency, test),
  constraint daily_sales_basis_check CHECK ((basis = ANY (ARRAY['sale'::text, 'service'::text])))
);

create table "daily_sales_counted" (
  only_row boolean not null default true,
  at timestamp with time zone not null,
  constraint daily_sales_counted_pkey PRIMARY KEY (only_row),
  constraint daily_sales_counted_only_row_check CHECK (only_row)
);

create table "departure_cancellations" (
  departure_id uuid not null,
  asked_at timestamp with time zone not null,
  asked_by uuid,
  fingerprint text not null,
  note_en text not null,
  note_es text not null,
  choose_until timestamp with time zone,
  rebooked integer not null default 0,
  constraint departure_cancellations_pkey PRIMARY KEY (departure_id),
  constraint departure_cancellations_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES scheduled_crawls(id) ON DELETE CASCADE,
  constraint departure_cancellations_rebooked_check CHECK ((rebooked >= 0))
);

create table "departure_routes" (
  departure_id uuid not null,
  version integer not null default 1,
  told_version integer,
  constraint departure_routes_pkey PRIMARY KEY (departure_id),
  constraint departure_routes_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES scheduled_crawls(id) ON DELETE CASCADE
);

create table "departure_stops" (
  id uuid not null default gen_random_uuid(),
  departure_id uuid not null,
  position integer not null,
  bar_id uuid not null,
  at text not null,
  vouchers integer not null default 0,
  skipped boolean not null default false,
  constraint departure_stops_pkey PRIMARY KEY (id),
  constraint departure_stops_at_check CHECK ((at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint departure_stops_bar_id_fkey FOREIGN KEY (bar_id) REFERENCES bars(id),
  constraint departure_stops_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES departure_routes(departure_id) ON DELETE CASCADE,
  constraint departure_stops_departure_id_position_key UNIQUE (departure_id, "position") DEFERRABLE INITIALLY DEFERRED,
  constraint departure_stops_position_check CHECK ((("position" >= 1) AND ("position" <= 40))),
  constraint departure_stops_vouchers_check CHECK (((vouchers >= 0) AND (vouchers <= 10)))
);
CREATE INDEX departure_stops_by_bar ON public.departure_stops USING btree (bar_id);

create table "desk_devices" (
  id uuid not null,
  partner_id uuid not null,
  name text not null,
  bind_hash text,
  bind_until timestamp with time zone,
  token_hash text,
  pin_hash text,
  wrong_pins integer not null default 0,
  locked_at timestamp with time zone,
  created_at timestamp with time zone not null,
  bound_at timestamp with time zone,
  unlocked_at timestamp with time zone,
  seen_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_by uuid,
  constraint desk_devices_pkey PRIMARY KEY (id),
  constraint bound_with_its_secrets CHECK ((((bound_at IS NULL) = (token_hash IS NULL)) AND ((bound_at IS NULL) = (pin_hash IS NULL)))),
  constraint desk_devices_bind_hash_check CHECK ((length(bind_hash) = 43)),
  constraint desk_devices_bind_hash_key UNIQUE (bind_hash),
  constraint desk_devices_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40))),
  constraint desk_devices_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint desk_devices_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint desk_devices_token_hash_check CHECK ((length(token_hash) = 43)),
  constraint desk_devices_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX desk_devices_by_partner ON public.desk_devices USING btree (partner_id);
CREATE INDEX desks_locked ON public.desk_devices USING btree (locked_at) WHERE ((locked_at IS NOT NULL) AND (revoked_at IS NULL));

create table "desk_sales" (
  booking_id uuid not null,
  sale_id uuid not null,
  device_id uuid not null,
  partner_id uuid not null,
  way text not null,
  created_at timestamp with time zone not null,
  constraint desk_sales_pkey PRIMARY KEY (booking_id),
  constraint desk_sales_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  constraint desk_sales_device_id_fkey FOREIGN KEY (device_id) REFERENCES desk_devices(id),
  constraint desk_sales_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint desk_sales_sale_id_key UNIQUE (sale_id),
  constraint desk_sales_way_check CHECK ((way = ANY (ARRAY['cash'::text, 'link'::text])))
);
CREATE INDEX desk_sales_by_device ON public.desk_sales USING btree (device_id, created_at);

create table "disputes" (
  payment_id uuid not null,
  external_id text not null,
  state text not null,
  amount integer not null,
  currency text not null,
  reason text not null,
  lost integer not null default 0,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  constraint disputes_pkey PRIMARY KEY (payment_id, external_id),
  constraint closed_with_time CHECK (((state = 'open'::text) = (closed_at IS NULL))),
  constraint disputes_amount_check CHECK ((amount >= 0)),
  constraint disputes_lost_check CHECK ((lost >= 0)),
  constraint disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint disputes_state_check CHECK ((state = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text])))
);

create table "door_devices" (
  id uuid not null,
  user_id uuid not null,
  name text not null,
  token_hash text not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  clock_ahead_ms integer not null default 0,
  revoked_at timestamp with time zone,
  revoked_by uuid,
  barred_at timestamp with time zone,
  handed_over integer not null default 0,
  constraint door_devices_pkey PRIMARY KEY (id),
  constraint door_devices_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40))),
  constraint door_devices_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint door_devices_token_hash_check CHECK ((length(token_hash) = 43)),
  constraint door_devices_token_hash_key UNIQUE (token_hash),
  constraint door_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX door_devices_by_user ON public.door_devices USING btree (user_id);

create table "door_sales" (
  booking_id uuid not null,
  sale_id uuid not null,
  user_id uuid,
  way text not null,
  let_in boolean not null,
  id_seen boolean not null,
  created_at timestamp with time zone not null,
  constraint door_sales_pkey PRIMARY KEY (booking_id),
  constraint door_sales_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  constraint door_sales_sale_id_key UNIQUE (sale_id),
  constraint door_sales_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint door_sales_way_check CHECK ((way = ANY (ARRAY['cash'::text, 'terminal'::text, 'transfer'::text, 'link'::text, 'offline'::text])))
);
CREATE INDEX door_sales_by_user ON public.door_sales USING btree (user_id, created_at);

create table "email_optouts" (
  address_hash text not null,
  at timestamp with time zone not null,
  constraint email_optouts_pkey PRIMARY KEY (address_hash),
  constraint email_optouts_address_hash_check CHECK ((length(address_hash) = 43))
);

create table "email_template_versions" (
  kind text not null,
  version integer not null,
  texts jsonb not null,
  restored integer,
  published_by uuid,
  published_at timestamp with time zone not null,
  constraint email_template_versions_pkey PRIMARY KEY (kind, version),
  constraint email_template_versions_kind_check CHECK (((length(kind) >= 1) AND (length(kind) <= 60))),
  constraint email_template_versions_texts_check CHECK ((jsonb_typeof(texts) = 'object'::text)),
  constraint email_template_versions_version_check CHECK ((version > 1))
);

create table "emails" (
  id uuid not null default uuidv7(),
  dedupe_key text not null,
  kind text not null,
  template_version integer not null default 1,
  language text not null,
  recipient text not null,
  booking_id uuid,
  payload jsonb not null default '{}'::jsonb,
  status text not null default 'queued'::text,
  attempts integer not null default 0,
  sending_since timestamp with time zone,
  next_try_at timestamp with time zone,
  last_error text,
  captured boolean not null default false,
  subject text,
  html text,
  text text,
  raw bytea,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  uncounted_tries integer not null default 0,
  handed_at timestamp with time zone,
  refused_at timestamp with time zone,
  constraint emails_pkey PRIMARY KEY (id),
  constraint emails_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  constraint emails_dedupe_key_key UNIQUE (dedupe_key),
  constraint emails_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'retry'::text, 'failed'::text, 'withheld'::text])))
);
CREATE INDEX emails_by_booking ON public.emails USING btree (booking_id);
CREATE INDEX emails_by_kind ON public.emails USING btree (kind, created_at, id);
CREATE INDEX emails_by_recipient ON public.emails USING gin (lower(recipient) gin_trgm_ops);
CREATE INDEX emails_by_time ON public.emails USING btree (created_at, id);
CREATE INDEX emails_failed ON public.emails USING btree (created_at) WHERE (status = 'failed'::text);
CREATE INDEX emails_refused ON public.emails USING btree (booking_id) WHERE (refused_at IS NOT NULL);
CREATE INDEX emails_waiting ON public.emails USING btree (created_at) WHERE (status = ANY (ARRAY['queued'::text, 'sending'::text, 'retry'::text]));
CREATE INDEX emails_withheld ON public.emails USING btree (created_at, id) WHERE (status = 'withheld'::text);

create table "entries" (
  id uuid not null,
  ticket_id uuid not null,
  departure_id uuid not null,
  standing text not null,
  happened_at timestamp with time zone not null,
  id_seen boolean not null default false,
  changed_at timestamp with time zone not null,
  looked_at timestamp with time zone,
  looked_by uuid,
  constraint entries_pkey PRIMARY KEY (id),
  constraint entries_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES scheduled_crawls(id) ON DELETE CASCADE,
  constraint entries_id_fkey FOREIGN KEY (id) REFERENCES checkin_events(id) ON DELETE CASCADE,
  constraint entries_looked_by_fkey FOREIGN KEY (looked_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint entries_standing_check CHECK ((standing = ANY (ARRAY['open'::text, 'double'::text, 'undone'::text]))),
  constraint entries_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE
);
CREATE INDEX entries_by_departure ON public.entries USING btree (departure_id, changed_at);
CREATE INDEX entries_by_looker ON public.entries USING btree (looked_by) WHERE (looked_by IS NOT NULL);
CREATE INDEX entries_by_ticket ON public.entries USING btree (ticket_id);
CREATE INDEX entries_to_look_at ON public.entries USING btree (changed_at) WHERE ((standing = 'double'::text) AND (looked_at IS NULL));
CREATE UNIQUE INDEX one_open_entry ON public.entries USING btree (ticket_id) WHERE (standing = 'open'::text);

create table "friend_shares" (
  booking_id uuid not null,
  table_id uuid not null,
  people integer not null,
  constraint friend_shares_pkey PRIMARY KEY (booking_id),
  constraint friend_shares_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  constraint friend_shares_people_check CHECK ((people > 0)),
  constraint friend_shares_table_id_fkey FOREIGN KEY (table_id) REFERENCES friend_tables(id) ON DELETE CASCADE
);
CREATE INDEX friend_shares_by_table ON public.friend_shares USING btree (table_id);

create table "friend_tables" (
  id uuid not null default uuidv7(),
  code text not null,
  booking_id uuid not null,
  departure_id uuid not null,
  places integer not null,
  taken integer not null default 0,
  deadline timestamp with time zone not null,
  started_at timestamp with time zone not null,
  reminded_at timestamp with time zone,
  closed_at timestamp with time zone,
  constraint friend_tables_pkey PRIMARY KEY (id),
  constraint friend_tables_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  constraint friend_tables_booking_id_key UNIQUE (booking_id),
  constraint friend_tables_code_key UNIQUE (code),
  constraint friend_tables_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES scheduled_crawls(id) ON DELETE CASCADE,
  constraint friend_tables_places_check CHECK ((places > 0)),
  constraint friend_tables_taken_check CHECK ((taken >= 0)),
  constraint never_more_than_places CHECK ((taken <= places))
);
CREATE INDEX friend_tables_by_departure ON public.friend_tables USING btree (departure_id);
CREATE INDEX open_friend_tables ON public.friend_tables USING btree (departure_id) WHERE (closed_at IS NULL);

create table "funnel_bookings" (
  booking_id uuid not null,
  device text not null,
  source text not null,
  started boolean not null default false,
  constraint funnel_bookings_pkey PRIMARY KEY (booking_id),
  constraint funnel_bookings_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  constraint funnel_bookings_device_check CHECK ((device = ANY (ARRAY['phone'::text, 'tablet'::text, 'desktop'::text]))),
  constraint funnel_bookings_source_check CHECK ((source = ANY (ARRAY['direct'::text, 'partner'::text, 'search'::text, 'social'::text, 'link'::text, 'unknown'::text])))
);

create table "funnel_days" (
  day date not null,
  step text not null,
  device text not null,
  language text not null,
  source text not null,
  test boolean not null default false,
  count integer not null,
  constraint funnel_days_pkey PRIMARY KEY (day, step, device, language, source, test),
  constraint funnel_days_count_check CHECK ((count > 0)),
  constraint funnel_days_device_check CHECK ((device = ANY (ARRAY['phone'::text, 'tablet'::text, 'desktop'::text]))),
  constraint funnel_days_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint funnel_days_source_check CHECK ((source = ANY (ARRAY['direct'::text, 'partner'::text, 'search'::text, 'social'::text, 'link'::text, 'unknown'::text]))),
  constraint funnel_days_step_check CHECK ((step = ANY (ARRAY['saw'::text, 'chose'::text, 'checkout'::text, 'proceeded'::text, 'started'::text, 'paid'::text])))
);

create table "gallery_images" (
  id uuid not null default uuidv7(),
  image_url text not null,
  is_active boolean not null default true,
  site_tag text not null,
  position integer not null default 0,
  alt text not null default ''::text,
  alt_es text,
  version integer not null default 1,
  deleted_at timestamp with time zone,
  was_active boolean,
  constraint gallery_images_pkey PRIMARY KEY (id),
  constraint deleted_images_are_hidden CHECK (((num_nulls(deleted_at, was_active) = ANY (ARRAY[0, 2])) AND ((deleted_at IS NULL) OR (NOT is_active))))
);

create table "gift_cards" (
  id uuid not null default uuidv7(),
  order_key uuid not null,
  reference text not null,
  state text not null default 'unpaid'::text,
  currency text not null,
  amount integer not null,
  people integer,
  crawl text,
  crawl_es text,
  site_tag text not null,
  language text not null,
  buyer_name text not null,
  buyer_email text not null,
  receiver_name text not null,
  receiver_email text not null,
  message text not null default ''::text,
  send_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  reminded_at timestamp with time zone,
  gesture text,
  issued_by uuid,
  test boolean not null,
  created_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  void_at timestamp with time zone,
  forgotten_at timestamp with time zone,
  found_by text not null generated always as (booking_words(buyer_name, receiver_name, buyer_email, reference, ''::text, ARRAY[receiver_email])) stored,
  constraint gift_cards_pkey PRIMARY KEY (id),
  constraint gift_cards_amount_check CHECK ((amount > 0)),
  constraint gift_cards_crawl_check CHECK ((((people IS NULL) = (crawl IS NULL)) AND ((crawl IS NULL) = (crawl_es IS NULL)))),
  constraint gift_cards_currency_fkey FOREIGN KEY (currency) REFERENCES currency_rates(currency),
  constraint gift_cards_gesture_check CHECK (((length(gesture) >= 1) AND (length(gesture) <= 200))),
  constraint gift_cards_id_fkey FOREIGN KEY (id) REFERENCES purchases(id),
  constraint gift_cards_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint gift_cards_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint gift_cards_message_check CHECK ((length(message) <= 400)),
  constraint gift_cards_order_key_key UNIQUE (order_key),
  constraint gift_cards_paid_check CHECK (
CASE state
    WHEN 'live'::text THEN (paid_at IS NOT NULL)
    WHEN 'unpaid'::text THEN (paid_at IS NULL)
    ELSE true
END),
  constraint gift_cards_people_check CHECK (((people >= 1) AND (people <= 100))),
  constraint gift_cards_reference_key UNIQUE (reference),
  constraint gift_cards_state_check CHECK ((state = ANY (ARRAY['unpaid'::text, 'live'::text, 'void'::text]))),
  constraint gift_cards_void_check CHECK (((state = 'void'::text) = (void_at IS NOT NULL)))
);
CREATE INDEX gift_cards_by_found ON public.gift_cards USING gin (found_by gin_trgm_ops);
CREATE INDEX gift_cards_by_time ON public.gift_cards USING btree (created_at, id);
CREATE INDEX gift_cards_of_buyer ON public.gift_cards USING btree (lower(buyer_email));
CREATE INDEX gift_cards_of_receiver ON public.gift_cards USING btree (lower(receiver_email));
CREATE INDEX gift_cards_to_send ON public.gift_cards USING btree (send_at) WHERE ((sent_at IS NULL) AND (state = 'live'::text));

create table "group_deposits" (
  id uuid not null default uuidv7(),
  quote_id uuid not null,
  booking_id uuid not null,
  state text not null default 'unpaid'::text,
  reference text not null,
  currency text not null,
  amount integer not null,
  site_tag text not null,
  language text not null,
  crawl_id uuid not null,
  name text not null,
  email text not null,
  test boolean not null,
  created_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  forgotten_at timestamp with time zone,
  found_by text not null generated always as (booking_words(name, ''::text, email, reference, ''::text, '{}'::text[])) stored,
  constraint group_deposits_pkey PRIMARY KEY (id),
  constraint group_deposits_amount_check CHECK ((amount > 0)),
  constraint group_deposits_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  constraint group_deposits_booking_id_key UNIQUE (booking_id),
  constraint group_deposits_crawl_id_fkey FOREIGN KEY (crawl_id) REFERENCES pub_crawls(id),
  constraint group_deposits_currency_fkey FOREIGN KEY (currency) REFERENCES currency_rates(currency),
  constraint group_deposits_id_fkey FOREIGN KEY (id) REFERENCES purchases(id),
  constraint group_deposits_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint group_deposits_paid_check CHECK (((state = 'unpaid'::text) = (paid_at IS NULL))),
  constraint group_deposits_quote_id_fkey FOREIGN KEY (quote_id) REFERENCES group_quotes(id),
  constraint group_deposits_quote_id_key UNIQUE (quote_id),
  constraint group_deposits_state_check CHECK ((state = ANY (ARRAY['unpaid'::text, 'paid'::text, 'kept'::text, 'returned'::text])))
);
CREATE INDEX group_deposits_by_crawl ON public.group_deposits USING btree (crawl_id);
CREATE INDEX group_deposits_by_currency ON public.group_deposits USING btree (currency);
CREATE INDEX group_deposits_by_found ON public.group_deposits USING gin (found_by gin_trgm_ops);
CREATE INDEX group_deposits_of_payer ON public.group_deposits USING btree (lower(email));

create table "group_quotes" (
  id uuid not null default uuidv7(),
  request_id uuid not null,
  version integer not null,
  form_key text not null,
  crawl_id uuid not null,
  people integer not null,
  date date not null,
  start_time text not null,
  end_time text not null,
  total integer not null,
  currency text not null,
  pay_by date not null,
  valid_until date not null,
  included text not null,
  departure_id uuid,
  booking_id uuid,
  accepted_at timestamp with time zone,
  created_at timestamp with time zone not null,
  created_by uuid,
  deposit integer,
  deposit_by date,
  places integer,
  constraint group_quotes_pkey PRIMARY KEY (id),
  constraint group_quotes_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  constraint group_quotes_booking_id_key UNIQUE (booking_id),
  constraint group_quotes_crawl_id_fkey FOREIGN KEY (crawl_id) REFERENCES pub_crawls(id),
  constraint group_quotes_created_by_fkey FOREIGN KEY (created_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint group_quotes_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES scheduled_crawls(id) ON DELETE SET NULL,
  constraint group_quotes_deposit_check CHECK ((((deposit IS NULL) = (deposit_by IS NULL)) AND (deposit > 0) AND (deposit < total) AND (deposit_by <= pay_by))),
  constraint group_quotes_form_key_key UNIQUE (form_key),
  constraint group_quotes_people_check CHECK (((people >= 1) AND (people <= 100))),
  constraint group_quotes_places_check CHECK (((places >= people) AND (places <= 10000))),
  constraint group_quotes_request_id_fkey FOREIGN KEY (request_id) REFERENCES group_requests(id),
  constraint group_quotes_request_id_version_key UNIQUE (request_id, version),
  constraint group_quotes_total_check CHECK ((total > 0)),
  constraint group_quotes_version_check CHECK ((version > 0))
);
CREATE INDEX group_quotes_by_author ON public.group_quotes USING btree (created_by);
CREATE INDEX group_quotes_by_crawl ON public.group_quotes USING btree (crawl_id);
CREATE INDEX group_quotes_by_departure ON public.group_quotes USING btree (departure_id);

create table "group_requests" (
  id uuid not null default uuidv7(),
  form_key text not null,
  state text not null default 'new'::text,
  name text not null,
  email text not null,
  phone text not null,
  language text not null,
  site_tag text not null,
  people integer not null,
  city_id text,
  date date,
  occasion text not null,
  words text not null,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_by uuid,
  constraint group_requests_pkey PRIMARY KEY (id),
  constraint group_requests_city_id_fkey FOREIGN KEY (city_id) REFERENCES cities(id) ON DELETE SET NULL,
  constraint group_requests_closed CHECK (((state = 'closed'::text) = (closed_at IS NOT NULL))),
  constraint group_requests_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint group_requests_form_key_key UNIQUE (form_key),
  constraint group_requests_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint group_requests_occasion_check CHECK ((occasion = ANY (ARRAY['birthday'::text, 'bachelor'::text, 'company'::text, 'trip'::text, 'other'::text]))),
  constraint group_requests_people_check CHECK (((people >= 1) AND (people <= 1000))),
  constraint group_requests_state_check CHECK ((state = ANY (ARRAY['new'::text, 'quoted'::text, 'accepted'::text, 'declined'::text, 'closed'::text])))
);
CREATE INDEX group_requests_by_city ON public.group_requests USING btree (city_id);
CREATE INDEX group_requests_by_closer ON public.group_requests USING btree (closed_by);
CREATE INDEX group_requests_by_email ON public.group_requests USING btree (lower(email));
CREATE INDEX group_requests_by_time ON public.group_requests USING btree (created_at DESC);

create table "guide_profiles" (
  user_id uuid not null,
  pay_amount integer,
  pay_currency text,
  calendar_version integer not null default 1,
  shown boolean not null default false,
  portrait text,
  constraint guide_profiles_pkey PRIMARY KEY (user_id),
  constraint guide_profiles_calendar_version_check CHECK ((calendar_version > 0)),
  constraint guide_profiles_pay CHECK (((pay_amount IS NULL) = (pay_currency IS NULL))),
  constraint guide_profiles_pay_amount_check CHECK ((pay_amount > 0)),
  constraint guide_profiles_portrait_check CHECK ((portrait ~ '^/(pictures|uploads)/[A-Za-z0-9_.-]{1,100}$'::text)),
  constraint guide_profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);

create table "headcounts" (
  id uuid not null,
  number bigint not null generated always as identity,
  departure_id uuid not null,
  stop_id uuid not null,
  kind text not null,
  present text[] not null,
  missing text[] not null,
  user_id uuid,
  device_at timestamp with time zone,
  at timestamp with time zone not null,
  constraint headcounts_pkey PRIMARY KEY (id),
  constraint headcounts_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES scheduled_crawls(id) ON DELETE CASCADE,
  constraint headcounts_kind_check CHECK ((kind = ANY (ARRAY['out'::text, 'in'::text]))),
  constraint headcounts_stop_id_fkey FOREIGN KEY (stop_id) REFERENCES departure_stops(id) ON DELETE CASCADE,
  constraint headcounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE INDEX headcounts_by_departure ON public.headcounts USING btree (departure_id, number);
CREATE INDEX headcounts_by_user ON public.headcounts USING btree (user_id) WHERE (user_id IS NOT NULL);

create table "hold_episodes" (
  id uuid not null default uuidv7(),
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  unpaid integer not null,
  paid integer not null,
  everywhere boolean not null default false,
  departures text[] not null default '{}'::text[],
  constraint hold_episodes_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX open_hold_episode ON public.hold_episodes USING btree ((true)) WHERE (ended_at IS NULL);

create table "home_page_content" (
  section_key text not null,
  site_tag text not null,
  content jsonb not null,
  updated_at timestamp with time zone not null default now(),
  constraint home_page_content_pkey PRIMARY KEY (section_key, site_tag)
);

create table "idempotency_keys" (
  scope text not null,
  key text not null,
  request_hash text not null,
  answer jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (scope, key)
);

create table "imported_bookings" (
  booking_id uuid not null,
  import_id uuid not null,
  line integer not null,
  source text not null,
  external_reference text not null,
  test boolean not null,
  is_undone boolean not null default false,
  constraint imported_bookings_pkey PRIMARY KEY (booking_id),
  constraint imported_bookings_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  constraint imported_bookings_external_reference_check CHECK (((length(external_reference) >= 1) AND (length(external_reference) <= 80))),
  constraint imported_bookings_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE
);
CREATE INDEX imported_bookings_by_import ON public.imported_bookings USING btree (import_id, line);
CREATE INDEX imported_bookings_by_reference ON public.imported_bookings USING btree (lower(external_reference));
CREATE UNIQUE INDEX imported_bookings_once ON public.imported_bookings USING btree (lower(source), lower(external_reference), test) WHERE (NOT is_undone);

create table "imported_customers" (
  id uuid not null default uuidv7(),
  import_id uuid not null,
  line integer not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  country text not null,
  language text not null,
  tags text[] not null default '{}'::text[],
  test boolean not null,
  created_at timestamp with time zone not null,
  found_by text not null generated always as (booking_words(first_name, last_name, email, ''::text, phone, tags)) stored,
  constraint imported_customers_pkey PRIMARY KEY (id),
  constraint can_be_reached CHECK (((email <> ''::text) OR (phone <> ''::text))),
  constraint imported_customers_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  constraint imported_customers_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text])))
);
CREATE UNIQUE INDEX imported_customers_by_email ON public.imported_customers USING btree (lower(email), test) WHERE (email <> ''::text);
CREATE INDEX imported_customers_by_found ON public.imported_customers USING gin (found_by gin_trgm_ops);
CREATE INDEX imported_customers_by_import ON public.imported_customers USING btree (import_id, line);
CREATE UNIQUE INDEX imported_customers_by_phone ON public.imported_customers USING btree (regexp_replace(phone, '\D'::text, ''::text, 'g'::text), test) WHERE (email = ''::text);
CREATE INDEX imported_customers_by_time ON public.imported_customers USING btree (created_at, id);

create table "imports" (
  id uuid not null,
  kind text not null,
  state text not null default 'draft'::text,
  source text not null,
  file_name text not null,
  file bytea,
  mapping jsonb not null,
  outcome jsonb not null default '{}'::jsonb,
  test boolean not null,
  made_by uuid,
  made_at timestamp with time zone not null,
  done_at timestamp with time zone,
  confirming_at timestamp with time zone,
  undone_at timestamp with time zone,
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_file_name_check CHECK ((length(file_name) <= 200)),
  constraint imports_kind_check CHECK ((kind = ANY (ARRAY['bookings'::text, 'customers'::text]))),
  constraint imports_made_by_fkey FOREIGN KEY (made_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint imports_source_check CHECK (((length(source) >= 1) AND (length(source) <= 60))),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'dropped'::text, 'done'::text, 'undone'::text]))),
  constraint only_drafts_have_files CHECK (((state = 'draft'::text) OR (file IS NULL)))
);
CREATE INDEX imports_by_maker ON public.imports USING btree (made_by) WHERE (made_by IS NOT NULL);
CREATE INDEX imports_by_time ON public.imports USING btree (made_at, id);

create table "instagram_posts" (
  id uuid not null default uuidv7(),
  image_url text not null,
  caption text not null default ''::text,
  is_active boolean not null default true,
  display_order integer not null default 0,
  version integer not null default 1,
  deleted_at timestamp with time zone,
  was_active boolean,
  picture text,
  constraint instagram_posts_pkey PRIMARY KEY (id),
  constraint deleted_posts_are_hidden CHECK (((num_nulls(deleted_at, was_active) = ANY (ARRAY[0, 2])) AND ((deleted_at IS NULL) OR (NOT is_active)))),
  constraint instagram_posts_picture_check CHECK ((picture ~ '^/(pictures|uploads)/[A-Za-z0-9_.-]{1,100}$'::text))
);

create table "invoice_requests" (
  booking_id uuid not null,
  status text not null default 'requested'::text,
  rfc text not null,
  legal_name text not null,
  tax_regime text not null,
  postal_code text not null,
  cfdi_use text not null,
  email text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  due_at timestamp with time zone not null default (now() + '3 days'::interval),
  refused_at timestamp with time zone,
  refusal text,
  constraint invoice_requests_pkey PRIMARY KEY (booking_id),
  constraint a_refusal_has_its_reason CHECK (((refused_at IS NULL) = (refusal IS NULL))),
  constraint invoice_requests_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  constraint invoice_requests_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'issued'::text])))
);

create table "invoices" (
  id uuid not null default uuidv7(),
  booking_id uuid not null,
  fiscal_uuid uuid not null,
  total integer not null,
  currency text not null,
  xml bytea not null,
  pdf bytea not null,
  issued_at timestamp with time zone not null,
  replaced_at timestamp with time zone,
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES invoice_requests(booking_id),
  constraint invoices_fiscal_uuid_key UNIQUE (fiscal_uuid),
  constraint invoices_total_check CHECK ((total >= 0))
);
CREATE UNIQUE INDEX invoices_one_of_booking ON public.invoices USING btree (booking_id) WHERE (replaced_at IS NULL);

create table "job_workers" (
  id text not null,
  started_at timestamp with time zone not null default now(),
  missing_since timestamp with time zone,
  constraint job_workers_pkey PRIMARY KEY (id)
);

create table "ledger_differences" (
  key text not null,
  purchase_id uuid,
  account text not null,
  provider text,
  currency text not null,
  expected bigint not null,
  actual bigint not null,
  found_at timestamp with time zone not null,
  told_at timestamp with time zone,
  gone_at timestamp with time zone,
  constraint ledger_differences_pkey PRIMARY KEY (key),
  constraint ledger_differences_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases(id)
);
CREATE INDEX standing_ledger_differences ON public.ledger_differences USING btree (found_at) WHERE (gone_at IS NULL);

create table "ledger_entries" (
  id bigint not null generated always as identity,
  posting text not null,
  line integer not null,
  kind text not null,
  at timestamp with time zone not null,
  account text not null,
  provider text,
  amount integer not null,
  currency text not null,
  purchase_id uuid,
  payment_id uuid,
  refund_id uuid,
  test boolean not null,
  constraint ledger_entries_pkey PRIMARY KEY (id),
  constraint ledger_entries_account_check CHECK ((account = ANY (ARRAY['guest'::text, 'revenue'::text, 'clearing'::text, 'refund_due'::text, 'credit'::text, 'affiliate_due'::text, 'commission'::text, 'payout'::text, 'till'::text, 'office_cash'::text, 'over_short'::text, 'cash_rounding'::text, 'paid_out'::text, 'deferral'::text, 'unearned'::text, 'guide_pay'::text, 'guide_paid'::text, 'bank'::text, 'drawings'::text, 'bills'::text, 'bar_drinks'::text, 'bar_paid'::text, 'promotion'::text, 'breakage'::text]))) NOT VALID,
  constraint ledger_entries_amount_check CHECK ((amount <> 0)),
  constraint ledger_entries_check CHECK (((account = 'clearing'::text) = (provider IS NOT NULL))),
  constraint ledger_entries_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint ledger_entries_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint ledger_entries_posting_line_key UNIQUE (posting, line),
  constraint ledger_entries_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases(id),
  constraint ledger_entries_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  constraint postings_balance TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX ledger_by_purchase ON public.ledger_entries USING btree (purchase_id);
CREATE INDEX ledger_by_time ON public.ledger_entries USING btree (at, account);

create table "ledger_proofs" (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  differences integer not null,
  constraint ledger_proofs_pkey PRIMARY KEY (id),
  constraint ledger_proofs_differences_check CHECK ((differences >= 0))
);

create table "ledger_rounds" (
  id bigint not null generated always as identity,
  began_at timestamp with time zone not null,
  before uuid,
  ended_at timestamp with time zone,
  constraint ledger_rounds_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX one_open_ledger_round ON public.ledger_rounds USING btree (((ended_at IS NULL))) WHERE (ended_at IS NULL);

create table "mail_outage" (
  only_one boolean not null default true,
  since timestamp with time zone not null,
  failed_emails uuid[] not null,
  probe_at timestamp with time zone,
  last_error text not null,
  put_off uuid[] not null default '{}'::uuid[],
  constraint mail_outage_pkey PRIMARY KEY (only_one),
  constraint mail_outage_only_one_check CHECK (only_one)
);

create table "message_answers" (
  id uuid not null default uuidv7(),
  message_id uuid not null,
  form_key text not null,
  text text not null,
  answered_by uuid,
  created_at timestamp with time zone not null,
  constraint message_answers_pkey PRIMARY KEY (id),
  constraint message_answers_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint message_answers_form_key_key UNIQUE (form_key),
  constraint message_answers_message_id_fkey FOREIGN KEY (message_id) REFERENCES contact_messages(id) ON DELETE CASCADE
);
CREATE INDEX message_answers_by_message ON public.message_answers USING btree (message_id, created_at);

create table "migration_marks" (
  migration text not null,
  breaks_before text,
  constraint migration_marks_pkey PRIMARY KEY (migration),
  constraint migration_marks_breaks_before_check CHECK ((breaks_before ~ '^[0-9]{4}$'::text))
);

create table "nightly_jobs" (
  name text not null,
  ok_at timestamp with time zone,
  failing_since timestamp with time zone,
  failed_at timestamp with time zone,
  constraint nightly_jobs_pkey PRIMARY KEY (name),
  constraint nightly_jobs_check CHECK (((failing_since IS NULL) = (failed_at IS NULL))),
  constraint nightly_jobs_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)))
);

create table "oauth_clients" (
  id text not null,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamp with time zone not null,
  let_in_at timestamp with time zone,
  constraint oauth_clients_pkey PRIMARY KEY (id),
  constraint oauth_clients_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)))
);
CREATE INDEX oauth_clients_by_time ON public.oauth_clients USING btree (created_at);

create table "oauth_grants" (
  id uuid not null,
  user_id uuid not null,
  client_id text not null,
  host text,
  scopes text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint oauth_grants_pkey PRIMARY KEY (id),
  constraint oauth_grants_client_id_fkey FOREIGN KEY (client_id) REFERENCES oauth_clients(id) ON DELETE CASCADE,
  constraint oauth_grants_user_client_key UNIQUE (user_id, client_id),
  constraint oauth_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX oauth_grants_by_client ON public.oauth_grants USING btree (client_id);

create table "oauth_records" (
  hash text not null,
  kind text not null,
  grant_id uuid,
  user_id uuid not null,
  content jsonb not null,
  used_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint oauth_records_pkey PRIMARY KEY (hash),
  constraint oauth_records_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grants(id) ON DELETE CASCADE,
  constraint oauth_records_kind_check CHECK ((kind = ANY (ARRAY['Interaction'::text, 'AuthorizationCode'::text, 'AccessToken'::text, 'RefreshToken'::text]))),
  constraint oauth_records_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX oauth_records_by_end ON public.oauth_records USING btree (expires_at);
CREATE INDEX oauth_records_by_grant ON public.oauth_records USING btree (grant_id);
CREATE INDEX oauth_records_by_user ON public.oauth_records USING btree (user_id);

create table "office_moves" (
  id uuid not null,
  kind text not null,
  test boolean not null,
  currency text not null,
  amount integer not null,
  day date not null,
  note text not null default ''::text,
  receipt text not null default ''::text,
  bar_id uuid,
  month text,
  user_id uuid,
  at timestamp with time zone not null,
  booked_at timestamp with time zone not null,
  undone_by uuid,
  undone_at timestamp with time zone,
  constraint office_moves_pkey PRIMARY KEY (id),
  constraint office_moves_amount_check CHECK ((amount > 0)),
  constraint office_moves_bar_id_fkey FOREIGN KEY (bar_id) REFERENCES bars(id),
  constraint office_moves_check CHECK (((kind = ANY (ARRAY['bar'::text, 'bar_transfer'::text])) = ((bar_id IS NOT NULL) AND (month IS NOT NULL)))),
  constraint office_moves_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint office_moves_kind_check CHECK ((kind = ANY (ARRAY['banked'::text, 'drawn'::text, 'bill'::text, 'guides'::text, 'partners'::text, 'bar'::text, 'bar_transfer'::text, 'from_bank'::text, 'from_owner'::text]))),
  constraint office_moves_month_check CHECK ((month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text)),
  constraint office_moves_note_check CHECK ((length(note) <= 200)),
  constraint office_moves_receipt_check CHECK ((length(receipt) <= 60)),
  constraint office_moves_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint office_moves_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE INDEX office_moves_by_bar ON public.office_moves USING btree (bar_id, month) WHERE (bar_id IS NOT NULL);
CREATE INDEX office_moves_by_time ON public.office_moves USING btree (at DESC, id DESC);

create table "offline_places" (
  id uuid not null default uuidv7(),
  device_id uuid,
  departure_id uuid not null,
  places integer not null,
  sold integer not null default 0,
  granted_at timestamp with time zone not null,
  returned_at timestamp with time zone,
  prices jsonb not null default '{}'::jsonb,
  released_at timestamp with time zone,
  constraint offline_places_pkey PRIMARY KEY (id),
  constraint never_more_than_granted CHECK ((sold <= places)),
  constraint offline_places_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES scheduled_crawls(id) ON DELETE CASCADE,
  constraint offline_places_device_id_fkey FOREIGN KEY (device_id) REFERENCES door_devices(id) ON DELETE SET NULL,
  constraint offline_places_places_check CHECK ((places > 0)),
  constraint offline_places_sold_check CHECK ((sold >= 0))
);
CREATE UNIQUE INDEX one_reserve_of_a_device ON public.offline_places USING btree (device_id, departure_id) WHERE (returned_at IS NULL);
CREATE INDEX reserves_of_a_departure ON public.offline_places USING btree (departure_id) WHERE (returned_at IS NULL);

create table "operations" (
  name text not null,
  at timestamp with time zone not null default now(),
  ok boolean not null,
  details jsonb not null default '{}'::jsonb,
  constraint operations_pkey PRIMARY KEY (name)
);

create table "partner_cash" (
  id uuid not null default uuidv7(),
  partner_id uuid not null,
  booking_id uuid not null,
  amount integer not null,
  refund_id uuid,
  statement_id uuid,
  at timestamp with time zone not null,
  constraint partner_cash_pkey PRIMARY KEY (id),
  constraint partner_cash_amount_check CHECK ((amount <> 0)),
  constraint partner_cash_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  constraint partner_cash_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint partner_cash_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  constraint partner_cash_refund_id_key UNIQUE (refund_id),
  constraint partner_cash_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES partner_statements(id)
);
CREATE INDEX partner_cash_by_booking ON public.partner_cash USING btree (booking_id);
CREATE INDEX partner_cash_by_statement ON public.partner_cash USING btree (statement_id) WHERE (statement_id IS NOT NULL);
CREATE INDEX partner_cash_unsettled ON public.partner_cash USING btree (partner_id) WHERE (statement_id IS NULL);

create table "partner_statements" (
  id uuid not null default uuidv7(),
  partner_id uuid not null,
  month text not null,
  number integer not null,
  test boolean not null,
  state text not null default 'draft'::text,
  counted integer not null,
  currency text not null default 'MXN'::text,
  commission integer,
  cash_kept integer,
  closed_at timestamp with time zone not null,
  agreed_at timestamp with time zone,
  agreed_by text,
  paid_at timestamp with time zone,
  paid_by uuid,
  payment_reference text not null default ''::text,
  constraint partner_statements_pkey PRIMARY KEY (id),
  constraint agreed_on_figures CHECK (((state = 'draft'::text) OR ((commission IS NOT NULL) AND (cash_kept IS NOT NULL)))),
  constraint agreed_when_it_was CHECK (((state = 'draft'::text) = (agreed_at IS NULL))),
  constraint paid_when_it_was CHECK (((state = 'paid'::text) = (paid_at IS NOT NULL))),
  constraint partner_statements_agreed_by_check CHECK ((agreed_by = ANY (ARRAY['partner'::text, 'staff'::text]))),
  constraint partner_statements_counted_check CHECK ((counted >= 0)),
  constraint partner_statements_month_check CHECK ((month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text)),
  constraint partner_statements_month_number_test_key UNIQUE (month, number, test),
  constraint partner_statements_number_check CHECK ((number >= 1)),
  constraint partner_statements_paid_by_fkey FOREIGN KEY (paid_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint partner_statements_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint partner_statements_partner_id_month_test_key UNIQUE (partner_id, month, test),
  constraint partner_statements_payment_reference_check CHECK ((length(payment_reference) <= 60)),
  constraint partner_statements_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'agreed'::text, 'paid'::text])))
);

create table "partner_terms" (
  id uuid not null default uuidv7(),
  partner_id uuid not null,
  version integer not null,
  valid_from date not null,
  basis text not null,
  kind text not null,
  value integer not null,
  tiers jsonb not null default '[]'::jsonb,
  exceptions jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null,
  created_by uuid,
  constraint partner_terms_pkey PRIMARY KEY (id),
  constraint partner_terms_basis_check CHECK ((basis = ANY (ARRAY['came'::text, 'confirmed'::text]))),
  constraint partner_terms_check CHECK (((value >= 0) AND ((kind <> 'percentage'::text) OR (value <= 10000)))),
  constraint partner_terms_created_by_fkey FOREIGN KEY (created_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint partner_terms_kind_check CHECK ((kind = ANY (ARRAY['percentage'::text, 'fixed'::text]))),
  constraint partner_terms_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint partner_terms_partner_id_version_key UNIQUE (partner_id, version),
  constraint partner_terms_version_check CHECK ((version >= 1))
);

create table "partner_traces" (
  partner_id uuid not null,
  kind text not null,
  hash text not null,
  seen_at timestamp with time zone not null,
  constraint partner_traces_pkey PRIMARY KEY (partner_id, kind, hash),
  constraint partner_traces_hash_check CHECK ((length(hash) <= 64)),
  constraint partner_traces_kind_check CHECK ((kind = ANY (ARRAY['browser'::text, 'network'::text]))),
  constraint partner_traces_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
CREATE INDEX partner_traces_to_forget ON public.partner_traces USING btree (seen_at);

create table "partners" (
  id uuid not null default uuidv7(),
  name text not null,
  code text not null,
  contact_name text not null default ''::text,
  email text not null default ''::text,
  phone text not null default ''::text,
  city_id text,
  language text not null default 'es'::text,
  account_holder text not null default ''::text,
  clabe text,
  rfc text,
  shares_network boolean not null default true,
  on_receipts boolean not null default false,
  widget_origins text[] not null default '{}'::text[],
  desk_credit_limit integer not null default 0,
  note text not null default ''::text,
  is_active boolean not null default true,
  link_version integer not null default 1,
  link_revoked boolean not null default false,
  link_mailed_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  widget_ignored text[] not null default '{}'::text[],
  constraint partners_pkey PRIMARY KEY (id),
  constraint partners_account_holder_check CHECK ((length(account_holder) <= 120)),
  constraint partners_city_id_fkey FOREIGN KEY (city_id) REFERENCES cities(id),
  constraint partners_clabe_check CHECK ((clabe ~ '^[0-9]{18}$'::text)),
  constraint partners_code_check CHECK ((code ~ '^[A-Za-z0-9][A-Za-z0-9._-]{1,63}$'::text)),
  constraint partners_contact_name_check CHECK ((length(contact_name) <= 80)),
  constraint partners_desk_credit_limit_check CHECK ((desk_credit_limit >= 0)),
  constraint partners_email_check CHECK ((length(email) <= 254)),
  constraint partners_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint partners_link_version_check CHECK ((link_version >= 1)),
  constraint partners_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint partners_note_check CHECK ((length(note) <= 1000)),
  constraint partners_phone_check CHECK ((length(phone) <= 30)),
  constraint partners_rfc_check CHECK ((length(rfc) = ANY (ARRAY[12, 13])))
);
CREATE UNIQUE INDEX one_partner_per_code ON public.partners USING btree (lower(code));
CREATE INDEX partners_by_city ON public.partners USING btree (city_id) WHERE (city_id IS NOT NULL);

create table "payments" (
  id uuid not null default uuidv7(),
  purchase_id uuid not null,
  attempt integer not null,
  provider text not null,
  method text not null,
  mode text not null,
  external_id text,
  redirect_url text,
  status text not null default 'created'::text,
  amount integer not null,
  currency text not null,
  failure_reason text,
  review_reason text,
  placement text,
  expires_at timestamp with time zone not null,
  next_poll_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  part_id uuid,
  charge_id text,
  charged_amount integer,
  charged_currency text,
  dispute_id text,
  dispute_state text,
  warned_at timestamp with time zone,
  voucher_until timestamp with time zone,
  capture_tries integer not null default 0,
  capture_until timestamp with time zone,
  bank_since timestamp with time zone,
  fee_amount integer,
  fee_currency text,
  payout_id text,
  payout_on date,
  hand_reference text,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_amount_check CHECK ((amount >= 0)),
  constraint payments_charged_amount_check CHECK ((charged_amount >= 0)),
  constraint payments_currency_fkey FOREIGN KEY (currency) REFERENCES currency_rates(currency),
  constraint payments_dispute_state_check CHECK ((dispute_state = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text]))),
  constraint payments_hand_reference_check CHECK (((length(hand_reference) >= 1) AND (length(hand_reference) <= 60))),
  constraint payments_part_id_fkey FOREIGN KEY (part_id) REFERENCES purchases(id),
  constraint payments_placement_check CHECK ((placement = ANY (ARRAY['in_time'::text, 'seats_free'::text, 'tolerance'::text, 'unplaced'::text, 'duplicate'::text, 'booking_cancelled'::text, 'change_made'::text, 'change_lost'::text, 'moved'::text, 'delivered'::text, 'given_up'::text]))) NOT VALID,
  constraint payments_provider_external_id_key UNIQUE (provider, external_id),
  constraint payments_purchase_id_attempt_key UNIQUE (purchase_id, attempt),
  constraint payments_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases(id),
  constraint payments_status_check CHECK ((status = ANY (ARRAY['created'::text, 'pending'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX payments_at_bank ON public.payments USING btree (bank_since) WHERE ((bank_since IS NOT NULL) AND (status = 'pending'::text));
CREATE INDEX payments_by_charge ON public.payments USING btree (provider, charge_id) WHERE (charge_id IS NOT NULL);
CREATE INDEX payments_by_payout ON public.payments USING btree (payout_id) WHERE (payout_id IS NOT NULL);
CREATE INDEX payments_by_time ON public.payments USING btree (created_at DESC, id DESC);
CREATE INDEX payments_disputed ON public.payments USING btree (settled_at) WHERE (dispute_state = 'open'::text);
CREATE INDEX payments_in_review ON public.payments USING btree (created_at) WHERE (review_reason = ANY (ARRAY['wrong_amount'::text, 'wrong_currency'::text]));
CREATE INDEX payments_taken ON public.payments USING btree (purchase_id) WHERE (dispute_state = ANY (ARRAY['open'::text, 'lost'::text]));
CREATE INDEX payments_to_poll ON public.payments USING btree (next_poll_at) WHERE (next_poll_at IS NOT NULL);
CREATE INDEX payments_to_review ON public.payments USING btree (purchase_id) WHERE (review_reason IS NOT NULL);

create table "pictures" (
  name text not null,
  width integer,
  height integer,
  alt text not null default ''::text,
  alt_es text,
  focus_x integer not null default 50,
  focus_y integer not null default 50,
  version integer not null default 1,
  added_at timestamp with time zone not null,
  unused_since timestamp with time zone,
  trashed_at timestamp with time zone,
  purged_at timestamp with time zone,
  constraint pictures_pkey PRIMARY KEY (name),
  constraint pictures_alt_check CHECK ((char_length(alt) <= 200)),
  constraint pictures_alt_es_check CHECK ((char_length(alt_es) <= 200)),
  constraint pictures_check CHECK ((num_nulls(width, height) = ANY (ARRAY[0, 2]))),
  constraint pictures_focus_x_check CHECK (((focus_x >= 0) AND (focus_x <= 100))),
  constraint pictures_focus_y_check CHECK (((focus_y >= 0) AND (focus_y <= 100))),
  constraint pictures_name_check CHECK ((name ~ '^[0-9a-f]{32}$'::text))
);
CREATE INDEX pictures_by_time ON public.pictures USING btree (added_at DESC, name) WHERE (purged_at IS NULL);
CREATE INDEX pictures_with_focus ON public.pictures USING btree (name) WHERE ((focus_x <> 50) OR (focus_y <> 50));

create table "price_rules" (
  id uuid not null default gen_random_uuid(),
  name text not null,
  name_es text not null,
  city_id text,
  crawl_id uuid,
  days_from integer,
  days_to integer,
  date_from date,
  date_to date,
  weekdays integer[] not null default '{}'::integer[],
  people_from integer,
  people_to integer,
  places_left integer,
  percent integer,
  amount integer,
  currency text,
  with_codes boolean not null default true,
  is_active boolean not null default true,
  position integer not null,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  partner_id uuid,
  nights_from integer,
  nights_days integer,
  constraint price_rules_pkey PRIMARY KEY (id),
  constraint price_rules_amount_check CHECK ((amount > 0)),
  constraint price_rules_city_id_fkey FOREIGN KEY (city_id) REFERENCES cities(id),
  constraint price_rules_crawl_id_fkey FOREIGN KEY (crawl_id) REFERENCES pub_crawls(id),
  constraint price_rules_currency_check CHECK ((currency = ANY (ARRAY['MXN'::text, 'USD'::text, 'EUR'::text, 'GBP'::text, 'CAD'::text]))),
  constraint price_rules_days_from_check CHECK (((days_from >= 0) AND (days_from <= 999))),
  constraint price_rules_days_to_check CHECK (((days_to >= 0) AND (days_to <= 999))),
  constraint price_rules_nights_days_check CHECK (((nights_days >= 1) AND (nights_days <= 365))),
  constraint price_rules_nights_from_check CHECK (((nights_from >= 2) AND (nights_from <= 100))),
  constraint price_rules_nights_in_days CHECK (((nights_from IS NULL) = (nights_days IS NULL))),
  constraint price_rules_one_effect CHECK ((((percent IS NULL) <> (amount IS NULL)) AND ((amount IS NULL) = (currency IS NULL)))),
  constraint price_rules_one_place CHECK (((city_id IS NULL) OR (crawl_id IS NULL))),
  constraint price_rules_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint price_rules_people_from_check CHECK (((people_from >= 1) AND (people_from <= 100))),
  constraint price_rules_people_to_check CHECK (((people_to >= 1) AND (people_to <= 100))),
  constraint price_rules_percent_check CHECK (((percent >= 1) AND (percent <= 100))),
  constraint price_rules_places_left_check CHECK (((places_left >= 1) AND (places_left <= 10000))),
  constraint price_rules_weekdays_check CHECK ((weekdays <@ '{1,2,3,4,5,6,7}'::integer[]))
);

create table "profiles" (
  id uuid not null,
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  phone text not null default ''::text,
  country text not null default ''::text,
  language text not null default 'en'::text,
  marketing_consent boolean not null default false,
  created_at timestamp with time zone not null default now(),
  number_format text not null default 'point'::text,
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_id_fkey FOREIGN KEY (id) REFERENCES "user"(id) ON DELETE CASCADE,
  constraint profiles_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint profiles_number_format_check CHECK ((number_format = ANY (ARRAY['point'::text, 'comma'::text])))
);

create table "provider_events" (
  id uuid not null default uuidv7(),
  provider text not null,
  event_id text not null,
  type text not null,
  external_id text,
  raw_body text,
  received_at timestamp with time zone not null default now(),
  processed_at timestamp with time zone,
  attempts integer not null default 0,
  last_error text,
  topic text not null,
  payment_ref text,
  charge_ref text,
  dispute_ref text,
  dead_at timestamp with time zone,
  mode text not null,
  dead_reason text,
  constraint provider_events_pkey PRIMARY KEY (id),
  constraint provider_events_dead_reason_check CHECK ((dead_reason = ANY (ARRAY['payment_unknown'::text, 'money_without_booking'::text, 'failed'::text]))),
  constraint provider_events_mode_check CHECK ((mode = ANY (ARRAY['sandbox'::text, 'live'::text]))),
  constraint provider_events_provider_event_id_key UNIQUE (provider, event_id),
  constraint provider_events_topic_check CHECK ((topic = ANY (ARRAY['payment'::text, 'refund'::text, 'dispute'::text, 'warning'::text, 'other'::text]))),
  constraint the_dead_have_a_reason CHECK (((dead_at IS NULL) = (dead_reason IS NULL)))
);
CREATE INDEX dead_provider_events ON public.provider_events USING btree (dead_at) WHERE (dead_at IS NOT NULL);
CREATE INDEX provider_event_bodies ON public.provider_events USING btree (received_at) WHERE (raw_body IS NOT NULL);

create table "pub_crawls" (
  id uuid not null default uuidv7(),
  slug text not null,
  title text not null,
  title_es text,
  city_id text not null,
  description text not null default ''::text,
  description_es text,
  price integer,
  currency text not null default 'USD'::text,
  duration text not null default ''::text,
  group_size text not null default ''::text,
  includes text[] not null default '{}'::text[],
  includes_es text[] not null default '{}'::text[],
  excludes text[] not null default '{}'::text[],
  excludes_es text[] not null default '{}'::text[],
  highlights text[] not null default '{}'::text[],
  highlights_es text[] not null default '{}'::text[],
  image text,
  gallery text[] not null default '{}'::text[],
  rating numeric(2,1) not null default 0,
  review_count integer not null default 0,
  meeting_place text not null default ''::text,
  meeting_place_es text,
  sales_cutoff_minutes integer not null default 0,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  prices jsonb not null default '{}'::jsonb,
  version integer not null default 1,
  deleted_at timestamp with time zone,
  former_slugs text[] not null default '{}'::text[],
  picture_alts jsonb not null default '{}'::jsonb,
  short_name text,
  short_name_es text,
  colour text not null default 'agave'::text,
  on_every_site boolean not null default false,
  duration_es text,
  constraint pub_crawls_pkey PRIMARY KEY (id),
  constraint a_deleted_crawl_is_hidden CHECK (((deleted_at IS NULL) OR (NOT is_active))),
  constraint pub_crawls_city_id_fkey FOREIGN KEY (city_id) REFERENCES cities(id),
  constraint pub_crawls_colour_check CHECK ((colour = ANY (ARRAY['agave'::text, 'jacaranda'::text, 'marigold'::text, 'terracotta'::text, 'slate'::text, 'sky'::text, 'nopal'::text, 'pink'::text]))),
  constraint pub_crawls_currency_fkey FOREIGN KEY (currency) REFERENCES currency_rates(currency),
  constraint pub_crawls_picture_alts_check CHECK ((jsonb_typeof(picture_alts) = 'object'::text)),
  constraint pub_crawls_price_check CHECK ((price >= 0)),
  constraint pub_crawls_prices_check CHECK (are_prices(prices)),
  constraint pub_crawls_rating_check CHECK (((rating >= (0)::numeric) AND (rating <= (5)::numeric))),
  constraint pub_crawls_review_count_check CHECK ((review_count >= 0)),
  constraint pub_crawls_sales_cutoff_minutes_check CHECK ((sales_cutoff_minutes >= 0)),
  constraint pub_crawls_slug_key UNIQUE (slug)
);
CREATE INDEX pub_crawls_by_former_slug ON public.pub_crawls USING gin (former_slugs);

create table "purchases" (
  id uuid not null,
  kind text not null,
  constraint purchases_pkey PRIMARY KEY (id),
  constraint purchases_kind_check CHECK ((kind = ANY (ARRAY['booking'::text, 'change'::text, 'gift_card'::text, 'group_deposit'::text]))) NOT VALID
);

create table "qr_codes" (
  id text not null,
  partner_id uuid,
  campaign text not null default ''::text,
  placement text not null default ''::text,
  target text not null,
  foreground text not null default '#1d1016'::text,
  background text not null default '#ffffff'::text,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  constraint qr_codes_pkey PRIMARY KEY (id),
  constraint qr_codes_background_check CHECK ((background ~ '^#[0-9a-f]{6}$'::text)),
  constraint qr_codes_campaign_check CHECK ((length(campaign) <= 60)),
  constraint qr_codes_foreground_check CHECK ((foreground ~ '^#[0-9a-f]{6}$'::text)),
  constraint qr_codes_id_check CHECK ((id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'::text)),
  constraint qr_codes_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint qr_codes_placement_check CHECK ((length(placement) <= 60)),
  constraint qr_codes_target_check CHECK (((target ~ '^/'::text) AND (length(target) <= 300)))
);
CREATE INDEX qr_codes_by_partner ON public.qr_codes USING btree (partner_id) WHERE (partner_id IS NOT NULL);

create table "qr_scans" (
  id bigint not null generated always as identity,
  qr_code_id text not null,
  visitor text,
  site_tag text not null,
  at timestamp with time zone not null,
  constraint qr_scans_qr_code_id_check CHECK (((length(qr_code_id) >= 1) AND (length(qr_code_id) <= 64)))
) partition by RANGE (at);
CREATE INDEX qr_scans_by_code ON ONLY public.qr_scans USING btree (qr_code_id, at);
CREATE INDEX qr_scans_by_time ON ONLY public.qr_scans USING btree (at) INCLUDE (qr_code_id);
CREATE INDEX qr_scans_to_forget ON ONLY public.qr_scans USING btree (at) WHERE (visitor IS NOT NULL);

create table "rate_counters" (
  key text not null,
  window_start timestamp with time zone not null,
  count integer not null,
  constraint rate_counters_pkey PRIMARY KEY (key, window_start)
);

create table "rate_limit" (
  id uuid not null default gen_random_uuid(),
  key text not null,
  count integer not null,
  last_request bigint not null,
  constraint rate_limit_pkey PRIMARY KEY (id),
  constraint rate_limit_key_key UNIQUE (key)
);

create table "rating_answers" (
  id uuid not null default uuidv7(),
  rating_id uuid not null,
  form_key text not null,
  text text not null,
  answered_by uuid,
  created_at timestamp with time zone not null,
  constraint rating_answers_pkey PRIMARY KEY (id),
  constraint rating_answers_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint rating_answers_form_key_key UNIQUE (form_key),
  constraint rating_answers_rating_id_fkey FOREIGN KEY (rating_id) REFERENCES ratings(id) ON DELETE CASCADE
);
CREATE INDEX rating_answers_by_rating ON public.rating_answers USING btree (rating_id, created_at);

create table "rating_requests" (
  booking_id uuid not null,
  asked_at timestamp with time zone not null,
  constraint rating_requests_pkey PRIMARY KEY (booking_id),
  constraint rating_requests_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id)
);

create table "ratings" (
  id uuid not null default uuidv7(),
  booking_id uuid not null,
  crawl_id uuid not null,
  stars integer not null,
  comment text not null default ''::text,
  consent boolean not null default false,
  published boolean not null default false,
  language text not null,
  created_at timestamp with time zone not null,
  handled_at timestamp with time zone,
  handled_by uuid,
  hidden boolean not null default false,
  constraint ratings_pkey PRIMARY KEY (id),
  constraint published_with_consent CHECK ((consent OR (NOT published))),
  constraint ratings_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  constraint ratings_booking_id_key UNIQUE (booking_id),
  constraint ratings_crawl_id_fkey FOREIGN KEY (crawl_id) REFERENCES pub_crawls(id),
  constraint ratings_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint ratings_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint ratings_stars_check CHECK (((stars >= 1) AND (stars <= 5)))
);
CREATE INDEX low_ratings_open ON public.ratings USING btree (created_at) WHERE ((stars <= 2) AND (handled_at IS NULL));
CREATE INDEX ratings_by_crawl ON public.ratings USING btree (crawl_id, created_at DESC);
CREATE INDEX ratings_by_time ON public.ratings USING btree (created_at DESC, id DESC);
CREATE INDEX ratings_published ON public.ratings USING btree (language, created_at DESC) WHERE published;

create table "receipt_counters" (
  site_tag text not null,
  test boolean not null,
  last_folio integer not null,
  constraint receipt_counters_pkey PRIMARY KEY (site_tag, test),
  constraint receipt_counters_last_folio_check CHECK ((last_folio > 0))
);

create table "receipts" (
  id uuid not null default gen_random_uuid(),
  purchase_id uuid not null,
  payment_id uuid not null,
  site_tag text not null,
  test boolean not null,
  folio integer not null,
  issued_at timestamp with time zone not null,
  language text not null,
  currency text not null,
  amount integer not null,
  tax_percent integer not null,
  tax_amount integer not null,
  pesos_amount integer not null,
  provider text not null,
  method text not null,
  seller jsonb not null,
  lines jsonb not null,
  constraint receipts_pkey PRIMARY KEY (id),
  constraint receipts_amount_check CHECK ((amount > 0)),
  constraint receipts_check CHECK (((tax_amount >= 0) AND (tax_amount <= amount))),
  constraint receipts_currency_fkey FOREIGN KEY (currency) REFERENCES currency_rates(currency),
  constraint receipts_folio_check CHECK ((folio > 0)),
  constraint receipts_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint receipts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint receipts_payment_id_key UNIQUE (payment_id),
  constraint receipts_pesos_amount_check CHECK ((pesos_amount >= 0)),
  constraint receipts_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases(id),
  constraint receipts_site_tag_test_folio_key UNIQUE (site_tag, test, folio),
  constraint receipts_tax_percent_check CHECK (((tax_percent >= 0) AND (tax_percent <= 99)))
);
CREATE INDEX receipts_by_purchase ON public.receipts USING btree (purchase_id, issued_at);
CREATE INDEX receipts_by_time ON public.receipts USING btree (issued_at, id);

create table "reconciliation_differences" (
  id uuid not null default uuidv7(),
  run_id uuid not null,
  kind text not null,
  external_id text,
  payment_id uuid,
  refund_id uuid,
  our_amount integer,
  our_currency text,
  their_amount integer,
  their_currency text,
  mended boolean not null,
  constraint reconciliation_differences_pkey PRIMARY KEY (id),
  constraint reconciliation_differences_kind_check CHECK ((kind = ANY (ARRAY['charge_unknown'::text, 'charge_missing'::text, 'charge_differs'::text, 'payment_open'::text, 'refund_unknown'::text, 'refund_missing'::text, 'refund_differs'::text]))),
  constraint reconciliation_differences_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint reconciliation_differences_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  constraint reconciliation_differences_run_id_fkey FOREIGN KEY (run_id) REFERENCES reconciliation_runs(id)
);
CREATE INDEX reconciliation_differences_by_run ON public.reconciliation_differences USING btree (run_id);

create table "reconciliation_runs" (
  id uuid not null default uuidv7(),
  provider text not null,
  day date not null,
  ran_at timestamp with time zone not null,
  movements integer not null,
  looked_at timestamp with time zone,
  constraint reconciliation_runs_pkey PRIMARY KEY (id),
  constraint reconciliation_runs_movements_check CHECK ((movements >= 0)),
  constraint reconciliation_runs_provider_day_key UNIQUE (provider, day)
);
CREATE INDEX reconciliation_runs_by_day ON public.reconciliation_runs USING btree (day);

create table "refunds" (
  id uuid not null default uuidv7(),
  payment_id uuid not null,
  purchase_id uuid not null,
  amount integer not null,
  currency text not null,
  reason text not null,
  status text not null default 'requested'::text,
  idempotency_key text not null,
  external_id text,
  attempts integer not null default 0,
  last_error text,
  due_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  source text not null default 'ours'::text,
  waits text,
  first_asked_at timestamp with time zone,
  taken_back integer not null default 0,
  note text,
  succeeded_at timestamp with time zone,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_amount_check CHECK ((amount > 0)),
  constraint refunds_idempotency_key_key UNIQUE (idempotency_key),
  constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint refunds_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases(id),
  constraint refunds_source_check CHECK ((source = ANY (ARRAY['ours'::text, 'external'::text]))),
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'submitted'::text, 'succeeded'::text, 'failed'::text, 'manual'::text, 'dropped'::text, 'credited'::text]))),
  constraint refunds_taken_back_check CHECK ((taken_back >= 0)),
  constraint refunds_waits_check CHECK ((waits = ANY (ARRAY['balance'::text, 'dispute'::text])))
);
CREATE UNIQUE INDEX refunds_by_external_id ON public.refunds USING btree (payment_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX refunds_by_payment ON public.refunds USING btree (payment_id);
CREATE INDEX refunds_by_purchase ON public.refunds USING btree (purchase_id);
CREATE INDEX refunds_by_success ON public.refunds USING btree (succeeded_at, id) WHERE (status = 'succeeded'::text);
CREATE INDEX refunds_by_time ON public.refunds USING btree (created_at DESC, id DESC);
CREATE INDEX refunds_not_done ON public.refunds USING btree (purchase_id) WHERE (status = ANY (ARRAY['failed'::text, 'manual'::text]));
CREATE INDEX refunds_to_decide ON public.refunds USING btree (created_at) WHERE (status = 'manual'::text);
CREATE INDEX refunds_undone ON public.refunds USING btree (created_at) WHERE (status = ANY (ARRAY['requested'::text, 'submitted'::text, 'failed'::text, 'manual'::text]));

create table "refused_sales" (
  sale_id uuid not null,
  device_id uuid,
  user_id uuid,
  departure_id uuid,
  people integer,
  amount bigint,
  currency text,
  sold_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  reason text not null,
  settled_at timestamp with time zone,
  settled_by uuid,
  way text not null default 'cash'::text,
  reference text not null default ''::text,
  constraint refused_sales_pkey PRIMARY KEY (sale_id),
  constraint refused_sales_amount_check CHECK ((amount > 0)),
  constraint refused_sales_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES scheduled_crawls(id) ON DELETE SET NULL,
  constraint refused_sales_device_id_fkey FOREIGN KEY (device_id) REFERENCES door_devices(id) ON DELETE SET NULL,
  constraint refused_sales_people_check CHECK ((people > 0)),
  constraint refused_sales_reason_check CHECK ((reason <> ''::text)),
  constraint refused_sales_reference_check CHECK ((length(reference) <= 60)),
  constraint refused_sales_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint refused_sales_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint refused_sales_way_check CHECK ((way = ANY (ARRAY['cash'::text, 'terminal'::text, 'transfer'::text])))
);
CREATE INDEX refused_sales_by_departure ON public.refused_sales USING btree (departure_id);
CREATE INDEX refused_sales_by_device ON public.refused_sales USING btree (device_id);
CREATE INDEX refused_sales_by_settler ON public.refused_sales USING btree (settled_by) WHERE (settled_by IS NOT NULL);
CREATE INDEX refused_sales_by_user ON public.refused_sales USING btree (user_id);
CREATE INDEX refused_sales_open ON public.refused_sales USING btree (received_at) WHERE (settled_at IS NULL);

create table "resales" (
  id uuid not null default uuidv7(),
  booking_id uuid not null,
  uuid uuid not null,
  partner_id uuid not null,
  key_id uuid not null,
  request_hash text not null,
  reseller_reference text,
  notes text,
  contact jsonb not null,
  people jsonb not null,
  wish jsonb,
  rule jsonb,
  cancel_note text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint resales_pkey PRIMARY KEY (id),
  constraint resales_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  constraint resales_booking_id_key UNIQUE (booking_id),
  constraint resales_cancel_note_check CHECK ((length(cancel_note) <= 500)),
  constraint resales_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id),
  constraint resales_notes_check CHECK ((length(notes) <= 1000)),
  constraint resales_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint resales_reseller_reference_check CHECK ((length(reseller_reference) <= 200)),
  constraint resales_uuid_key UNIQUE (partner_id, uuid)
);
CREATE INDEX resales_by_partner ON public.resales USING btree (partner_id, id);
CREATE INDEX resales_by_reference ON public.resales USING btree (partner_id, reseller_reference) WHERE (reseller_reference IS NOT NULL);

create table "sandbox_events" (
  id text not null,
  session_id text not null,
  type text not null,
  body text not null,
  attempts integer not null default 0,
  delivered_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint sandbox_events_pkey PRIMARY KEY (id),
  constraint sandbox_events_session_id_fkey FOREIGN KEY (session_id) REFERENCES sandbox_sessions(id)
);

create table "sandbox_refunds" (
  id text not null,
  session_id text not null,
  idempotency_key text not null,
  amount integer not null,
  currency text not null,
  state text not null,
  created_at timestamp with time zone not null default now(),
  constraint sandbox_refunds_pkey PRIMARY KEY (id),
  constraint sandbox_refunds_amount_check CHECK ((amount > 0)),
  constraint sandbox_refunds_idempotency_key_key UNIQUE (idempotency_key),
  constraint sandbox_refunds_session_id_fkey FOREIGN KEY (session_id) REFERENCES sandbox_sessions(id),
  constraint sandbox_refunds_state_check CHECK ((state = ANY (ARRAY['submitted'::text, 'succeeded'::text, 'failed'::text])))
);
CREATE INDEX sandbox_refunds_by_session ON public.sandbox_refunds USING btree (session_id);

create table "sandbox_sessions" (
  id text not null,
  idempotency_key text not null,
  state text not null default 'open'::text,
  method text not null,
  client_reference text not null,
  amount integer not null,
  currency text not null,
  charged_amount integer,
  failure_reason text,
  description text not null,
  customer_email text not null,
  language text not null,
  success_url text not null,
  cancel_url text not null,
  refunds_fail boolean not null default false,
  disputed boolean not null default false,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  paid_at timestamp with time zone,
  voucher_until timestamp with time zone,
  constraint sandbox_sessions_pkey PRIMARY KEY (id),
  constraint sandbox_sessions_amount_check CHECK ((amount > 0)),
  constraint sandbox_sessions_check CHECK (((state <> 'paid'::text) OR (charged_amount IS NOT NULL))),
  constraint sandbox_sessions_idempotency_key_key UNIQUE (idempotency_key),
  constraint sandbox_sessions_method_check CHECK ((method = ANY (ARRAY['card'::text, 'apple_pay'::text, 'google_pay'::text, 'paypal'::text, 'oxxo'::text, 'spei'::text]))),
  constraint sandbox_sessions_state_check CHECK ((state = ANY (ARRAY['open'::text, 'pending'::text, 'paid'::text, 'failed'::text, 'cancelled'::text, 'expired'::text])))
);

create table "saved_replies" (
  id uuid not null,
  name text not null,
  text_en text not null default ''::text,
  text_es text not null default ''::text,
  saved_at timestamp with time zone not null,
  saved_by uuid,
  constraint saved_replies_pkey PRIMARY KEY (id),
  constraint saved_replies_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint saved_replies_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint saved_replies_text_en_check CHECK ((length(text_en) <= 4000)),
  constraint saved_replies_text_es_check CHECK ((length(text_es) <= 4000)),
  constraint says_something CHECK (((text_en <> ''::text) OR (text_es <> ''::text)))
);
CREATE UNIQUE INDEX saved_replies_by_name ON public.saved_replies USING btree (lower(name));
CREATE INDEX saved_replies_by_saver ON public.saved_replies USING btree (saved_by);

create table "saved_views" (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  name text not null,
  query text not null,
  created_at timestamp with time zone not null,
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 40))),
  constraint saved_views_query_check CHECK ((length(query) <= 1000)),
  constraint saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX saved_views_by_name ON public.saved_views USING btree (user_id, lower(name));

create table "scheduled_crawls" (
  id uuid not null default uuidv7(),
  crawl_id uuid not null,
  date date not null,
  start_time text not null,
  end_time text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  sales_close_at timestamp with time zone not null,
  total_spots integer not null,
  available_spots integer not null,
  overbooked_spots integer not null default 0,
  late_tolerance integer not null default 1,
  status text not null default 'scheduled'::text,
  recurrence_type text,
  recurrence_occurrences integer,
  series_id uuid,
  price integer,
  sale_price integer,
  hide_total_spots boolean not null default false,
  bookings_disabled boolean not null default false,
  early_bird_sale boolean not null default false,
  external_booking_link text,
  created_at timestamp with time zone not null default now(),
  prices jsonb not null default '{}'::jsonb,
  sale_prices jsonb not null default '{}'::jsonb,
  version integer not null default 1,
  is_private boolean not null default false,
  constraint scheduled_crawls_pkey PRIMARY KEY (id),
  constraint available_within_total CHECK (((available_spots >= 0) AND (available_spots <= total_spots))),
  constraint overbooked_only_when_full CHECK (((overbooked_spots = 0) OR (available_spots = 0))),
  constraint scheduled_crawls_check CHECK ((ends_at > starts_at)),
  constraint scheduled_crawls_check1 CHECK ((sales_close_at <= starts_at)),
  constraint scheduled_crawls_crawl_id_fkey FOREIGN KEY (crawl_id) REFERENCES pub_crawls(id),
  constraint scheduled_crawls_end_time_check CHECK ((end_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint scheduled_crawls_external_booking_link_check CHECK ((external_booking_link ~ '^https?://'::text)),
  constraint scheduled_crawls_late_tolerance_check CHECK ((late_tolerance >= 0)),
  constraint scheduled_crawls_overbooked_spots_check CHECK ((overbooked_spots >= 0)),
  constraint scheduled_crawls_price_check CHECK ((price >= 0)),
  constraint scheduled_crawls_prices_check CHECK (are_prices(prices)),
  constraint scheduled_crawls_recurrence_type_check CHECK ((recurrence_type = ANY (ARRAY['daily'::text, 'weekly'::text, 'monthly'::text]))),
  constraint scheduled_crawls_sale_price_check CHECK ((sale_price >= 0)),
  constraint scheduled_crawls_sale_prices_check CHECK (are_prices(sale_prices)),
  constraint scheduled_crawls_start_time_check CHECK ((start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint scheduled_crawls_status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'cancelled'::text]))),
  constraint scheduled_crawls_total_spots_check CHECK ((total_spots >= 0))
);
CREATE UNIQUE INDEX one_scheduled_crawl_a_date ON public.scheduled_crawls USING btree (crawl_id, date) WHERE ((status = 'scheduled'::text) AND (NOT is_private));
CREATE INDEX scheduled_crawls_by_any_date ON public.scheduled_crawls USING btree (date);
CREATE INDEX scheduled_crawls_by_crawl ON public.scheduled_crawls USING btree (crawl_id, ends_at) WHERE (status = 'scheduled'::text);
CREATE INDEX scheduled_crawls_by_date ON public.scheduled_crawls USING btree (date, crawl_id) WHERE (status = 'scheduled'::text);
CREATE INDEX scheduled_crawls_by_series ON public.scheduled_crawls USING btree (series_id, date) WHERE (series_id IS NOT NULL);
CREATE INDEX scheduled_crawls_by_start ON public.scheduled_crawls USING btree (starts_at);

create table "secrets" (
  name text not null,
  value text not null,
  created_at timestamp with time zone not null default now(),
  constraint secrets_pkey PRIMARY KEY (name)
);

create table "session" (
  id uuid not null default gen_random_uuid(),
  expires_at timestamp with time zone not null,
  token text not null,
  created_at timestamp with time zone not null default CURRENT_TIMESTAMP,
  updated_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  user_id uuid not null,
  impersonated_by text,
  second_factor_at timestamp with time zone,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_token_key UNIQUE (token),
  constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX session_user_id_idx ON public.session USING btree (user_id);

create table "shifts" (
  id uuid not null default gen_random_uuid(),
  departure_id uuid not null,
  user_id uuid,
  part text not null,
  state text not null,
  request_id uuid not null,
  note text not null default ''::text,
  times_asked integer not null default 0,
  asked_at timestamp with time zone,
  reminded_at timestamp with time zone,
  answered_at timestamp with time zone,
  pay_amount integer,
  pay_currency text,
  paid_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint shifts_pkey PRIMARY KEY (id),
  constraint shifts_asked CHECK (((state <> 'asked'::text) OR (asked_at IS NOT NULL))),
  constraint shifts_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES scheduled_crawls(id),
  constraint shifts_note_check CHECK ((length(note) <= 500)),
  constraint shifts_part_check CHECK ((part = ANY (ARRAY['guide'::text, 'backup'::text]))),
  constraint shifts_pay CHECK (((pay_amount IS NULL) = (pay_currency IS NULL))),
  constraint shifts_pay_amount_check CHECK ((pay_amount > 0)),
  constraint shifts_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text]))),
  constraint shifts_times_asked_check CHECK ((times_asked >= 0)),
  constraint shifts_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX one_live_shift_a_night ON public.shifts USING btree (departure_id, user_id) WHERE (state = ANY (ARRAY['asked'::text, 'accepted'::text]));
CREATE INDEX shifts_by_request ON public.shifts USING btree (request_id);
CREATE INDEX shifts_by_user ON public.shifts USING btree (user_id);
CREATE INDEX shifts_unanswered ON public.shifts USING btree (asked_at) WHERE (state = 'asked'::text);

create table "sign_in_tries" (
  key text not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  next_at timestamp with time zone not null,
  constraint sign_in_tries_pkey PRIMARY KEY (key)
);

create table "staff_invitations" (
  id uuid not null default uuidv7(),
  email text not null,
  role text not null,
  language text not null,
  token_hash text not null,
  invited_by uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  accepted_by uuid,
  revoked_at timestamp with time zone,
  city_ids text[],
  constraint staff_invitations_pkey PRIMARY KEY (id),
  constraint staff_invitations_check CHECK (((accepted_at IS NULL) OR (revoked_at IS NULL))),
  constraint staff_invitations_email_check CHECK ((email = lower(email))),
  constraint staff_invitations_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint staff_invitations_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'manager'::text, 'support'::text, 'marketing'::text, 'bookkeeper'::text, 'guide'::text]))),
  constraint staff_invitations_token_hash_key UNIQUE (token_hash)
);
CREATE UNIQUE INDEX open_invitations ON public.staff_invitations USING btree (email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));

create table "statement_questions" (
  id uuid not null default uuidv7(),
  statement_id uuid not null,
  booking_id uuid not null,
  question text not null,
  asked_at timestamp with time zone not null,
  answer text,
  answered_at timestamp with time zone,
  answered_by uuid,
  constraint statement_questions_pkey PRIMARY KEY (id),
  constraint answered_when_it_was CHECK (((answer IS NULL) = (answered_at IS NULL))),
  constraint statement_questions_answer_check CHECK (((length(answer) >= 1) AND (length(answer) <= 500))),
  constraint statement_questions_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint statement_questions_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  constraint statement_questions_question_check CHECK (((length(question) >= 1) AND (length(question) <= 500))),
  constraint statement_questions_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES partner_statements(id)
);
CREATE UNIQUE INDEX one_open_question ON public.statement_questions USING btree (statement_id, booking_id) WHERE (answered_at IS NULL);
CREATE INDEX open_questions ON public.statement_questions USING btree (asked_at) WHERE (answered_at IS NULL);
CREATE INDEX questions_by_statement ON public.statement_questions USING btree (statement_id);

create table "stop_steps" (
  id uuid not null,
  number bigint not null generated always as identity,
  departure_id uuid not null,
  stop_id uuid not null,
  kind text not null,
  user_id uuid,
  device_at timestamp with time zone,
  at timestamp with time zone not null,
  constraint stop_steps_pkey PRIMARY KEY (id),
  constraint stop_steps_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES scheduled_crawls(id) ON DELETE CASCADE,
  constraint stop_steps_kind_check CHECK ((kind = ANY (ARRAY['arrived'::text, 'undone'::text]))),
  constraint stop_steps_stop_id_fkey FOREIGN KEY (stop_id) REFERENCES departure_stops(id) ON DELETE CASCADE,
  constraint stop_steps_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE INDEX stop_steps_by_departure ON public.stop_steps USING btree (departure_id, number);
CREATE INDEX stop_steps_by_user ON public.stop_steps USING btree (user_id) WHERE (user_id IS NOT NULL);

create table "tags" (
  id uuid not null default gen_random_uuid(),
  name text not null,
  folded text not null generated always as (searchable(name)) stored,
  constraint tags_pkey PRIMARY KEY (id),
  constraint tags_folded_key UNIQUE (folded),
  constraint tags_name_check CHECK ((((char_length(name) >= 1) AND (char_length(name) <= 30)) AND (name = btrim(name))))
);

create table "test_resales" (
  id uuid not null default uuidv7(),
  uuid uuid not null,
  partner_id uuid not null,
  key_id uuid not null,
  request_hash text not null,
  reference text not null,
  reseller_reference text,
  notes text,
  contact jsonb not null,
  people jsonb not null,
  rule jsonb,
  cancel_note text,
  departure_id uuid not null,
  crawl_id uuid not null,
  language text not null,
  unit_price integer not null,
  total integer not null,
  hold_expires_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  refund text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint test_resales_pkey PRIMARY KEY (id),
  constraint test_resales_cancel_note_check CHECK ((length(cancel_note) <= 500)),
  constraint test_resales_crawl_id_fkey FOREIGN KEY (crawl_id) REFERENCES pub_crawls(id) ON DELETE CASCADE,
  constraint test_resales_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES scheduled_crawls(id) ON DELETE CASCADE,
  constraint test_resales_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id),
  constraint test_resales_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint test_resales_notes_check CHECK ((length(notes) <= 1000)),
  constraint test_resales_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint test_resales_refund_check CHECK ((refund = ANY (ARRAY['full'::text, 'partial'::text, 'none'::text]))),
  constraint test_resales_reseller_reference_check CHECK ((length(reseller_reference) <= 200)),
  constraint test_resales_uuid_key UNIQUE (partner_id, uuid)
);
CREATE INDEX test_resales_by_age ON public.test_resales USING btree (updated_at);

create table "ticket_keys" (
  id text not null,
  public_key text not null,
  private_key text not null,
  created_at timestamp with time zone not null default now(),
  retired_at timestamp with time zone,
  constraint ticket_keys_pkey PRIMARY KEY (id)
);

create table "tickets" (
  id uuid not null default uuidv7(),
  booking_id uuid not null,
  position integer not null,
  guest_name text not null default ''::text,
  code text not null,
  status text not null default 'valid'::text,
  created_at timestamp with time zone not null default now(),
  constraint tickets_pkey PRIMARY KEY (id),
  constraint tickets_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  constraint tickets_booking_id_position_key UNIQUE (booking_id, "position"),
  constraint tickets_code_key UNIQUE (code),
  constraint tickets_position_check CHECK (("position" >= 1)),
  constraint tickets_status_check CHECK ((status = ANY (ARRAY['valid'::text, 'void'::text])))
);

create table "till_counts" (
  till_id uuid not null,
  round integer not null,
  currency text not null,
  expected integer not null,
  counted integer not null,
  reason text not null default ''::text,
  at timestamp with time zone not null,
  way text not null default 'cash'::text,
  constraint till_counts_pkey PRIMARY KEY (till_id, round, way, currency),
  constraint difference_has_its_reason CHECK (((expected = counted) OR (reason <> ''::text))),
  constraint till_counts_counted_check CHECK ((counted >= 0)),
  constraint till_counts_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint till_counts_reason_check CHECK ((length(reason) <= 200)),
  constraint till_counts_round_check CHECK ((round >= 1)),
  constraint till_counts_till_id_fkey FOREIGN KEY (till_id) REFERENCES tills(id) ON DELETE RESTRICT,
  constraint till_counts_way_check CHECK ((way = ANY (ARRAY['cash'::text, 'terminal'::text])))
);
CREATE INDEX till_differences ON public.till_counts USING btree (till_id) WHERE (expected <> counted);

create table "till_lines" (
  id uuid not null default uuidv7(),
  till_id uuid not null,
  kind text not null,
  currency text not null,
  amount integer not null,
  due integer,
  payment_id uuid,
  refund_id uuid,
  reason text not null default ''::text,
  at timestamp with time zone not null,
  way text not null default 'cash'::text,
  constraint till_lines_pkey PRIMARY KEY (id),
  constraint due_of_what_became_coins CHECK (((kind = ANY (ARRAY['taking'::text, 'refund'::text])) = (due IS NOT NULL))),
  constraint payout_has_its_reason CHECK (((kind <> 'payout'::text) OR (reason <> ''::text))),
  constraint refund_has_its_own CHECK (((kind = 'refund'::text) = (refund_id IS NOT NULL))),
  constraint taking_has_its_payment CHECK (((kind = 'taking'::text) = (payment_id IS NOT NULL))),
  constraint till_lines_amount_check CHECK ((amount > 0)),
  constraint till_lines_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint till_lines_due_check CHECK ((due > 0)),
  constraint till_lines_kind_check CHECK ((kind = ANY (ARRAY['float'::text, 'taking'::text, 'refund'::text, 'payout'::text]))),
  constraint till_lines_only_cash_begins_or_pays_out CHECK (((way = 'cash'::text) OR (kind = ANY (ARRAY['taking'::text, 'refund'::text])))),
  constraint till_lines_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint till_lines_payment_id_key UNIQUE (payment_id),
  constraint till_lines_reason_check CHECK ((length(reason) <= 200)),
  constraint till_lines_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  constraint till_lines_refund_id_key UNIQUE (refund_id),
  constraint till_lines_till_id_fkey FOREIGN KEY (till_id) REFERENCES tills(id) ON DELETE RESTRICT,
  constraint till_lines_way_check CHECK ((way = ANY (ARRAY['cash'::text, 'terminal'::text, 'transfer'::text])))
);
CREATE UNIQUE INDEX one_float ON public.till_lines USING btree (till_id, currency) WHERE (kind = 'float'::text);
CREATE INDEX till_lines_by_till ON public.till_lines USING btree (till_id);

create table "tills" (
  id uuid not null,
  user_id uuid,
  city_id text not null,
  night date not null,
  test boolean not null,
  state text not null default 'open'::text,
  round integer not null default 1,
  opened_at timestamp with time zone not null,
  counted_at timestamp with time zone,
  counter_id uuid,
  taker_id uuid,
  closed_at timestamp with time zone,
  looked_at timestamp with time zone,
  looked_by uuid,
  closed_alone text,
  constraint tills_pkey PRIMARY KEY (id),
  constraint closed_alone_has_its_reason CHECK (((closed_alone IS NULL) OR ((state = 'closed'::text) AND (taker_id IS NULL) AND ((length(closed_alone) >= 1) AND (length(closed_alone) <= 200))))),
  constraint closed_when_it_was CHECK (((state = 'closed'::text) = (closed_at IS NOT NULL))),
  constraint counted_when_it_was CHECK (((state = 'open'::text) = (counted_at IS NULL))),
  constraint nobody_takes_over_their_own CHECK ((taker_id <> user_id)),
  constraint nobody_takes_over_what_they_counted CHECK ((taker_id <> counter_id)),
  constraint tills_city_id_fkey FOREIGN KEY (city_id) REFERENCES cities(id),
  constraint tills_counter_id_fkey FOREIGN KEY (counter_id) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint tills_looked_by_fkey FOREIGN KEY (looked_by) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint tills_round_check CHECK ((round >= 1)),
  constraint tills_state_check CHECK ((state = ANY (ARRAY['open'::text, 'counted'::text, 'closed'::text]))),
  constraint tills_taker_id_fkey FOREIGN KEY (taker_id) REFERENCES "user"(id) ON DELETE SET NULL,
  constraint tills_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX one_till_at_a_time ON public.tills USING btree (user_id) WHERE (state <> 'closed'::text);
CREATE INDEX tills_by_night ON public.tills USING btree (night, city_id);
CREATE INDEX tills_not_closed ON public.tills USING btree (night) WHERE (state <> 'closed'::text);

create table "two_factor" (
  id uuid not null default gen_random_uuid(),
  secret text not null,
  backup_codes text not null,
  user_id uuid not null,
  verified boolean,
  failed_verification_count integer,
  locked_until timestamp with time zone,
  constraint two_factor_pkey PRIMARY KEY (id),
  constraint two_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX two_factor_secret_idx ON public.two_factor USING btree (secret);
CREATE INDEX two_factor_user_id_idx ON public.two_factor USING btree (user_id);

create table "unpaid_places" (
  identity text not null,
  bookings uuid[] not null,
  people integer not null,
  updated_at timestamp with time zone not null,
  live integer not null default 0,
  constraint unpaid_places_pkey PRIMARY KEY (identity)
);

create table "user" (
  id uuid not null default gen_random_uuid(),
  name text not null,
  email text not null,
  email_verified boolean not null,
  image text,
  created_at timestamp with time zone not null default CURRENT_TIMESTAMP,
  updated_at timestamp with time zone not null default CURRENT_TIMESTAMP,
  role text,
  banned boolean,
  ban_reason text,
  ban_expires timestamp with time zone,
  two_factor_enabled boolean,
  city_ids text[],
  constraint user_pkey PRIMARY KEY (id),
  constraint user_email_key UNIQUE (email)
);
CREATE INDEX users_by_role ON public."user" USING btree (role) WHERE (role IS NOT NULL);

create table "verification" (
  id uuid not null default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default CURRENT_TIMESTAMP,
  updated_at timestamp with time zone not null default CURRENT_TIMESTAMP,
  constraint verification_pkey PRIMARY KEY (id)
);
CREATE INDEX verification_identifier_idx ON public.verification USING btree (identifier);

create table "visit_months" (
  month date not null,
  kind text not null,
  code text not null,
  qr_code_id text,
  visits integer not null,
  constraint visit_months_kind_check CHECK ((kind = ANY (ARRAY['link'::text, 'qr'::text]))),
  constraint visit_months_month_kind_code_qr_code_id_key UNIQUE NULLS NOT DISTINCT (month, kind, code, qr_code_id)
);

create table "visits_counted" (
  only_row boolean not null default true,
  until date not null,
  constraint visits_counted_pkey PRIMARY KEY (only_row),
  constraint visits_counted_only_row_check CHECK (only_row)
);

create table "voucher_uses" (
  id uuid not null,
  ticket_id uuid not null,
  stop_id uuid not null,
  departure_id uuid not null,
  bar_id uuid not null,
  slot integer not null,
  price integer,
  currency text not null,
  checked_in boolean not null,
  at timestamp with time zone not null,
  undone_at timestamp with time zone,
  constraint voucher_uses_pkey PRIMARY KEY (id),
  constraint voucher_uses_bar_id_fkey FOREIGN KEY (bar_id) REFERENCES bars(id),
  constraint voucher_uses_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES scheduled_crawls(id),
  constraint voucher_uses_slot_check CHECK (((slot >= 1) AND (slot <= 10))),
  constraint voucher_uses_stop_id_fkey FOREIGN KEY (stop_id) REFERENCES departure_stops(id),
  constraint voucher_uses_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id)
);
CREATE INDEX voucher_uses_by_bar ON public.voucher_uses USING btree (bar_id, at);
CREATE UNIQUE INDEX voucher_uses_once ON public.voucher_uses USING btree (ticket_id, stop_id, slot) WHERE (undone_at IS NULL);

create table "waiting_entries" (
  id uuid not null default uuidv7(),
  departure_id uuid not null,
  state text not null default 'waiting'::text,
  people integer not null,
  first_name text not null,
  email text not null,
  language text not null,
  site_tag text not null,
  currency text not null,
  unit_price integer not null,
  terms_version uuid,
  privacy_version uuid,
  test boolean not null,
  asked_at timestamp with time zone not null,
  offered_at timestamp with time zone,
  told_at timestamp with time zone,
  ended_at timestamp with time zone,
  booking_id uuid,
  constraint waiting_entries_pkey PRIMARY KEY (id),
  constraint waiting_entries_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  constraint waiting_entries_booking_id_key UNIQUE (booking_id),
  constraint waiting_entries_currency_fkey FOREIGN KEY (currency) REFERENCES currency_rates(currency),
  constraint waiting_entries_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES scheduled_crawls(id) ON DELETE CASCADE,
  constraint waiting_entries_ended CHECK (((ended_at IS NULL) = (state = ANY (ARRAY['waiting'::text, 'offered'::text])))),
  constraint waiting_entries_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint waiting_entries_offered CHECK (((state <> ALL (ARRAY['offered'::text, 'booked'::text])) OR (booking_id IS NOT NULL))),
  constraint waiting_entries_people_check CHECK (((people >= 1) AND (people <= 100))),
  constraint waiting_entries_privacy_version_fkey FOREIGN KEY (privacy_version) REFERENCES content_versions(id),
  constraint waiting_entries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'offered'::text, 'booked'::text, 'declined'::text, 'lapsed'::text, 'left'::text, 'removed'::text, 'closed'::text]))),
  constraint waiting_entries_terms_version_fkey FOREIGN KEY (terms_version) REFERENCES content_versions(id),
  constraint waiting_entries_unit_price_check CHECK ((unit_price >= 0))
);
CREATE INDEX waiting_entries_by_departure ON public.waiting_entries USING btree (departure_id);
CREATE INDEX waiting_entries_by_email ON public.waiting_entries USING btree (lower(email));
CREATE INDEX waiting_entries_by_privacy ON public.waiting_entries USING btree (privacy_version);
CREATE INDEX waiting_entries_by_terms ON public.waiting_entries USING btree (terms_version);
CREATE INDEX waiting_entries_in_turn ON public.waiting_entries USING btree (departure_id, asked_at, id) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX waiting_entries_once ON public.waiting_entries USING btree (departure_id, lower(email), test) WHERE (state = ANY (ARRAY['waiting'::text, 'offered'::text]));
CREATE INDEX waiting_entries_to_tell ON public.waiting_entries USING btree (id) WHERE ((state = 'offered'::text) AND (told_at IS NULL));

create table "wallet_passes" (
  ticket_id uuid not null,
  wallet text not null,
  device text not null default ''::text,
  push_token text,
  language text,
  created_at timestamp with time zone not null default now(),
  changed_at timestamp with time zone not null,
  told_at timestamp with time zone not null,
  constraint wallet_passes_pkey PRIMARY KEY (ticket_id, wallet, device),
  constraint wallet_passes_check CHECK (((wallet = 'apple'::text) = (push_token IS NOT NULL))),
  constraint wallet_passes_check1 CHECK (((wallet = 'google'::text) = (language IS NOT NULL))),
  constraint wallet_passes_device_check CHECK ((length(device) <= 200)),
  constraint wallet_passes_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint wallet_passes_push_token_check CHECK ((length(push_token) <= 200)),
  constraint wallet_passes_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  constraint wallet_passes_wallet_check CHECK ((wallet = ANY (ARRAY['apple'::text, 'google'::text])))
);
CREATE INDEX wallet_passes_by_device ON public.wallet_passes USING btree (device, changed_at) WHERE (wallet = 'apple'::text);
CREATE INDEX wallet_passes_due ON public.wallet_passes USING btree (changed_at) WHERE (changed_at > told_at);

create table "webhook_crawls" (
  crawl_id uuid not null,
  state text not null,
  constraint webhook_crawls_pkey PRIMARY KEY (crawl_id),
  constraint webhook_crawls_crawl_id_fkey FOREIGN KEY (crawl_id) REFERENCES pub_crawls(id) ON DELETE CASCADE
);

create table "webhook_deliveries" (
  event_n bigint not null,
  endpoint_id uuid not null,
  subject uuid not null,
  state text not null default 'queued'::text,
  attempts integer not null default 0,
  next_at timestamp with time zone not null,
  first_at timestamp with time zone,
  last_at timestamp with time zone,
  status integer,
  error text,
  milliseconds integer,
  constraint webhook_deliveries_pkey PRIMARY KEY (endpoint_id, event_n),
  constraint webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_deliveries_error_check CHECK ((length(error) <= 200)),
  constraint webhook_deliveries_event_n_fkey FOREIGN KEY (event_n) REFERENCES webhook_events(n) ON DELETE CASCADE,
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'delivered'::text, 'dead'::text])))
);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (endpoint_id, next_at, event_n) WHERE (state = 'queued'::text);
CREATE INDEX webhook_deliveries_event ON public.webhook_deliveries USING btree (event_n);
CREATE INDEX webhook_deliveries_of_subject ON public.webhook_deliveries USING btree (endpoint_id, subject, event_n) WHERE (state = 'queued'::text);

create table "webhook_endpoints" (
  id uuid not null,
  url text not null,
  description text not null default ''::text,
  types text[] not null,
  partner_id uuid,
  cities text[],
  is_active boolean not null default true,
  gone_at timestamp with time zone,
  secret_version integer not null default 1,
  old_secret_until timestamp with time zone,
  failing_since timestamp with time zone,
  paused_until timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  key_id uuid,
  headers text,
  is_trial boolean not null default false,
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_cities_check CHECK (((cardinality(cities) >= 1) AND (cardinality(cities) <= 200))),
  constraint webhook_endpoints_description_check CHECK ((length(description) <= 120)),
  constraint webhook_endpoints_headers_check CHECK ((length(headers) <= 20000)),
  constraint webhook_endpoints_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id),
  constraint webhook_endpoints_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint webhook_endpoints_secret_version_check CHECK ((secret_version >= 1)),
  constraint webhook_endpoints_types_check CHECK (((cardinality(types) >= 1) AND (cardinality(types) <= 20))),
  constraint webhook_endpoints_url_check CHECK (((length(url) >= 8) AND (length(url) <= 500)))
);
CREATE INDEX webhook_endpoints_key ON public.webhook_endpoints USING btree (key_id) WHERE (key_id IS NOT NULL);
CREATE INDEX webhook_endpoints_partner ON public.webhook_endpoints USING btree (partner_id) WHERE (partner_id IS NOT NULL);

create table "webhook_events" (
  n bigint not null generated always as identity,
  id text not null default ('msg_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text)),
  type text not null,
  subject uuid not null,
  detail jsonb not null default '{}'::jsonb,
  data jsonb,
  at timestamp with time zone not null,
  constraint webhook_events_pkey PRIMARY KEY (n),
  constraint webhook_events_id_key UNIQUE (id)
);
CREATE INDEX webhook_events_at ON public.webhook_events USING btree (at);
CREATE UNIQUE INDEX webhook_events_first_held ON public.webhook_events USING btree (subject) WHERE ((type = 'booking.held'::text) AND (detail = '{}'::jsonb));
CREATE INDEX webhook_events_held ON public.webhook_events USING btree (subject) WHERE (type = 'booking.held'::text);
CREATE INDEX webhook_events_waiting ON public.webhook_events USING btree (n) WHERE (data IS NULL);

create table "webhook_nights" (
  departure_id uuid not null,
  state text not null,
  constraint webhook_nights_pkey PRIMARY KEY (departure_id),
  constraint webhook_nights_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES scheduled_crawls(id) ON DELETE CASCADE
);

create table "widget_reports" (
  partner_id uuid not null,
  origin text not null,
  day date not null,
  opened integer not null default 1,
  constraint widget_reports_pkey PRIMARY KEY (partner_id, origin, day),
  constraint widget_reports_origin_check CHECK (((length(origin) >= 1) AND (length(origin) <= 200))),
  constraint widget_reports_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);

CREATE OR REPLACE FUNCTION public.are_prices(prices jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when jsonb_typeof(prices) = 'object' then not exists (
    select from jsonb_each(prices) p
    where p.key not in ('MXN', 'USD', 'EUR', 'GBP', 'CAD') or jsonb_typeof(p.value) <> 'number' or p.value::text !~ '^[0-9]{1,9}$'
  ) else false end
$function$;

CREATE OR REPLACE FUNCTION public.booking_words(first_name text, last_name text, email text, reference text, phone text, additional_names text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select findable(concat_ws(' ', first_name, last_name, email, reference,
    regexp_replace(regexp_replace(phone, ' ext\. \d+$', ''), '\D', '', 'g'), array_to_string(additional_names, ' ')))
$function$;

CREATE OR REPLACE FUNCTION public.date_refund()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status = 'succeeded' then
    new.succeeded_at := coalesce(new.succeeded_at, new.updated_at);
  else
    new.succeeded_at := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_purchase()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    delete from purchases where id = old.id;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.end_links_with_password()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform forget_sign_in_links(new.user_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.end_with_password()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from session where user_id = new.user_id;
  perform forget_grants(new.user_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.findable(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select replace(replace(replace(replace(replace(
    translate(
      lower(regexp_replace(normalize(translate(words, '´', ''), nfkd), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u200c\u200d\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]', '', 'g') collate pg_c_utf8),
      'łøđðħŧıĸςŋƙɓɗىیک‐‑‒–—―−''’‘‛ʼʻʹʾʿˈ′`＇',
      'loddhtikσnkbdييك-------'
    ), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ə', 'e')
$function$;

CREATE OR REPLACE FUNCTION public.forget_grants(account uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from verification where value = account::text;
  select forget_sign_in_links(account);
$function$;

CREATE OR REPLACE FUNCTION public.forget_sign_in_links(account uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from verification
  where starts_with(value, (select '{"email":' || to_json(lower(u.email))::text || ',' from "user" u where u.id = account));
$function$;

CREATE OR REPLACE FUNCTION public.guard_places(a_network text, a_home text, a_browser text, a_email text, a_phone text, a_domain text, a_booking uuid, a_departure uuid, a_coupon uuid, a_people integer, a_now timestamp with time zone, a_caps jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  declare
    who record;
    cap integer;
    night integer;
    most_uses integer;
    held record;
  begin
    for who in
      insert into unpaid_places (identity, bookings, people, updated_at)
        select own.kind || ':' || own.hash, array[a_booking], a_people, a_now
        from unnest(array['network', 'home', 'browser', 'email', 'phone', 'domain'],
          array[a_network, a_home, a_browser, a_email, a_phone, a_domain]) with ordinality as own (kind, hash, n)
        where own.hash is not null order by own.n
      on conflict (identity) do update set people = unpaid_places.people + excluded.people, updated_at = excluded.updated_at,
      bookings = case when excluded.bookings[1] = any(unpaid_places.bookings) then unpaid_places.bookings
        else unpaid_places.bookings || excluded.bookings end
      returning identity, split_part(identity, ':', 1) as kind, substr(identity, strpos(identity, ':') + 1) as hash, bookings, people, live
    loop
      cap := (a_caps ->> who.kind)::int;
      night := case when who.kind in ('network', 'home', 'phone') then (a_caps ->> 'night')::int end;
      -- what has no cap is only tidied up now and then
      continue when case when cap = 0 then cardinality(who.bookings) < who.live + 200
        else cardinality(who.bookings) <= 200 and a_coupon is null and who.people <= least(cap, night) end;
      most_uses := (a_caps ->> case when who.kind in ('browser', 'email') then 'uses' else 'network_uses' end)::int;
      -- a hold that has lapsed and isn't swept yet may live again
      select coalesce(sum(places) filter (where is_live), 0)::int as places,
          coalesce(sum(places) filter (where is_live and departure = a_departure), 0)::int as here,
          count(*) filter (where is_live and coupon = a_coupon)::int as uses,
          coalesce(sum(places), 0)::int as most, coalesce(array_agg(distinct id), '{}') as bookings into held
        from (
          select b.id, b.number_of_people as places, b.scheduled_crawl_id as departure, b.coupon_id as coupon, b.hold_expires_at > a_now as is_live
            from bookings b where b.id = any(who.bookings) and b.status = 'pending' and b.source = 'web'
              and who.hash = case who.kind when 'network' then b.held_network when 'home' then b.held_home when 'browser' then b.browser
                when 'email' then b.held_email when 'phone' then b.held_phone else b.held_domain end
          union all
          select b.id, w.held_people, w.to_departure_id, null, w.hold_expires_at > a_now
            from booking_changes w join bookings b on b.id = w.booking_id
            where w.booking_id = any(who.bookings) and w.status = 'pending' and b.source = 'web'
              and who.hash = case who.kind when 'network' then b.held_network when 'home' then b.held_home when 'browser' then b.browser
                when 'email' then b.held_email when 'phone' then b.held_phone else b.held_domain end
        ) kept;
      if cap > 0 and (held.places + a_people > cap or held.uses >= most_uses or held.here + a_people > night) then
        raise exception using errcode = 'RH001', message = who.kind, detail = held.places::text;
      end if;
      update unpaid_places set people = held.most + a_people, bookings = array_remove(held.bookings, a_booking) || a_booking,
          live = cardinality(held.bookings)
        where identity = who.identity;
    end loop;
    return true;
  end $function$;

CREATE OR REPLACE FUNCTION public.hold_pictures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  named text[] := array(select pictures_in(to_jsonb(new)::text));
begin
  if named = '{}' then return null; end if;
  -- shared: two who save the same picture don't wait for each other, only for whoever deletes it
  perform from pictures where name = any (named) order by name for key share;
  if exists (select from pictures where name = any (named) and purged_at is not null) then
    raise exception 'a picture of this row has been deleted for good' using
      errcode = 'foreign_key_violation', constraint = 'pictures_are_held';
  end if;
  update pictures set unused_since = null, trashed_at = null where name in (
    select name from pictures where name = any (named) and num_nonnulls(unused_since, trashed_at) > 0
    order by name for no key update
  );
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.insert_purchase()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into purchases (id, kind) values (new.id, tg_argv[0]);
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION public.keep_access_log()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '30 days' then return old; end if;
  if tg_op = 'UPDATE' and new.user_id is null and new.address is null and new.user_agent is null
    and (new.id, new.at, new.kind, new.outcome) = (old.id, old.at, old.kind, old.outcome)
    and new.subject is not distinct from old.subject then return new; end if;
  raise exception 'access_log is append-only';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_consents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '3 years' then return old; end if;
  raise exception 'consents is append-only';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_page_versions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'versions of pages are kept as they are';
end $function$;

CREATE OR REPLACE FUNCTION public.note_unpaid_booking()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
    insert into unpaid_places (identity, bookings, people, updated_at)
      select own.kind || ':' || own.hash, array[new.id], new.number_of_people, now()
      from unnest(array['network', 'home', 'browser', 'email', 'phone', 'domain'],
        array[new.held_network, new.held_home, new.browser, new.held_email, new.held_phone, new.held_domain],
        array[old.held_network, old.held_home, old.browser, old.held_email, old.held_phone, old.held_domain])
        with ordinality as own (kind, hash, was, n)
      where own.hash is not null and own.hash is distinct from own.was order by own.n
    on conflict (identity) do update set people = unpaid_places.people + excluded.people, updated_at = excluded.updated_at,
      bookings = case when excluded.bookings[1] = any(unpaid_places.bookings) then unpaid_places.bookings
        else unpaid_places.bookings || excluded.bookings end;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.note_unpaid_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
    insert into unpaid_places (identity, bookings, people, updated_at)
      select own.kind || ':' || own.hash, array[b.id], new.held_people, now()
      from bookings b, unnest(array['network', 'home', 'browser', 'email', 'phone', 'domain'],
        array[b.held_network, b.held_home, b.browser, b.held_email, b.held_phone, b.held_domain]) with ordinality as own (kind, hash, n)
      where b.id = new.booking_id and b.source = 'web' and own.hash is not null order by own.n
    on conflict (identity) do update set people = unpaid_places.people + excluded.people, updated_at = excluded.updated_at,
      bookings = case when excluded.bookings[1] = any(unpaid_places.bookings) then unpaid_places.bookings
        else unpaid_places.bookings || excluded.bookings end;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.picture_uses()
 RETURNS TABLE(name text, kind text, id text, site text, label text, label_es text)
 LANGUAGE sql
 STABLE
AS $function$
  select n, 'crawl', c.id::text, null, c.title, c.title_es
    from pub_crawls c, pictures_in(concat_ws(' ', c.image, array_to_string(c.gallery, ' '))) n
  union all select n, 'city', c.id, null, c.name, c.name_es from cities c, pictures_in(c.image) n
  union all select n, 'bar', b.id::text, null, b.name, null from bars b, pictures_in(b.picture) n
  union all select n, 'add_on', a.id::text, null, a.name, a.name_es from add_ons a, pictures_in(a.picture) n
  union all select n, 'guide', g.user_id::text, null, u.name, null
    from guide_profiles g join "user" u on u.id = g.user_id, pictures_in(g.portrait) n
  union all select n, 'gallery_image', g.id::text, g.site_tag, g.alt, g.alt_es
    from gallery_images g, pictures_in(g.image_url) n
  union all select n, 'instagram_post', i.id::text, null, left(i.caption, 60), null
    from instagram_posts i, pictures_in(i.picture) n
  union all select n, 'home_section', h.section_key, h.site_tag, null, null
    from home_page_content h, pictures_in(h.content::text) n
  union all select n, 'home_draft', d.section_key, d.site_tag, null, null
    from content_drafts d, pictures_in(d.content::text) n
  union all select n, 'home_version', v.id::text, v.site_tag, v.published_at::text, null
    from content_versions v, pictures_in(v.sections::text) n
  union all select n, 'setting', s.key, null, null, null from app_settings s, pictures_in(s.value) n
$function$;

CREATE OR REPLACE FUNCTION public.pictures_in(words text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select distinct hit[1] from regexp_matches(words, '/uploads/([0-9a-f]{32})', 'g') as hit
$function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin raise exception 'audit_log is append-only'; end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_commission()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then raise exception 'commission is only added to'; end if;
  if exists (select from partner_statements where partner_id = new.partner_id and month = new.month and test = new.test and state <> 'draft') then
    raise exception 'the statement of % is agreed', new.month;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_statement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then raise exception 'statements are kept'; end if;
  if old.state = 'draft' then return new; end if;
  if to_jsonb(new) - '{state,paid_at,paid_by,payment_reference}'::text[] is distinct from to_jsonb(old) - '{state,paid_at,paid_by,payment_reference}'::text[]
    or new.state = 'draft' or (old.state = 'paid' and to_jsonb(new) - 'paid_by' is distinct from to_jsonb(old) - 'paid_by')
  then raise exception 'statement % is agreed', old.id; end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_terms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'created_by' = to_jsonb(old) - 'created_by' and new.created_by is null then return new; end if;
  raise exception 'terms of partners are only added to';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_checkin_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- a device, a user or a guest may be deleted: then only who it was is lost, and what was written of them
  if tg_op = 'UPDATE' and to_jsonb(new) - '{device_id,user_id,reason}'::text[] = to_jsonb(old) - '{device_id,user_id,reason}'::text[]
    and (new.reason = old.reason or new.reason = '')
    and (new.device_id is null or new.device_id = old.device_id) and (new.user_id is null or new.user_id = old.user_id)
  then return new; end if;
  raise exception 'checkin_events is append-only';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_departure_of_deleted_crawl()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare deleted timestamptz;
begin
  select c.deleted_at into deleted from pub_crawls c where c.id = new.crawl_id for key share;
  if deleted is not null then
    raise exception 'crawl % is deleted', new.crawl_id
      using errcode = 'check_violation', constraint = 'departure_of_deleted_crawl';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin raise exception 'ledger_entries is append-only'; end $function$;

CREATE OR REPLACE FUNCTION public.refuse_note_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if tg_op = 'DELETE' or new.text not in ('', old.text) or coalesce(new.author_id, old.author_id) is distinct from old.author_id
    or (new.id, new.booking_id, new.at) is distinct from (old.id, old.booking_id, old.at) then
    raise exception 'booking_notes is append-only';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_receipt_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin raise exception 'receipts is append-only'; end $function$;

CREATE OR REPLACE FUNCTION public.refuse_refund_step()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if not (case old.status
    when 'requested' then new.status in ('submitted', 'succeeded', 'failed', 'manual', 'dropped', 'credited')
    when 'submitted' then new.status in ('succeeded', 'failed', 'manual')
    when 'failed' then new.status in ('submitted', 'succeeded', 'manual', 'dropped')
    when 'manual' then new.status in ('succeeded', 'failed', 'dropped')
    when 'succeeded' then new.status = 'manual'
    else false end) then
    raise exception 'refund %: % does not become %', old.id, old.status, new.status;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_stop_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- with the whole departure they may go
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
  -- whoever it was may be deleted
  if tg_op = 'UPDATE' and new.user_id is null and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id' then return new; end if;
  raise exception '% only grows', tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_till_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then raise exception 'tills are kept'; end if;
  -- an account may be deleted, and a difference looked at: the rest stays
  if old.state = 'closed' and to_jsonb(new) - '{user_id,taker_id,counter_id,looked_at,looked_by}'::text[]
      is distinct from to_jsonb(old) - '{user_id,taker_id,counter_id,looked_at,looked_by}'::text[]
    or old.state = 'closed' and (new.user_id is not null and new.user_id is distinct from old.user_id
      or new.taker_id is not null and new.taker_id is distinct from old.taker_id
      or new.counter_id is not null and new.counter_id is distinct from old.counter_id)
  then raise exception 'till % is closed', old.id; end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_till_line_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then raise exception '% is append-only', tg_table_name; end if;
  if not exists (select from tills where id = new.till_id and state = 'open') then
    raise exception 'till % is not open', new.till_id;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unbalanced_posting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from ledger_entries where posting = new.posting group by currency having sum(amount) <> 0) then
    raise exception 'posting % does not balance', new.posting;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.searchable(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select lower(regexp_replace(normalize(words, nfd), '[\u0300-\u036f]', '', 'g') collate pg_c_utf8)
$function$;

CREATE OR REPLACE FUNCTION public.table_places(departure uuid, at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
    select coalesce(sum(t.places - t.taken + (select coalesce(sum(s.people), 0) from friend_shares s join bookings b on b.id = s.booking_id
      where s.table_id = t.id and b.status = 'pending' and b.hold_expires_at <= table_places.at)), 0)::integer
    from friend_tables t where t.departure_id = table_places.departure and t.closed_at is null
  $function$;

CREATE OR REPLACE FUNCTION public.tell_pages_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('pages_changed', tg_table_name);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.uncount_all_visits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
    update visits_counted set until = '-infinity';
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.uncount_visits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    day date := least(old.at, new.at) at time zone 'America/Mexico_City';
  begin
    -- locked first: a count that is under way may be about to raise it
    perform from visits_counted where only_row for update;
    update visits_counted set until = date_trunc('month', day)::date where until > day;
    return null;
  end $function$;

CREATE TRIGGER access_log_is_append_only BEFORE DELETE OR UPDATE ON public.access_log FOR EACH ROW EXECUTE FUNCTION keep_access_log();

CREATE TRIGGER access_log_is_not_emptied BEFORE TRUNCATE ON public.access_log FOR EACH STATEMENT EXECUTE FUNCTION keep_access_log();

CREATE TRIGGER account_password_changed AFTER UPDATE OF password ON public.account FOR EACH ROW WHEN ((old.password IS DISTINCT FROM new.password)) EXECUTE FUNCTION end_with_password();

CREATE TRIGGER account_password_chosen AFTER INSERT ON public.account FOR EACH ROW WHEN ((new.password IS NOT NULL)) EXECUTE FUNCTION end_links_with_password();

CREATE TRIGGER pictures_are_held AFTER INSERT OR UPDATE OF picture ON public.add_ons FOR EACH ROW EXECUTE FUNCTION hold_pictures();

CREATE TRIGGER changed_visit_is_uncounted AFTER DELETE OR UPDATE OF at, affiliate_code, qr_code_id ON public.affiliate_visits FOR EACH ROW EXECUTE FUNCTION uncount_visits();

CREATE TRIGGER emptied_visits_are_uncounted AFTER TRUNCATE ON public.affiliate_visits FOR EACH STATEMENT EXECUTE FUNCTION uncount_all_visits();

CREATE TRIGGER late_visit_is_uncounted AFTER INSERT ON public.affiliate_visits FOR EACH ROW WHEN ((new.at < (now() - '12:00:00'::interval))) EXECUTE FUNCTION uncount_visits();

CREATE TRIGGER pages_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.app_settings FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();

CREATE TRIGGER pictures_are_held AFTER INSERT OR UPDATE OF value ON public.app_settings FOR EACH ROW EXECUTE FUNCTION hold_pictures();

CREATE TRIGGER audit_log_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_log_rows_stay BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER pages_changed AFTER UPDATE OF name, address, map_url, picture ON public.bars FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();

CREATE TRIGGER pictures_are_held AFTER INSERT OR UPDATE OF picture ON public.bars FOR EACH ROW EXECUTE FUNCTION hold_pictures();

CREATE TRIGGER purchase_is_deleted AFTER DELETE ON public.booking_changes FOR EACH ROW EXECUTE FUNCTION delete_purchase();

CREATE TRIGGER purchase_is_inserted BEFORE INSERT ON public.booking_changes FOR EACH ROW EXECUTE FUNCTION insert_purchase('change');

CREATE TRIGGER unpaid_change_is_noted AFTER INSERT ON public.booking_changes FOR EACH ROW WHEN (((new.status = 'pending'::text) AND (new.held_people > 0))) EXECUTE FUNCTION note_unpaid_change();

CREATE TRIGGER booking_notes_are_append_only BEFORE DELETE OR UPDATE ON public.booking_notes FOR EACH ROW EXECUTE FUNCTION refuse_note_change();

CREATE TRIGGER purchase_is_deleted AFTER DELETE ON public.bookings FOR EACH ROW EXECUTE FUNCTION delete_purchase();

CREATE TRIGGER purchase_is_inserted BEFORE INSERT ON public.bookings FOR EACH ROW EXECUTE FUNCTION insert_purchase('booking');

CREATE TRIGGER unpaid_booking_is_noted AFTER UPDATE OF held_network, held_home, browser, held_email, held_phone, held_domain ON public.bookings FOR EACH ROW WHEN (((new.status = 'pending'::text) AND (new.source = 'web'::text))) EXECUTE FUNCTION note_unpaid_booking();

CREATE TRIGGER checkin_events_are_append_only BEFORE UPDATE ON public.checkin_events FOR EACH ROW EXECUTE FUNCTION refuse_checkin_change();

CREATE TRIGGER pages_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.cities FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();

CREATE TRIGGER pictures_are_held AFTER INSERT OR UPDATE OF image ON public.cities FOR EACH ROW EXECUTE FUNCTION hold_pictures();

CREATE TRIGGER commission_is_append_only BEFORE INSERT OR DELETE OR UPDATE ON public.commission_lines FOR EACH ROW EXECUTE FUNCTION refuse_change_of_commission();

CREATE TRIGGER consents_are_append_only BEFORE DELETE OR UPDATE ON public.consents FOR EACH ROW EXECUTE FUNCTION keep_consents();

CREATE TRIGGER consents_are_not_emptied BEFORE TRUNCATE ON public.consents FOR EACH STATEMENT EXECUTE FUNCTION keep_consents();

CREATE TRIGGER pictures_are_held AFTER INSERT OR UPDATE OF content ON public.content_drafts FOR EACH ROW EXECUTE FUNCTION hold_pictures();

CREATE TRIGGER page_versions_stay BEFORE DELETE OR UPDATE ON public.content_versions FOR EACH ROW WHEN ((old.site_tag ~~ 'page:%'::text)) EXECUTE FUNCTION keep_page_versions();

CREATE TRIGGER pages_changed AFTER INSERT ON public.content_versions FOR EACH ROW WHEN ((new.site_tag ~~ 'page:%'::text)) EXECUTE FUNCTION tell_pages_changed();

CREATE TRIGGER pictures_are_held AFTER INSERT ON public.content_versions FOR EACH ROW EXECUTE FUNCTION hold_pictures();

CREATE TRIGGER pages_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.crawl_stops FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();

CREATE TRIGGER pages_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.currency_rates FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();

CREATE TRIGGER pages_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.gallery_images FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();

CREATE TRIGGER pictures_are_held AFTER INSERT OR UPDATE OF image_url ON public.gallery_images FOR EACH ROW EXECUTE FUNCTION hold_pictures();

CREATE TRIGGER purchase_is_deleted AFTER DELETE ON public.gift_cards FOR EACH ROW EXECUTE FUNCTION delete_purchase();

CREATE TRIGGER purchase_is_inserted BEFORE INSERT ON public.gift_cards FOR EACH ROW EXECUTE FUNCTION insert_purchase('gift_card');

CREATE TRIGGER purchase_is_deleted AFTER DELETE ON public.group_deposits FOR EACH ROW EXECUTE FUNCTION delete_purchase();

CREATE TRIGGER purchase_is_inserted BEFORE INSERT ON public.group_deposits FOR EACH ROW EXECUTE FUNCTION insert_purchase('group_deposit');

CREATE TRIGGER pages_changed AFTER UPDATE OF shown, portrait ON public.guide_profiles FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();

CREATE TRIGGER pictures_are_held AFTER INSERT OR UPDATE OF portrait ON public.guide_profiles FOR EACH ROW EXECUTE FUNCTION hold_pictures();

CREATE TRIGGER headcounts_stay BEFORE DELETE OR UPDATE ON public.headcounts FOR EACH ROW EXECUTE FUNCTION refuse_stop_changes();

CREATE TRIGGER pages_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.home_page_content FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();

CREATE TRIGGER pictures_are_held AFTER INSERT OR UPDATE OF content ON public.home_page_content FOR EACH ROW EXECUTE FUNCTION hold_pictures();

CREATE TRIGGER pages_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.instagram_posts FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();

CREATE TRIGGER pictures_are_held AFTER INSERT OR UPDATE OF picture ON public.instagram_posts FOR EACH ROW EXECUTE FUNCTION hold_pictures();

CREATE TRIGGER ledger_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE CONSTRAINT TRIGGER postings_balance AFTER INSERT ON public.ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced_posting();

CREATE TRIGGER agreed_statements_stay BEFORE DELETE OR UPDATE ON public.partner_statements FOR EACH ROW EXECUTE FUNCTION refuse_change_of_statement();

CREATE TRIGGER terms_are_append_only BEFORE DELETE OR UPDATE ON public.partner_terms FOR EACH ROW EXECUTE FUNCTION refuse_change_of_terms();

CREATE TRIGGER pages_changed AFTER UPDATE OF focus_x, focus_y ON public.pictures FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();

CREATE TRIGGER pages_changed_by_use AFTER UPDATE OF unused_since ON public.pictures FOR EACH ROW WHEN ((((old.unused_since IS NULL) <> (new.unused_since IS NULL)) AND ((new.focus_x <> 50) OR (new.focus_y <> 50)))) EXECUTE FUNCTION tell_pages_changed();

CREATE TRIGGER pages_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.price_rules FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();

CREATE TRIGGER pages_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pub_crawls FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();

CREATE TRIGGER pictures_are_held AFTER INSERT OR UPDATE OF image, gallery ON public.pub_crawls FOR EACH ROW EXECUTE FUNCTION hold_pictures();

CREATE TRIGGER changed_visit_is_uncounted AFTER DELETE OR UPDATE OF at, qr_code_id ON public.qr_scans FOR EACH ROW EXECUTE FUNCTION uncount_visits();

CREATE TRIGGER emptied_visits_are_uncounted AFTER TRUNCATE ON public.qr_scans FOR EACH STATEMENT EXECUTE FUNCTION uncount_all_visits();

CREATE TRIGGER late_visit_is_uncounted AFTER INSERT ON public.qr_scans FOR EACH ROW WHEN ((new.at < (now() - '12:00:00'::interval))) EXECUTE FUNCTION uncount_visits();

CREATE TRIGGER pages_changed AFTER UPDATE OF published, comment ON public.ratings FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();

CREATE TRIGGER pages_changed_by_hiding AFTER UPDATE OF hidden ON public.ratings FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();

CREATE TRIGGER receipts_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.receipts FOR EACH STATEMENT EXECUTE FUNCTION refuse_receipt_change();

CREATE TRIGGER refunds_dated BEFORE INSERT OR UPDATE OF status ON public.refunds FOR EACH ROW EXECUTE FUNCTION date_refund();

CREATE TRIGGER refunds_go_step_by_step BEFORE UPDATE OF status ON public.refunds FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION refuse_refund_step();

CREATE TRIGGER departures_need_a_crawl BEFORE INSERT OR UPDATE OF crawl_id, status ON public.scheduled_crawls FOR EACH ROW WHEN ((new.status = 'scheduled'::text)) EXECUTE FUNCTION refuse_departure_of_deleted_crawl();

CREATE TRIGGER pages_changed AFTER INSERT OR DELETE OR TRUNCATE ON public.scheduled_crawls FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();

CREATE TRIGGER pages_changed_by_update AFTER UPDATE OF date, start_time, end_time, total_spots, status, price, sale_price, prices, sale_prices, hide_total_spots, bookings_disabled, early_bird_sale, external_booking_link ON public.scheduled_crawls FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();

CREATE TRIGGER pages_changed AFTER INSERT OR DELETE OR UPDATE OF state, user_id ON public.shifts FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();

CREATE TRIGGER stop_steps_stay BEFORE DELETE OR UPDATE ON public.stop_steps FOR EACH ROW EXECUTE FUNCTION refuse_stop_changes();

CREATE TRIGGER till_counts_are_append_only BEFORE INSERT OR DELETE OR UPDATE ON public.till_counts FOR EACH ROW EXECUTE FUNCTION refuse_till_line_change();

CREATE TRIGGER till_lines_are_append_only BEFORE INSERT OR DELETE OR UPDATE ON public.till_lines FOR EACH ROW EXECUTE FUNCTION refuse_till_line_change();

CREATE TRIGGER closed_tills_stay BEFORE DELETE OR UPDATE ON public.tills FOR EACH ROW EXECUTE FUNCTION refuse_till_change();

create view "booking_facts" as
 SELECT b.id,
    b.reference,
    b.scheduled_crawl_id,
    b.crawl_id,
    b.site_tag,
    b.language,
    b.status,
    b.cancel_reason,
    b.hold_expires_at,
    b.first_name,
    b.last_name,
    b.email,
    b.phone,
    b.country,
    b.number_of_people,
    b.additional_names,
    b.special_requests,
    b.currency,
    b.unit_price,
    b.regular_unit_price,
    b.subtotal,
    b.add_ons,
    b.discount,
    b.total_price,
    b.base_currency,
    b.rate,
    b.rate_date,
    b.peso_rate,
    b.refund_rule,
    b.refund_rule_version,
    b.coupon_id,
    b.user_id,
    b.browser,
    b.test,
    b.created_at,
    b.confirmed_at,
    b.cancelled_at,
    b.version,
    b.voucher_until,
    b.source,
    b.link_version,
    b.no_show_at,
    b.was_there_at,
    b.partner_id,
    b.partner_reason,
    b.partner_at,
    b.partner_before,
    b.qr_code_id,
    b.campaign,
    b.partner_doubts,
    b.partner_verdict,
    b.forgotten_at,
    b.kept_for,
    b.found_by,
    b.terms_version,
    b.privacy_version,
    d.date,
    d.start_time,
    d.end_time,
    d.starts_at,
    d.ends_at,
    d.sales_close_at,
    d.status AS night_status,
    d.version AS night_version,
    c.slug,
    c.title,
    c.title_es,
    c.image,
    c.meeting_place,
    c.meeting_place_es,
    c.on_every_site,
    c.is_active AS crawl_is_active,
    c.city_id,
    t.name AS city,
    t.name_es AS city_es,
    t.time_zone,
    t.is_active AS city_is_active,
    t.meeting_point,
    t.meeting_point_es,
    t.map_url,
        CASE
            WHEN (b.regular_unit_price IS NOT NULL) THEN (b.price_rule ->> 'name'::text)
            ELSE NULL::text
        END AS price_rule,
        CASE
            WHEN (b.regular_unit_price IS NOT NULL) THEN (b.price_rule ->> 'name_es'::text)
            ELSE NULL::text
        END AS price_rule_es
   FROM (((bookings b
     LEFT JOIN scheduled_crawls d ON ((d.id = b.scheduled_crawl_id)))
     LEFT JOIN pub_crawls c ON ((c.id = b.crawl_id)))
     LEFT JOIN cities t ON ((t.id = c.city_id)));

create view "imported_people" as
 SELECT c.id,
    c.import_id,
    c.first_name,
    c.last_name,
    c.email,
    c.phone,
    c.country,
    c.language,
    c.tags,
    c.test,
    c.created_at,
    c.found_by,
    i.source
   FROM (imported_customers c
     JOIN imports i ON ((i.id = c.import_id)));

create view "imported_references" as
 SELECT booking_id,
    import_id,
    source,
    external_reference,
    is_undone
   FROM imported_bookings r;

create view "night_facts" as
 SELECT d.id,
    d.crawl_id,
    d.date,
    d.start_time,
    d.end_time,
    d.starts_at,
    d.ends_at,
    d.sales_close_at,
    d.status,
    d.total_spots,
    d.available_spots,
    d.overbooked_spots,
    d.bookings_disabled,
    d.external_booking_link,
    d.early_bird_sale,
    d.series_id,
    d.version,
    c.slug,
    c.title,
    c.title_es,
    c.short_name,
    c.short_name_es,
    c.colour,
    c.image,
    c.currency,
    c.meeting_place,
    c.meeting_place_es,
    c.on_every_site,
    c.is_active AS crawl_is_active,
    c.deleted_at AS crawl_deleted_at,
    c.city_id,
    t.name AS city,
    t.name_es AS city_es,
    t.time_zone,
    t.is_active AS city_is_active,
    t.meeting_point,
    t.meeting_point_es,
    t.map_url,
    d.is_private
   FROM ((scheduled_crawls d
     LEFT JOIN pub_crawls c ON ((c.id = d.crawl_id)))
     LEFT JOIN cities t ON ((t.id = c.city_id)));

create view "open_friend_shares" as
 SELECT s.booking_id
   FROM (friend_shares s
     JOIN friend_tables t ON ((t.id = s.table_id)))
  WHERE (t.closed_at IS NULL);

create view "purchase_facts" as
 SELECT n.id,
    n.kind,
    n.reference,
    n.person,
    n.first_name,
    n.last_name,
    n.email,
    n.user_id,
    n.found_by,
    n.test,
    n.forgotten_at,
    c.city_id,
    t.name AS city,
    t.name_es AS city_es,
    c.title,
    c.title_es,
    d.date,
    n.scheduled_crawl_id
   FROM (((( SELECT b.id,
            'booking'::text AS kind,
            b.reference,
            TRIM(BOTH FROM ((b.first_name || ' '::text) || b.last_name)) AS person,
            b.first_name,
            b.last_name,
            b.email,
            b.user_id,
            b.found_by,
            b.test,
            b.forgotten_at,
            b.scheduled_crawl_id,
            b.crawl_id
           FROM bookings b
        UNION ALL
         SELECT g.id,
            'gift_card'::text AS text,
            g.reference,
            g.buyer_name,
            g.buyer_name,
            ''::text AS text,
            g.buyer_email,
            NULL::uuid AS uuid,
            g.found_by,
            g.test,
            g.forgotten_at,
            NULL::uuid AS uuid,
            NULL::uuid AS uuid
           FROM gift_cards g
        UNION ALL
         SELECT e.id,
            'group_deposit'::text AS text,
            e.reference,
            e.name,
            e.name,
            ''::text AS text,
            e.email,
            NULL::uuid AS uuid,
            e.found_by,
            e.test,
            e.forgotten_at,
            NULL::uuid AS uuid,
            e.crawl_id
           FROM group_deposits e) n
     LEFT JOIN scheduled_crawls d ON ((d.id = n.scheduled_crawl_id)))
     LEFT JOIN pub_crawls c ON ((c.id = n.crawl_id)))
     LEFT JOIN cities t ON ((t.id = c.city_id)));

create view "purchase_sales" as
 SELECT id AS purchase_id,
    currency,
    (total_price + COALESCE(( SELECT sum(c.kept) AS sum
           FROM booking_changes c
          WHERE ((c.booking_id = b.id) AND (c.status = 'made'::text))), (0)::bigint)) AS amount
   FROM bookings b
  WHERE (confirmed_at IS NOT NULL);

