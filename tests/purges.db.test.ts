import fs from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { JobName } from "#src/kernel/job-order.ts";
import { taskList } from "#src/wiring.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addPartner, repeatBooking } from "#tests/partner-acts.ts";
import { addAccount } from "#tests/signed-in.ts";

// Everything that is deleted once it is old enough, by the job that does it: of two rows on either side of the term the older goes
// (or loses what `empties` names) and the younger stays. A statement that deletes what is older than something and has no row here
// fails the last test.

const database = freshDatabase();
const query = (text: string) => database.services.pool.query<Record<string, string | null>>(text);

let user: string;
let partner: string;
const bookings: string[] = [];
beforeAll(async () => {
  const { db } = database.services;
  user = (await addAccount(db)).id;
  partner = await addPartner(db, NOON, { code: "casa" });
  const booking = await bookDeparture({ db, now: NOON });
  await repeatBooking(db, booking, { times: 2, code: "COPY", partnerId: partner });
  const { rows } = await query(`select id from bookings where id <> '${booking}'`);
  bookings.push(...rows.map(({ id }) => id!));
});

type Purge = {
  task: JobName;
  /** where its rows are, if its name here isn't the table */
  table?: string;
  /** for how long it is kept, as PostgreSQL writes it */
  term: string;
  /** how far from it on either side a row is tried */
  by?: string;
  /** puts a row named `name` there, of the instant `at` */
  row: (name: string, at: string, n: number) => string;
  /** where its name is found again */
  name: string;
  /** what is emptied of a row that stays */
  empties?: string;
};

const visit = (table: string) => (name: string, at: string) =>
  `insert into ${table} (affiliate_code, site_tag, visitor, at) values ('${name}', 'cdmx', 'somebody', ${at})`;

/** One of the two bookings on a night of its own, which ended at an instant; its campaign tells it. */
const onNight = (name: string, at: string, n: number, set: string) => `
  with night as (insert into scheduled_crawls select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(),
    'date', (${at})::date, 'status', 'cancelled', 'starts_at', (${at}) - interval '4 hours', 'sales_close_at', (${at}) - interval '4 hours', 'ends_at', ${at}))).*
    from scheduled_crawls d where status = 'scheduled' limit 1 returning id)
  update bookings set scheduled_crawl_id = night.id, campaign = '${name}', forgotten_at = null, ${set} from night
  where bookings.id = '${bookings[n]}'`;

const giftCard = (name: string, state: string, at: string, paid: string) =>
  `insert into gift_cards (order_key, reference, state, currency, amount, site_tag, language, buyer_name, buyer_email, receiver_name,
    receiver_email, send_at, sent_at, test, created_at, paid_at) values (gen_random_uuid(), '${name}', '${state}', 'MXN', 100, 'cdmx', 'es', 'Ana',
    'ana@guest.test', 'Eva', 'eva@guest.test', ${at}, ${paid}, true, ${at}, ${paid})`;

/** Before the first of two rows: without those of the test before. */
const clearing = (name: string, table: string) => (name === "older" ? `delete from ${table};` : "");

const email = (name: string, at: string, more: string, values: string) =>
  `insert into emails (kind, dedupe_key, language, recipient, status, template_version, created_at${more})
  values ('message_received', '${name}.' || gen_random_uuid(), '${name}', 'ana@guest.test', 'sent', 1, ${at}${values})`;

const event = (name: string, at: string) => `insert into checkin_events
  (id, kind, departure_id, user_id, device_at, happened_at, received_at, way, reason)
  select gen_random_uuid(), 'deny', id, '${user}', now(), now(), ${at}, 'list', '${name}' from scheduled_crawls limit 1`;

/** A row of a table of the stops, whose `device_at` tells it. */
const tapped = (table: string, more: string, values: string) => (name: string, at: string) =>
  `
  with route as (insert into departure_routes (departure_id) select id from scheduled_crawls where status = 'scheduled' limit 1
      on conflict (departure_id) do update set version = departure_routes.version returning departure_id),
    bar as (insert into bars (name, city_id) select '${name}', id from cities limit 1 returning id),
    stop as (insert into departure_stops (departure_id, position, bar_id, at) select route.departure_id,
      (select count(*) from departure_stops) + 1, bar.id, '21:00' from route, bar returning id, departure_id)
  insert into ${table} (id, departure_id, stop_id, kind, user_id, device_at, at${more})
  select gen_random_uuid(), departure_id, id, ${values}, '${user}', '${TOLD[name]}', ${at}${more && ", '{}', '{}'"} from stop`;
const TOLD: Record<string, string> = { older: "2001-01-01", younger: "2002-01-01" };
const toldAs = "case extract(year from device_at) when 2001 then 'older' when 2002 then 'younger' end";

const [GONE, STAYS] = ["0", "1"].map((digit) => digit.repeat(32));

const PURGES: Record<string, Purge> = {
  unpaid_places: {
    task: "holds.watch",
    term: "1 day",
    row: (name, at) =>
      `insert into unpaid_places (identity, bookings, people, updated_at) values ('${name}', '{}', 1, ${at})`,
    name: "identity",
  },
  rate_counters: {
    task: "records.purge",
    term: "1 day",
    row: (name, at) => `insert into rate_counters (key, window_start, count) values ('${name}', ${at}, 1)`,
    name: "key",
  },
  idempotency_keys: {
    task: "records.purge",
    term: "7 days",
    row: (name, at) =>
      `insert into idempotency_keys (scope, key, request_hash, answer, created_at) values ('booking', '${name}', 'x', '{}', ${at})`,
    name: "key",
  },
  "graphile_worker._private_jobs": {
    task: "records.purge",
    term: "14 days",
    row: (name, at) => `select graphile_worker.add_job('records.purge', job_key := '${name}');
      update graphile_worker._private_jobs set attempts = max_attempts, run_at = ${at} where key = '${name}'`,
    name: "key",
  },
  access_log: {
    task: "data.purge",
    term: "180 days",
    by: "32 days", // whole months go (docs/decisions/130)
    row: (name, at) =>
      `insert into access_log (kind, outcome, subject, at) values ('page', 'refused', '${name}', ${at})`,
    name: "subject",
  },
  session: {
    task: "data.purge",
    term: "0 days",
    row: (name, at) =>
      `insert into session (token, user_id, updated_at, expires_at) values ('${name}', '${user}', now(), ${at})`,
    name: "token",
  },
  verification: {
    task: "data.purge",
    term: "0 days",
    row: (name, at) => `insert into verification (identifier, value, expires_at) values ('${name}', 'x', ${at})`,
    name: "identifier",
  },
  sign_in_tries: {
    task: "data.purge",
    term: "1 day",
    row: (name, at) =>
      `insert into sign_in_tries (key, failures, last_at, next_at) values ('${name}', 1, ${at}, now())`,
    name: "key",
  },
  provider_events: {
    task: "data.purge",
    term: "30 days",
    row: (name, at) => `insert into provider_events (provider, event_id, type, topic, mode, raw_body, received_at)
      values ('stripe', '${name}', 'charge', 'payment', 'live', '{}', ${at})`,
    name: "event_id",
    empties: "raw_body",
  },
  bulk_acts: {
    task: "data.purge",
    term: "90 days",
    row: (name, at) => `insert into bulk_acts (id, act, terms, fingerprint, asked_from, asked_at)
      values (gen_random_uuid(), 'cancel', '{}', '${name}', '', ${at})`,
    name: "fingerprint",
  },
  affiliate_visits: {
    task: "data.purge",
    term: "30 days",
    row: visit("affiliate_visits"),
    name: "affiliate_code",
    empties: "visitor",
  },
  affiliate_choices: {
    task: "data.purge",
    term: "30 days",
    row: visit("affiliate_choices"),
    name: "affiliate_code",
    empties: "visitor",
  },
  qr_scans: {
    task: "data.purge",
    term: "30 days",
    row: (name, at) =>
      `insert into qr_scans (qr_code_id, site_tag, visitor, at) values ('${name}', 'cdmx', 'somebody', ${at})`,
    name: "qr_code_id",
    empties: "visitor",
  },
  funnel_days: {
    task: "data.purge",
    term: "730 days",
    by: "2 days", // it is of whole days
    row: (name, at) => `insert into funnel_days (day, step, device, language, source, count)
      values ((${at})::date, 'saw', 'phone', '${name === "older" ? "es" : "en"}', 'direct', 1)`,
    name: "(case language when 'es' then 'older' else 'younger' end)",
  },
  partner_traces: {
    task: "data.purge",
    term: "90 days",
    row: (name, at) =>
      `insert into partner_traces (partner_id, kind, hash, seen_at) values ('${partner}', 'browser', '${name}', ${at})`,
    name: "hash",
  },
  widget_reports: {
    task: "data.purge",
    term: "90 days",
    by: "1 day",
    row: (name, at) => `insert into widget_reports (partner_id, origin, day)
      values ('${partner}', '${name}', ((${at}) at time zone 'America/Mexico_City')::date)`,
    name: "origin",
  },
  consents: {
    task: "data.purge",
    term: "1098 days",
    row: (name, at) => `insert into consents (id, visitor, decision, text_version, language, site_tag, at)
      values (gen_random_uuid(), gen_random_uuid(), 'granted', '${name}', 'en', 'cdmx', ${at})`,
    name: "text_version",
  },
  checkout_reminders: {
    task: "data.purge",
    term: "365 days",
    row: (name, at, n) =>
      `insert into checkout_reminders (booking_id, text_version, agreed_at) values ('${bookings[n]}', '${name}', ${at})`,
    name: "text_version",
  },
  waiting_entries: {
    task: "data.purge",
    term: "1 day",
    row: (name, at) => `
      with night as (insert into scheduled_crawls select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(),
        'date', (${at})::date, 'status', 'cancelled', 'starts_at', (${at}) - interval '4 hours', 'sales_close_at', (${at}) - interval '4 hours', 'ends_at', ${at}))).*
        from scheduled_crawls d where status = 'scheduled' limit 1 returning id)
      insert into waiting_entries (departure_id, state, people, first_name, email, language, site_tag, currency, unit_price, test, asked_at, ended_at)
      select id, 'closed', 2, 'Ana', 'ana@guest.test', 'en', '${name}', 'MXN', 40000, true, ${at}, ${at} from night`,
    name: "site_tag",
    empties: "nullif(email, '')",
  },
  gift_cards: {
    task: "data.purge",
    term: "5 years",
    by: "1 day",
    row: (name, at) => giftCard(name, "live", at, at),
    name: "reference",
    empties: "nullif(buyer_email, '')",
  },
  "gift cards never paid": {
    task: "data.purge",
    table: "gift_cards",
    term: "30 days",
    row: (name, at) => clearing(name, "gift_cards") + giftCard(name, "unpaid", at, "null"),
    name: "reference",
    empties: "nullif(buyer_email, '')",
  },
  bookings: {
    task: "data.purge",
    term: "5 years",
    by: "1 day",
    row: (name, at, n) => onNight(name, at, n, "first_name = 'Ana', status = 'confirmed', cancel_reason = null"),
    name: "campaign",
    empties: "nullif(first_name, '')",
  },
  "bookings entered again after they were forgotten": {
    task: "data.purge",
    table: "bookings",
    term: "5 years",
    by: "1 day",
    row: (name, at, n) =>
      onNight(name, at, n, "email = 'ana@guest.test', forgotten_at = now()").replace("forgotten_at = null,", ""),
    name: "campaign",
    empties: "nullif(email, '')",
  },
  "bookings never paid": {
    task: "data.purge",
    table: "bookings",
    term: "30 days",
    row: (name, at, n) =>
      onNight(
        name,
        at,
        n,
        `first_name = 'Ana', status = 'cancelled', cancel_reason = 'expired', confirmed_at = null, hold_expires_at = ${at},
         cancelled_at = ${at}`,
      ),
    name: "campaign",
    empties: "nullif(first_name, '')",
  },
  invoice_requests: {
    task: "data.purge",
    term: "5 years",
    by: "1 day",
    row: (name, at, n) => `${onNight(name, at, n, "status = 'confirmed', cancel_reason = null")};
      insert into invoice_requests (booking_id, rfc, legal_name, tax_regime, postal_code, cfdi_use, email, created_at, updated_at)
      values ('${bookings[n]}', 'XAXX010101000', '${name}', '616', '06700', 'S01', 'ana@guest.test', now(), now());
      insert into invoices (booking_id, fiscal_uuid, total, currency, xml, pdf, issued_at)
      values ('${bookings[n]}', gen_random_uuid(), 0, 'MXN', '', '', now())`,
    name: "legal_name",
  },
  contact_messages: {
    task: "data.purge",
    term: "365 days",
    row: (
      name,
      at,
    ) => `insert into contact_messages (form_key, request_hash, name, email, subject, message, language, site_tag, created_at)
      values (gen_random_uuid(), '', 'Ana', 'ana@guest.test', 'A question', 'Is it loud?', 'en', '${name}', ${at})`,
    name: "site_tag",
    empties: "nullif(message, '')",
  },
  "contact_messages from when they were done": {
    task: "data.purge",
    table: "contact_messages",
    term: "365 days",
    row: (name, at) => `${clearing(name, "contact_messages")}
      insert into contact_messages (form_key, request_hash, name, email, subject, message, language, site_tag, created_at, status, done_at)
      values (gen_random_uuid(), '', 'Ana', 'ana@guest.test', 'A question', 'Is it loud?', 'en', '${name}', now() - interval '3 years',
        'done', ${at})`,
    name: "site_tag",
    empties: "nullif(message, '')",
  },
  group_requests: {
    task: "data.purge",
    term: "365 days",
    row: (
      name,
      at,
    ) => `insert into group_requests (form_key, name, email, phone, language, site_tag, people, occasion, words, created_at)
      values (gen_random_uuid(), 'Ana', 'ana@guest.test', '', 'en', '${name}', 20, 'trip', '', ${at})`,
    name: "site_tag",
    empties: "nullif(email, '')",
  },
  "emails, what they said": {
    task: "data.purge",
    table: "emails",
    term: "90 days",
    row: (name, at) => email(name, at, ", html", ", 'Hello Ana'"),
    name: "language",
    empties: "html",
  },
  "emails, to whom they went": {
    task: "data.purge",
    table: "emails",
    term: "365 days",
    row: (name, at) => `${clearing(name, "emails")} ${email(name, at, "", "")}`,
    name: "language",
    empties: "nullif(recipient, '')",
  },
  checkin_events: {
    task: "data.purge",
    term: "365 days",
    row: (name, at) => event(name, at),
    name: "case when reason in ('', 'older') then 'older' else reason end",
    empties: "user_id",
  },
  headcounts: {
    task: "data.purge",
    term: "365 days",
    row: tapped("headcounts", ", present, missing", "'out'"),
    name: toldAs,
    empties: "user_id",
  },
  stop_steps: {
    task: "data.purge",
    term: "365 days",
    row: tapped("stop_steps", "", "'arrived'"),
    name: toldAs,
    empties: "user_id",
  },
  wallet_passes: {
    task: "data.purge",
    term: "365 days",
    row: (name, at, n) => `${onNight(name, at, n, "status = 'confirmed', cancel_reason = null")};
      with ticket as (insert into tickets (booking_id, position, code) values ('${bookings[n]}', 1, 'PASS0${n}') returning id)
      insert into wallet_passes (ticket_id, wallet, device, push_token, changed_at, told_at)
      select id, 'apple', '${name}', 'aa01', now(), now() from ticket`,
    name: "device",
  },
  webhook_nights: {
    task: "data.purge",
    term: "2 days",
    row: (
      name,
      at,
    ) => `with night as (insert into scheduled_crawls select (jsonb_populate_record(d, jsonb_build_object('id',
        gen_random_uuid(), 'date', (${at})::date, 'status', 'cancelled', 'starts_at', (${at}) - interval '4 hours',
        'sales_close_at', (${at}) - interval '4 hours', 'ends_at', ${at}))).*
        from scheduled_crawls d where status = 'scheduled' limit 1 returning id)
      insert into webhook_nights (departure_id, state) select id, '${name}' from night`,
    name: "state",
  },
  test_resales: {
    task: "data.purge",
    term: "30 days",
    row: (name, at) => `with partner as (insert into partners (name, code, created_at)
        values ('${name}', 'r-' || gen_random_uuid(), now()) returning id),
      key as (insert into api_keys (name, partner_id, scopes, test, per_minute, created_at)
        select '${name}', id, '{}', true, 1, now() from partner returning id, partner_id)
      insert into test_resales (uuid, partner_id, key_id, request_hash, reference, contact, people, departure_id, crawl_id, language,
        unit_price, total, hold_expires_at, created_at, updated_at)
      select gen_random_uuid(), k.partner_id, k.id, 'x', '${name}', '{}', '[]', d.id, d.crawl_id, 'en', 1, 1, ${at}, ${at}, ${at}
      from key k, (select id, crawl_id from scheduled_crawls limit 1) d`,
    name: "reference",
  },
  webhook_events: {
    task: "data.purge",
    term: "30 days",
    row: (name, at) => `insert into webhook_events (type, subject, data, at)
      values ('${name}', '${user}', '{}', ${at})`,
    name: "type",
  },
  ad_events: {
    task: "data.purge",
    term: "90 days",
    row: (name, at, n) => `insert into ad_events (event_id, booking_id, kind, payload, created_at)
      values ('${name}', '${bookings[n]}', 'Purchase', '{}', ${at})`,
    name: "event_id",
  },
  imported_customers: {
    task: "data.purge",
    term: "5 years",
    by: "1 day",
    row: (name, at, n) => `${clearing(name, "imported_customers")}
      insert into imports (id, kind, state, source, file_name, mapping, test, made_at)
      values ('00000000-0000-4000-8000-00000000000${n}', 'customers', 'done', 'Other', 'x.csv', '{}', false, now()) on conflict do nothing;
      insert into imported_customers (import_id, line, first_name, last_name, email, phone, country, language, test, created_at)
      values ('00000000-0000-4000-8000-00000000000${n}', 1, '${name}', '', '${name}@guest.test', '', '', 'en', false, ${at})`,
    name: "first_name",
  },
  "drafts of imports": {
    task: "data.purge",
    table: "imports",
    term: "1 day",
    row: (name, at) => `insert into imports (id, kind, source, file_name, mapping, file, test, made_at)
      values (gen_random_uuid(), 'customers', 'Other', '${name}', '{}', 'x', false, ${at})`,
    name: "file_name",
    empties: "file",
  },
  oauth_clients: {
    task: "data.purge",
    term: "1 day",
    row: (name, at) => `insert into oauth_clients (id, name, redirect_uris, created_at)
      values ('${name}', '${name}', '{}', ${at})`,
    name: "name",
  },
  "programs that were let in": {
    task: "data.purge",
    table: "oauth_clients",
    term: "180 days",
    row: (name, at) => `insert into oauth_clients (id, name, redirect_uris, created_at, let_in_at)
      values ('in ${name}', 'Program', '{${name}}', ${at}, ${at})`,
    name: "redirect_uris[1]",
  },
  oauth_grants: {
    task: "data.purge",
    term: "0 days",
    row: (name, at) => `with client as (insert into oauth_clients (id, name, redirect_uris, created_at)
        values ('of ${name}', '${name}', '{}', now()) returning id)
      insert into oauth_grants (id, user_id, client_id, scopes, created_at, expires_at)
      select gen_random_uuid(), '${user}', id, '{${name}}', now(), ${at} from client`,
    name: "scopes[1]",
  },
  oauth_records: {
    task: "data.purge",
    term: "0 days",
    row: (name, at) => `insert into oauth_records (hash, kind, user_id, content, expires_at)
      values ('${name}', 'Interaction', '${user}', '{}', ${at})`,
    name: "hash",
  },
  "exchanged tokens": {
    task: "data.purge",
    table: "oauth_records",
    term: "1 day",
    row: (name, at) => `insert into oauth_records (hash, kind, user_id, content, used_at, expires_at)
      values ('used ${name}', 'RefreshToken', '${user}', '{"jti": "${name}"}', ${at}, now() + interval '30 days')`,
    name: "content->>'jti'",
  },
  staff_invitations: {
    task: "data.purge",
    term: "180 days",
    row: (name, at) => `insert into staff_invitations (email, role, language, token_hash, created_at, expires_at)
      values ('${name}', 'guide', 'en', '${name}', ${at}, now() - interval '1 day')`,
    name: "email",
  },
  pictures: {
    task: "pictures.sweep",
    term: "30 days",
    row: (name, at) => `insert into pictures (name, added_at, unused_since, trashed_at, purged_at)
      values ('${name === "older" ? GONE : STAYS}', now() - interval '1 year', now() - interval '1 year', ${at}, null)`,
    name: `case name when '${GONE}' then 'older' when '${STAYS}' then 'younger' end`,
    empties: "case when purged_at is null then 'there' end",
  },
};

/** Work of the moment, and what is replaced rather than kept: its own tests say what goes. */
const NO_PURGE = ["daily_sales", "daily_coupons", "daily_partners", "ledger_rounds", "job_workers", "api_key_secrets"];

const NAMES = ["older", "younger"];
/** The jobs at PostgreSQL's time, from which the ages of these rows are counted: part of them are judged by its triggers. */
const tasks = () => taskList({ ...database.services, clock: () => new Date() });
const TOOLS = { job: { attempts: 1 } } as Parameters<NonNullable<ReturnType<typeof taskList>[string]>>[1];

describe("what is older than its term goes, and nothing else", () => {
  test.each(Object.entries(PURGES))(
    "%s",
    async (which, { task, table = which, term, by = "1 hour", row, name, empties }) => {
      for (const [n, side] of (["+", "-"] as const).entries())
        await query(row(NAMES[n]!, `now() - (interval '${term}' ${side} interval '${by}')`, n));
      const run = tasks()[task]!;
      for (const _ of ["", "again"]) await run({}, TOOLS);
      const { rows } = await query(
        `select ${name} as name, ${empties ?? "'all'"} as kept from ${table} where ${name} in ('older', 'younger') order by 1`,
      );
      const left = rows.map((one) => [one["name"], one["kept"] === null ? "emptied" : "there"]);
      const younger = ["younger", "there"];
      expect(left).toEqual(empties ? [["older", "emptied"], younger] : [younger]);
    },
  );
});

test("a picture that nothing uses goes into the trash after 30 days, and no sooner", async () => {
  const ages: [string, string][] = [
    ["2", "31 days"],
    ["3", "29 days"],
  ];
  for (const [digit, age] of ages)
    await query(`insert into pictures (name, added_at, unused_since)
      values ('${digit.repeat(32)}', now() - interval '1 year', now() - interval '${age}')`);
  await tasks()["pictures.sweep"]!({}, TOOLS);
  const { rows } = await query(
    "select left(name, 1) as digit from pictures where name ~ '^[23]' and trashed_at is not null",
  );
  expect(rows).toEqual([{ digit: "2" }]);
});

test("every statement that deletes or empties what is old stands above", () => {
  const files = fs.globSync("src/**/*.server.ts").map((file) => fs.readFileSync(file, "utf8"));
  const builders = files.flatMap((text) => [
    // a chain of Kysely's up to its end, with a comparison in it
    ...text.matchAll(
      /(?:deleteFrom\("?|updateTable\("?)([\w ]+)"?\)((?:(?!deleteFrom|updateTable|;\n)[^])*?)\.execute/g,
    ),
  ]);
  const old = builders.filter(
    ([whole, , rest = ""]) => /"<=?"/.test(rest) && (whole.startsWith("delete") || /set\(\{ \w+: null \}\)/.test(rest)),
  );
  const written = files.flatMap((text) => [...text.matchAll(/delete from ([\w."]+)([^`]*)/g)]);
  const emptied = files.flatMap((text) => [...text.matchAll(/update ([\w."]+) set ([^`]*)/g)]);
  written.push(...emptied.filter(([whole]) => whole.includes("< ${before}")));
  const tables = [...old, ...written.filter(([, , rest = ""]) => / <=? /.test(rest))].map(([, table]) => table!);
  // one statement goes through the tables of visits
  const existing = [...Object.keys(PURGES), ...NO_PURGE, "table"];
  expect(tables.filter((table) => !existing.includes(table))).toEqual([]);
  // and it sees what it is to see
  for (const table of ["idempotency_keys", "session", "verification", "consents", "provider_events", "widget_reports"])
    expect(tables, table).toContain(table);
});
