/**
 * What each column of words, JSON and bytes says of people, and how it ends; whoever adds one says it here.
 * - `erased`: of a guest; emptied when they are erased, and when their booking's, message's or email's term is over
 * - `ends`: of a browser, a network or a mailbox, or in passing; goes by a term, or within days by itself
 * - `account`: goes with the account
 * - `kept`: of a person, and kept: by law, by contract or as evidence; no guest's name is typed into it
 * - `staff`: what staff write of their own work and business
 * - `plain`: says nothing of a person
 */
export const WAYS = ["erased", "ends", "account", "kept", "staff", "plain"] as const;
type Way = (typeof WAYS)[number];

/** By table; column names apart by spaces. */
export const PERSONAL_COLUMNS: Readonly<Record<string, Partial<Record<Way, string>>>> = {
  access_log: { ends: "subject address user_agent", plain: "kind outcome" },
  account: { account: "account_id provider_id access_token refresh_token id_token scope password" },
  ad_events: { ends: "event_id payload last_error", plain: "kind status" },
  affiliate_choices: { ends: "visitor", plain: "affiliate_code qr_code_id site_tag" },
  affiliate_visits: { ends: "visitor user_agent referrer", plain: "affiliate_code site_tag qr_code_id" },
  api_key_secrets: { plain: "hash prefix" },
  api_keys: { staff: "name", plain: "scopes sites cities" },
  app_settings: { plain: "key value" },
  assistant_holds: { plain: "client" },
  oauth_clients: { plain: "id name redirect_uris" },
  oauth_grants: { plain: "client_id host scopes" },
  oauth_records: { ends: "content", plain: "hash kind" },
  // its address is where an act came from: evidence, like who did it
  audit_log: { kept: "actor_id source", plain: "actor_kind action subject_type subject_id changes" },
  add_ons: { plain: "name name_es description description_es picture city_id currency prices" },
  bars: { staff: "name address map_url guide_note", plain: "city_id voucher_currency picture" },
  booking_changes: { erased: "names", plain: "kind status drop_reason currency request_hash" },
  booking_consents: { erased: "user_agent" },
  booking_notes: { erased: "text" },
  bookings: {
    erased:
      "first_name last_name email phone additional_names special_requests browser found_by held_network held_home held_email held_phone held_domain",
    // where guests come from, for the figures: of nobody once the rest is gone
    kept: "country partner_doubts",
    plain:
      "reference site_tag language status cancel_reason currency base_currency refund_rule refund_rule_version source hold_length partner_reason partner_before qr_code_id campaign partner_verdict kept_for price_rule",
  },
  bulk_act_bookings: { ends: "expected", plain: "state outcome" },
  bulk_acts: { ends: "terms fingerprint asked_from", plain: "act" },
  checkin_events: { erased: "reason", plain: "kind way concern" },
  checkout_reminders: { plain: "text_version" },
  cities: {
    plain:
      "id name name_es time_zone description description_es image image_alt image_alt_es meeting_point meeting_point_es map_url",
  },
  closed_months: { plain: "month" },
  closing_months: { ends: "asked_from", plain: "month" },
  commission_lines: { staff: "note", plain: "month kind cause rule" },
  consents: { plain: "decision text_version language site_tag" },
  contact_messages: {
    erased: "form_key request_hash name email subject message",
    plain: "language site_tag status",
  },
  content_drafts: { plain: "section_key site_tag content" },
  content_versions: { staff: "note", plain: "site_tag sections" },
  coupon_redemptions: { plain: "state terms" },
  coupons: { staff: "description", plain: "city_id code discount_type currency" },
  crawl_stops: { plain: "at" },
  credit_uses: { plain: "state" },
  credits: { plain: "code currency" },
  currency_rates: { plain: "currency" },
  daily_coupons: { plain: "basis currency" },
  daily_partners: { plain: "basis currency campaign" },
  daily_sales: { plain: "basis currency" },
  departure_cancellations: { staff: "note_en note_es", plain: "fingerprint" },
  departure_stops: { plain: "at" },
  desk_devices: { staff: "name", plain: "bind_hash token_hash pin_hash" },
  desk_sales: { plain: "way" },
  resales: {
    erased: "contact people wish notes cancel_note",
    // the reseller's own number of it, by which both find it in their books
    kept: "reseller_reference",
    plain: "request_hash rule",
  },
  test_resales: {
    ends: "contact people notes cancel_note",
    plain: "request_hash reference reseller_reference rule language refund",
  },
  disputes: { plain: "external_id state currency reason" },
  door_devices: { account: "name token_hash" },
  door_sales: { plain: "way" },
  email_optouts: { kept: "address_hash" },
  email_template_versions: { plain: "kind texts" },
  emails: {
    erased: "dedupe_key recipient payload last_error subject html text raw",
    plain: "kind language status",
  },
  entries: { plain: "standing" },
  funnel_bookings: { plain: "device source" },
  funnel_days: { plain: "step device language source" },
  gallery_images: { plain: "image_url site_tag alt alt_es" },
  gift_cards: {
    erased: "buyer_name buyer_email receiver_name receiver_email message found_by",
    staff: "gesture",
    plain: "reference state currency crawl crawl_es site_tag language",
  },
  guide_profiles: { account: "portrait", plain: "pay_currency" },
  group_deposits: {
    erased: "name email found_by",
    plain: "state reference currency site_tag language",
  },
  group_quotes: { staff: "included", plain: "form_key start_time end_time currency" },
  group_requests: {
    erased: "form_key name email phone words",
    plain: "state language site_tag city_id occasion",
  },
  headcounts: { plain: "kind present missing" },
  hold_episodes: { plain: "departures" },
  home_page_content: { plain: "section_key site_tag content" },
  idempotency_keys: { ends: "scope key request_hash answer" },
  instagram_posts: { plain: "image_url caption picture" },
  imported_bookings: { erased: "external_reference", plain: "source" },
  imported_customers: { erased: "first_name last_name email phone country language tags found_by" },
  // a file goes when it is imported, or after a day
  imports: { ends: "file", staff: "file_name source", plain: "kind state mapping outcome" },
  invoice_requests: { kept: "rfc legal_name tax_regime postal_code cfdi_use email refusal", plain: "status" },
  // the law's, as their request
  invoices: { kept: "xml pdf", plain: "currency" },
  job_workers: { plain: "id" },
  kysely_migration: { plain: "name timestamp" },
  kysely_migration_lock: { plain: "id" },
  ledger_differences: { plain: "key account provider currency" },
  ledger_entries: { plain: "posting kind account provider currency" },
  mail_outage: { ends: "last_error" },
  message_answers: { erased: "text", plain: "form_key" },
  migration_marks: { plain: "migration breaks_before" },
  nightly_jobs: { plain: "name" },
  office_moves: { staff: "note receipt", plain: "kind currency month" },
  friend_tables: { ends: "code" },
  offline_places: { plain: "prices" },
  operations: { plain: "name details" },
  partner_statements: { staff: "agreed_by payment_reference", plain: "month state currency" },
  partner_terms: { plain: "basis kind tiers exceptions" },
  partner_traces: { ends: "hash", plain: "kind" },
  partners: {
    // a contract's: changed on the partner's page
    kept: "contact_name email phone account_holder clabe rfc note",
    staff: "name code widget_origins widget_ignored",
    plain: "city_id language",
  },
  payments: {
    plain:
      "provider method mode external_id hand_reference redirect_url status currency failure_reason review_reason placement charge_id charged_currency fee_currency dispute_id dispute_state payout_id",
  },
  pictures: { plain: "name alt alt_es" },
  price_rules: { staff: "name name_es", plain: "city_id currency" },
  profiles: { account: "first_name last_name phone country language number_format" },
  provider_events: {
    erased: "raw_body",
    plain: "provider event_id type external_id last_error topic payment_ref charge_ref dispute_ref mode dead_reason",
  },
  pub_crawls: {
    plain:
      "slug title title_es city_id description description_es currency duration duration_es group_size includes includes_es excludes excludes_es highlights highlights_es image gallery meeting_place meeting_place_es prices former_slugs picture_alts short_name short_name_es colour",
  },
  purchases: { plain: "kind" },
  qr_codes: { plain: "id campaign placement target foreground background" },
  qr_scans: { ends: "visitor", plain: "qr_code_id site_tag" },
  rate_counters: { ends: "key" },
  rate_limit: { ends: "key" },
  rating_answers: { erased: "text", plain: "form_key" },
  // but for what its guest agreed to publish
  ratings: { erased: "comment", plain: "language" },
  receipt_counters: { plain: "site_tag" },
  receipts: { plain: "site_tag language currency provider method seller lines" },
  reconciliation_differences: { plain: "kind external_id our_currency their_currency" },
  reconciliation_runs: { plain: "provider" },
  refunds: { erased: "note", plain: "currency reason status idempotency_key external_id last_error source waits" },
  refused_sales: { plain: "currency reason way reference" },
  sandbox_events: { plain: "id session_id type body" },
  sandbox_refunds: { plain: "id session_id idempotency_key currency state" },
  sandbox_sessions: {
    erased: "customer_email",
    plain:
      "id idempotency_key state method client_reference currency failure_reason description language success_url cancel_url",
  },
  saved_replies: { staff: "name text_en text_es" },
  saved_views: { staff: "name query" },
  scheduled_crawls: {
    plain: "start_time end_time status recurrence_type external_booking_link prices sale_prices",
  },
  secrets: { plain: "name value" },
  session: { account: "token ip_address user_agent impersonated_by" },
  shifts: { staff: "note", plain: "part state pay_currency" },
  sign_in_tries: { ends: "key" },
  staff_invitations: { ends: "email token_hash", plain: "role language city_ids" },
  statement_questions: { erased: "question answer" },
  stop_steps: { plain: "kind" },
  tags: { staff: "name folded" },
  ticket_keys: { plain: "id public_key private_key" },
  tickets: { erased: "guest_name", plain: "code status" },
  till_counts: { staff: "reason", plain: "currency way" },
  till_lines: { staff: "reason", plain: "kind currency way" },
  tills: { staff: "closed_alone", plain: "city_id state" },
  two_factor: { account: "secret backup_codes" },
  unpaid_places: { ends: "identity" },
  user: { account: "name email image role city_ids ban_reason" },
  verification: { ends: "identifier value" },
  visit_months: { plain: "kind code qr_code_id" },
  voucher_uses: { plain: "currency" },
  // on which phones a pass is
  waiting_entries: { erased: "first_name email", plain: "state language site_tag currency" },
  webhook_crawls: { plain: "state" },
  webhook_deliveries: { plain: "state error" },
  webhook_endpoints: { staff: "url description", plain: "types cities headers" },
  webhook_events: { plain: "id type detail data" },
  webhook_nights: { plain: "state" },
  wallet_passes: { erased: "device push_token", plain: "wallet language" },
  widget_reports: { ends: "origin" },
};

export const columnsOf = (table: string, way: Way): string[] =>
  (PERSONAL_COLUMNS[table]?.[way] ?? "").split(" ").filter(Boolean);
