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

const [GONE, STAYS] = ["0", "1"].map((digit) => digit.repeat(32));

const PURGES: Record<string, Purge> = {
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
    task: "access.purge",
    term: "180 days",
    by: "32 days", // whole months go (docs/decisions/130)
    row: (name, at) =>
      `insert into access_log (kind, outcome, subject, at) values ('page', 'refused', '${name}', ${at})`,
    name: "subject",
  },
  session: {
    task: "access.purge",
    term: "0 days",
    row: (name, at) =>
      `insert into session (token, user_id, updated_at, expires_at) values ('${name}', '${user}', now(), ${at})`,
    name: "token",
  },
  verification: {
    task: "access.purge",
    term: "0 days",
    row: (name, at) => `insert into verification (identifier, value, expires_at) values ('${name}', 'x', ${at})`,
    name: "identifier",
  },
  sign_in_tries: {
    task: "access.purge",
    term: "1 day",
    row: (name, at) =>
      `insert into sign_in_tries (key, failures, last_at, next_at) values ('${name}', 1, ${at}, now())`,
    name: "key",
  },
  provider_events: {
    task: "provider-events.forget",
    term: "30 days",
    row: (name, at) => `insert into provider_events (provider, event_id, type, topic, mode, raw_body, received_at)
      values ('stripe', '${name}', 'charge', 'payment', 'live', '{}', ${at})`,
    name: "event_id",
    empties: "raw_body",
  },
  bulk_acts: {
    task: "bookings.forget-bulk",
    term: "90 days",
    row: (name, at) => `insert into bulk_acts (id, act, terms, fingerprint, asked_from, asked_at)
      values (gen_random_uuid(), 'cancel', '{}', '${name}', '', ${at})`,
    name: "fingerprint",
  },
  affiliate_visits: {
    task: "visitors.forget",
    term: "30 days",
    row: visit("affiliate_visits"),
    name: "affiliate_code",
    empties: "visitor",
  },
  affiliate_choices: {
    task: "visitors.forget",
    term: "30 days",
    row: visit("affiliate_choices"),
    name: "affiliate_code",
    empties: "visitor",
  },
  qr_scans: {
    task: "visitors.forget",
    term: "30 days",
    row: (name, at) =>
      `insert into qr_scans (qr_code_id, site_tag, visitor, at) values ('${name}', 'cdmx', 'somebody', ${at})`,
    name: "qr_code_id",
    empties: "visitor",
  },
  partner_traces: {
    task: "visitors.forget",
    term: "90 days",
    row: (name, at) =>
      `insert into partner_traces (partner_id, kind, hash, seen_at) values ('${partner}', 'browser', '${name}', ${at})`,
    name: "hash",
  },
  widget_reports: {
    task: "visitors.forget",
    term: "90 days",
    by: "1 day",
    row: (name, at) => `insert into widget_reports (partner_id, origin, day)
      values ('${partner}', '${name}', ((${at}) at time zone 'America/Mexico_City')::date)`,
    name: "origin",
  },
  consents: {
    task: "consents.forget",
    term: "1098 days",
    row: (name, at) => `insert into consents (id, visitor, decision, text_version, language, site_tag, at)
      values (gen_random_uuid(), gen_random_uuid(), 'granted', '${name}', 'en', 'cdmx', ${at})`,
    name: "text_version",
  },
  checkout_reminders: {
    task: "unfinished.queue",
    term: "365 days",
    row: (name, at, n) =>
      `insert into checkout_reminders (booking_id, text_version, agreed_at) values ('${bookings[n]}', '${name}', ${at})`,
    name: "text_version",
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
const NO_PURGE = ["daily_sales", "daily_coupons", "daily_partners", "ledger_rounds", "job_workers"];

const NAMES = ["older", "younger"];
const TOOLS = { job: { attempts: 1 } } as Parameters<NonNullable<ReturnType<typeof taskList>[string]>>[1];

describe("what is older than its term goes, and nothing else", () => {
  test.each(Object.entries(PURGES))("%s", async (table, { task, term, by = "1 hour", row, name, empties }) => {
    for (const [n, side] of (["+", "-"] as const).entries())
      await query(row(NAMES[n]!, `now() - (interval '${term}' ${side} interval '${by}')`, n));
    const run = taskList(database.services)[task]!;
    for (const _ of ["", "again"]) await run({}, TOOLS);
    const { rows } = await query(
      `select ${name} as name, ${empties ?? "'all'"} as kept from ${table} where ${name} in ('older', 'younger') order by 1`,
    );
    const left = rows.map((one) => [one["name"], one["kept"] === null ? "emptied" : "there"]);
    const younger = ["younger", "there"];
    expect(left).toEqual(empties ? [["older", "emptied"], younger] : [younger]);
  });
});

test("a picture that nothing uses goes into the trash after 30 days, and no sooner", async () => {
  const ages: [string, string][] = [
    ["2", "31 days"],
    ["3", "29 days"],
  ];
  for (const [digit, age] of ages)
    await query(`insert into pictures (name, added_at, unused_since)
      values ('${digit.repeat(32)}', now() - interval '1 year', now() - interval '${age}')`);
  await taskList(database.services)["pictures.sweep"]!({}, TOOLS);
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
  const tables = [...old, ...written.filter(([, , rest = ""]) => / <=? /.test(rest))].map(([, table]) => table!);
  // one statement goes through the tables of visits
  const known = [...Object.keys(PURGES), ...NO_PURGE, "table"];
  expect(tables.filter((table) => !known.includes(table))).toEqual([]);
  // and it sees what it is to see
  for (const table of ["idempotency_keys", "session", "verification", "consents", "provider_events", "widget_reports"])
    expect(tables, table).toContain(table);
});
