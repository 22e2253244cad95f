import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { type Answer, callerOf, startServer } from "#tests/servers.ts";
import { UNCAPPED } from "#tests/uncapped.ts";

// How many places somebody keeps who never pays, by the HTTP API behind a proxy, on one night and over two weeks, in two waves: the
// second when the holds of the first have lapsed; and in twelve rounds of somebody who books again before that. Without the caps
// (switched off by settings), then with their defaults.
//   REQUESTS (400) of a wave        ROUNDS (12)

const NIGHTS = 14;
const SEATS = 40;
const REQUESTS = Number(process.env["REQUESTS"] ?? 400);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-abuse-"));
fs.chmodSync(folder, 0o755);
const cluster = await startEmbedded(path.join(folder, "pg"), { stateBase: folder });
const server = await startServer({
  DATABASE_URL: cluster.url(),
  RONDA_SEED: "demo",
  TRUST_PROXY: "1",
});
const database = new pg.Pool({ connectionString: cluster.url(), max: 8 });
const { rows } = await database.query<{ id: string }>(
  `select id from scheduled_crawls where status = 'scheduled' and starts_at > now() + interval '2 days'
   and crawl_id = (select value::uuid from app_settings where key = 'default_crawl_id') order by date limit $1`,
  [NIGHTS],
);
const nights = rows.map(({ id }) => id);
const caller = callerOf(16);

let guests = 0;
type Over = { browser?: string | undefined; domain?: string; codes?: boolean };
/** One booking by somebody new, at a domain of their own unless one is named; `codes`: who sends the mailed code where one is asked for. */
async function book(address: string, night: string, people: number, { browser, domain, codes = false }: Over = {}) {
  const n = ++guests;
  const began = performance.now();
  const email = `guest-${n}@${domain ?? `mail-${n}.test`}`;
  const body = {
    scheduled_crawl_id: night,
    number_of_people: people,
    customer: { first_name: "Ana", last_name: "Ríos", email, phone: `+52 55 ${10_000_000 + n}`, country: "MX" },
    currency: "MXN",
    language: "en",
    agreed_to_terms: true,
  };
  const headers = () => ({
    "idempotency-key": randomUUID(),
    "x-forwarded-for": address,
    ...(browser ? { cookie: `ronda_browser=${browser}`, origin: server.origin, "sec-fetch-site": "same-origin" } : {}),
  });
  const call = (sent: object): Promise<Answer> =>
    caller.call("POST", `${server.origin}/api/bookings`, { ...body, ...sent }, headers());
  const first = await call({});
  const needsCode = first.body["code"] === "email_code_needed";
  const answer = needsCode && codes ? await call({ email_code: await codeMailedTo(email) }) : first;
  return { ...answer, ms: performance.now() - began, asked: needsCode };
}

async function codeMailedTo(email: string): Promise<string> {
  const found = await database.query<{ code: string }>(
    "select payload ->> 'token' as code from emails where kind = 'booking_code' and recipient = $1",
    [email],
  );
  return found.rows[0]!.code;
}

const browsers = Array.from({ length: 56 }, () => randomBytes(32).toString("base64url"));
type Attacker = { name: string; asks: (n: number, night: string) => ReturnType<typeof book> };
const attackers: Attacker[] = [
  { name: "one IPv4 /24", asks: (n, night) => book(`203.0.113.${n % 256}`, night, 10) },
  {
    name: "50 browsers in one IPv6 /48",
    asks: (n, night) => book(`2001:db8:9:${(n % 50).toString(16)}::1`, night, 10, { browser: browsers[n % 50] }),
  },
  { name: "200 IPv4 addresses", asks: (n, night) => book(`11.${n % 200}.7.1`, night, 10) },
  {
    name: "one address with its own mail domain, sends the codes",
    asks: (_, night) => book("198.51.100.9", night, 10, { domain: "evil.test", codes: true }),
  },
];

async function reset(isCapped: boolean): Promise<void> {
  await database.query(`update bookings set status = 'cancelled', cancel_reason = coalesce(cancel_reason, 'customer'),
    cancelled_at = coalesce(cancelled_at, now()), created_at = created_at - interval '1 day'
    where confirmed_at is null and created_at > now() - interval '4 hours'`);
  await database.query(
    "update scheduled_crawls set total_spots = $2, available_spots = $2, overbooked_spots = 0, bookings_disabled = false, external_booking_link = null where id = any($1)",
    [nights, SEATS],
  );
  await database.query("delete from rate_counters");
  await database.query("delete from hold_episodes");
  for (const { key } of UNCAPPED) await database.query("delete from app_settings where key = $1", [key]);
  if (!isCapped)
    for (const { key, value } of UNCAPPED)
      await database.query("insert into app_settings (key, value) values ($1, $2)", [key, value]);
  await setTimeout(7000); // sleeps: until the server has read settings and figures again
}

/** One wave: the places of everybody's answers, and how many requests were sent until nothing more was to be had. */
async function wave({ asks }: Attacker, on: readonly string[]): Promise<{ places: number; minutes: number }> {
  const answers: Answer[] = [];
  const most = on.length * 8;
  for (let n = 0; n < Math.min(REQUESTS, most); n += 16)
    answers.push(...(await Promise.all(Array.from({ length: 16 }, (_, i) => asks(n + i, on[(n + i) % on.length]!)))));
  const holds = answers.filter(({ status }) => status === 201);
  const ends = holds.map(({ body }) => Date.parse(body["hold_expires_at"] as string));
  return {
    places: holds.length * 10,
    minutes: holds.length ? Math.round((Math.max(...ends) - Date.now()) / 60_000) : 0,
  };
}

async function lapse(): Promise<void> {
  await database.query(`update bookings set hold_expires_at = now() - interval '1 second', created_at = created_at - interval '32 minutes'
    where status = 'pending'`);
  await setTimeout(7000); // sleeps: until the server has read the figures again
}

/** Minutes pass for all bookings that nobody paid. */
async function pass(minutes: number): Promise<void> {
  await database.query(
    `update bookings set created_at = created_at - $1 * interval '1 minute', hold_expires_at = hold_expires_at - $1 * interval '1 minute'
     where confirmed_at is null and created_at > now() - interval '4 hours'`,
    [minutes],
  );
  await database.query(
    "update hold_episodes set started_at = started_at - $1 * interval '1 minute', seen_at = seen_at - $1 * interval '1 minute'",
    [minutes],
  );
  // what a job does each minute
  await database.query("select graphile_worker.add_job('holds.watch')");
  await setTimeout(7000); // sleeps: until the server has read the figures again
}

const ROUNDS = Number(process.env["ROUNDS"] ?? 12);
/** Places that 56 browsers in 56 networks keep after each round, in which each replaces its booking of 10. */
async function rounds(over: Over): Promise<number[]> {
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 0) await pass(4.5);
    for (let n = 0; n < browsers.length; n += 8)
      await Promise.all(
        browsers
          .slice(n, n + 8)
          .map((browser, i) => book(`13.${n + i}.7.1`, nights[(n + i) % NIGHTS]!, 10, { browser, ...over })),
      );
    const live = await database.query<{ places: number }>(
      `select coalesce(sum(number_of_people), 0)::int as places from bookings
       where status = 'pending' and hold_expires_at > now() and scheduled_crawl_id = any($1)`,
      [nights],
    );
    rates.push(live.rows[0]!.places);
  }
  return rates;
}

/** An honest guest elsewhere: asks for two places on a night that isn't full, and sends the code where one is asked for. */
async function honest(): Promise<string> {
  await database.query(
    "update scheduled_crawls set total_spots = total_spots + 4, available_spots = available_spots + 4 where id = $1",
    [nights.at(-1)],
  );
  const { status, body, asked: request, ms } = await book("192.0.2.77", nights.at(-1)!, 2, { codes: true });
  const answer = status === 201 ? "books" : (body["code"] as string);
  return `${answer}${request ? " with a code" : ""}, ${ms.toFixed(0)} ms`;
}

/** Milliseconds of one booking after another, each of somebody else: what counting costs. */
async function cost(): Promise<string> {
  await database.query("update scheduled_crawls set total_spots = 100000, available_spots = 100000 where id = $1", [
    nights[0],
  ]);
  const times: number[] = [];
  for (let n = 0; n < 600; n++) times.push((await book(`12.${n % 250}.${Math.floor(n / 250)}.1`, nights[0]!, 1)).ms);
  const sorted = times.slice(100).toSorted((a, b) => a - b);
  return `median ${sorted[250]!.toFixed(2)} ms, p95 ${sorted[475]!.toFixed(2)} ms`;
}

const isCrowdOnly = process.argv.includes("crowd");

/** Starts to pay a booking, with the mailed code where one is asked for and `email` is whose it is. */
async function pay(address: string, id: string, email?: string): Promise<string> {
  const call = (sent: object): Promise<Answer> =>
    caller.call(
      "POST",
      `${server.origin}/api/bookings/${id}/payments`,
      { provider: "sandbox", method: "card", ...sent },
      { "idempotency-key": randomUUID(), "x-forwarded-for": address },
    );
  const first = await call({});
  const isAsked = first.body["code"] === "email_code_needed";
  if (!isAsked || email === undefined) return first.status === 201 ? "pays" : (first.body["code"] as string);
  const { status } = await call({ email_code: await codeMailedTo(email) });
  return status === 201 ? "pays with a code" : "refused";
}

const MINUTES = [0, 7, 20, 30, 40, 50, 60, 80];
/**
 * Places that thirty IPv6 /48s keep who never pay: each books twice in one go, starts a payment at each of these minutes, and so
 * takes again what has lapsed; at the last all of them book anew. Beside them two guests who booked a night of their own before, and
 * pay at minute 7 and 20, and one who books at the end.
 */
async function crowd(): Promise<{ kept: number[]; anew: number; seconds: number; guests: string[] }> {
  const own = nights.at(-1)!;
  const early = await book("192.0.2.61", own, 2);
  const earlyEmail = `guest-${guests}@mail-${guests}.test`;
  const late = await book("192.0.2.62", own, 2);
  const lateEmail = `guest-${guests}@mail-${guests}.test`;
  const began = performance.now();
  const addressOf = (n: number) => `2001:db8:${(n + 256).toString(16)}::1`;
  const all = () =>
    Promise.all(
      Array.from({ length: 60 }, async (_, n) => ({
        n,
        answer: await book(addressOf(n % 30), nights[n % (NIGHTS - 1)]!, 10),
      })),
    );
  const answers = await all();
  const seconds = (performance.now() - began) / 1000;
  const holds = answers.filter(({ answer }) => answer.status === 201);
  const rates: number[] = [];
  const outcomes: string[] = [];
  for (const [at, minute] of MINUTES.entries()) {
    if (at > 0) {
      await pass(minute - MINUTES[at - 1]!);
      if (minute === 7) outcomes.push(await pay("192.0.2.61", early.body["id"] as string, earlyEmail));
      if (minute === 20) outcomes.push(await pay("192.0.2.62", late.body["id"] as string, lateEmail));
      for (const { n, answer } of holds) await pay(addressOf(n % 30), answer.body["id"] as string);
    }
    const live = await database.query<{ places: number }>(
      `select coalesce(sum(number_of_people), 0)::int as places from bookings
       where status = 'pending' and hold_expires_at > now() and scheduled_crawl_id = any($1)`,
      [nights.slice(0, -1)],
    );
    rates.push(live.rows[0]!.places);
  }
  const anew = (await all()).filter(({ answer }) => answer.status === 201).length * 10;
  const { status, asked: request } = await book("192.0.2.63", own, 2, { codes: true });
  outcomes.push(`${status === 201 ? "books" : "refused"}${request ? " with a code" : ""}`);
  return { kept: rates, anew, seconds, guests: outcomes };
}

console.log(
  `| thirty IPv6 /48s, again and again | caps | places kept of 520 at minute ${MINUTES.join(", ")} | booked anew then | guests beside them |`,
);
console.log("|---|---|---|---|---|");
for (const isCapped of [false, true]) {
  await reset(isCapped);
  const { kept: input, anew, seconds, guests: outcomes } = await crowd();
  console.log(
    `| taken in ${seconds.toFixed(1)} s | ${isCapped ? "on" : "off"} | ${input.join(", ")} | ${anew} | at minute 7 ${outcomes[0]}, at 20 ${outcomes[1]}, at the end ${outcomes[2]} |`,
  );
}

if (!isCrowdOnly)
  console.log(
    "| attacker | caps | one night of 40 | two weeks of 560 | again after lapsing | minutes (first, again) | a guest elsewhere |",
  );
if (!isCrowdOnly) console.log("|---|---|---|---|---|---|---|");
for (const attacker of isCrowdOnly ? [] : attackers)
  for (const isCapped of [false, true]) {
    await reset(isCapped);
    const one = await wave(attacker, nights.slice(0, 1));
    await reset(isCapped);
    const all = await wave(attacker, nights);
    await lapse();
    const again = await wave(attacker, nights);
    const guest = await honest();
    console.log(
      `| ${attacker.name} | ${isCapped ? "on" : "off"} | ${one.places} | ${all.places} | ${again.places} | ${all.minutes}, ${again.minutes} | ${guest} |`,
    );
  }

if (!isCrowdOnly) {
  console.log(
    "\n| 56 browsers in 56 networks, again every 4.5 minutes | caps | places kept in each round | a guest elsewhere |",
  );
  console.log("|---|---|---|---|");
  for (const [name, isCapped, over] of [
    ["without mail", false, {}],
    ["without mail", true, {}],
    ["sends the codes, own mail domain", true, { domain: "evil.test", codes: true }],
    ["sends the codes, a mailbox each at a provider", true, { domain: "gmail.com", codes: true }],
  ] as const) {
    await reset(isCapped);
    const rates = await rounds(over);
    console.log(`| ${name} | ${isCapped ? "on" : "off"} | ${rates.join(", ")} | ${await honest()} |`);
  }

  for (const isCapped of [false, true, false, true]) {
    await reset(isCapped);
    console.log(`one booking after another, caps ${isCapped ? "on" : "off"}: ${await cost()}`);
  }
}

caller.close();
await database.end();
await server.stop();
await cluster.stop();
fs.rmSync(folder, { recursive: true, force: true });
