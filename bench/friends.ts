import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { cpuOf, cpuOfPostgres } from "#bench/cpu.ts";
import { prepareDatabase } from "#bench/prepare.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { startServer } from "#tests/servers.ts";
import { UNCAPPED } from "#tests/uncapped.ts";

// A friends' table of 20, whose friends book and pay at the same moment, beside as many who book the same number of places of a night
// without one: how long each waits for their place and payment page, and then for the sandbox and their confirmation, and what that costs.
// In turn, ROUNDS (5) of each.

const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const FRIENDS = 19;
const MEXICO_CITY = "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b01";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-friends-"));
fs.chmodSync(folder, 0o755);
const cluster = await startEmbedded(path.join(folder, "pg"), { stateBase: folder });
const postmaster = Number(fs.readFileSync(path.join(folder, "pg", "postmaster.pid"), "utf8").split("\n")[0]);
const environment = { DATABASE_URL: cluster.url(), RONDA_SEED: "demo" };
prepareDatabase(environment);
const client = new pg.Client(cluster.url());
await client.connect();
for (const { key, value } of UNCAPPED)
  await client.query(
    "insert into app_settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value",
    [key, value],
  );
// a night for each party, with room for it
const { rows: nights } = await client.query<{ id: string }>(
  `update scheduled_crawls set total_spots = total_spots + 100, available_spots = available_spots + 100 where id in (
     select d.id from night_facts d where d.crawl_id = $2 and d.status = 'scheduled' and d.starts_at > now() + interval '3 days'
       and not d.bookings_disabled and d.external_booking_link is null
       and not exists (select from waiting_entries w where w.departure_id = d.id) order by d.starts_at limit $1) returning id`,
  [2 * (ROUNDS + 1), MEXICO_CITY],
);
const server = await startServer(environment);
// browsers name it so, and forms of others are refused
const origin = server.origin.replace("127.0.0.1", "localhost");

const post = (address: string, form: Record<string, string>, cookie = "") =>
  fetch(new URL(address, origin), {
    method: "POST",
    redirect: "manual",
    headers: { origin, cookie, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams(form),
  });

/** The hidden fields of a checkout's form, as a browser without scripts would send them. */
async function formAt(address: string): Promise<Record<string, string>> {
  const html = await (await fetch(new URL(address, origin))).text();
  return Object.fromEntries(
    Array.from(html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g), ([, name, value]) => [
      name,
      value,
    ]),
  ) as Record<string, string>;
}

type Placed = { provider: string; cookie: string };

/** One guest books a place and is sent to its payment page. */
async function places(address: string, hidden: Record<string, string>): Promise<Placed> {
  const placed = await post(address, {
    ...hidden,
    first_name: "Ana",
    last_name: "Ríos",
    email: `${randomUUID()}@bench.test`,
    phone: "+52 55 1234 5678",
    country: "MX",
    number_of_people: "1",
    currency: "MXN",
    agreed: "on",
    intent: "place:card",
  });
  const provider = placed.headers.get("location");
  if (!provider?.includes("/sandbox/pay/"))
    throw new Error(`${placed.status} ${provider} ${(await placed.text()).slice(-500)}`);
  return { provider, cookie: (placed.headers.get("set-cookie") ?? "").split(";")[0]! };
}

/** They pay there, and see their confirmation. */
async function pays({ provider, cookie }: Placed): Promise<void> {
  const back = await post(provider, { outcome: "approve" }, cookie);
  await (await fetch(new URL(back.headers.get("location")!, origin), { headers: { cookie } })).text();
}

/** A paid booking's table; the code of its link. */
async function tableOn(night: string): Promise<string> {
  const address = `/checkout?departure=${night}&people=1`;
  await pays(await places(address, await formAt(address)));
  const { rows } = await client.query<{ id: string; browser: string }>(
    "select id from bookings where scheduled_crawl_id = $1 order by created_at desc limit 1",
    [night],
  );
  const { rows: tables } = await client.query<{ code: string }>(
    `with taken as (update scheduled_crawls set available_spots = available_spots - $3 where id = $1)
     insert into friend_tables (code, booking_id, departure_id, places, deadline, started_at)
     select upper(translate(left(md5(random()::text), 16), '01', '23')), $2, $1, $3, now() + interval '1 day', now() returning code`,
    [night, rows[0]!.id, FRIENDS],
  );
  return tables[0]!.code;
}

const STEPS = ["placed", "paid"] as const;
/** Of each step: how long each guest waited, and for all of them the server's and PostgreSQL's CPU-ms and how long connections waited for locks. */
type Figures = Record<(typeof STEPS)[number], { waits: number[]; server: number; postgres: number; locks: number }>;
const none = (): Figures => ({
  placed: { waits: [], server: 0, postgres: 0, locks: 0 },
  paid: { waits: [], server: 0, postgres: 0, locks: 0 },
});

/** Does all of some things at once, and adds what that took. */
async function measured<T>(into: Figures["placed"], all: readonly (() => Promise<T>)[]): Promise<T[]> {
  const before = { server: cpuOf(server.process.pid!), postgres: cpuOfPostgres(postmaster) };
  const watch = watchLocks();
  const began = performance.now();
  const results = await Promise.all(
    all.map(async (one) => {
      const result = await one();
      into.waits.push(performance.now() - began);
      return result;
    }),
  );
  into.locks += await watch.end();
  into.server += cpuOf(server.process.pid!) - before.server;
  into.postgres += cpuOfPostgres(postmaster) - before.postgres;
  return results;
}

const WAITING = "select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock'";

/** Adds up how long connections wait for locks, from looks between which nothing is known. */
function watchLocks() {
  const end = new AbortController();
  const sum = (async () => {
    let waited = 0;
    let last = performance.now();
    while (!end.signal.aborted) {
      const { rows } = await client.query<{ waiting: number }>(WAITING);
      const now = performance.now();
      waited += rows[0]!.waiting * (now - last);
      last = now;
      await setTimeout(5);
    }
    return waited;
  })();
  return { end: () => (end.abort(), sum) };
}

async function together(address: string, into: Figures): Promise<void> {
  const forms: Record<string, string>[] = [];
  for (let n = 0; n < FRIENDS; n++) forms.push(await formAt(address));
  const placed = await measured(
    into.placed,
    forms.map((hidden) => () => places(address, hidden)),
  );
  await measured(
    into.paid,
    placed.map((one) => () => pays(one)),
  );
}

const figures = { table: none(), plain: none() };
for (let round = 0; round <= ROUNDS; round++) {
  const [first, second] = [nights[2 * round]!.id, nights[2 * round + 1]!.id];
  const code = await tableOn(first);
  // the first of each warms the server up
  const into = round === 0 ? { table: none(), plain: none() } : figures;
  await together(`/checkout?departure=${first}&people=1&table=${code}`, into.table);
  await together(`/checkout?departure=${second}&people=1`, into.plain);
  const { rows } = await client.query<{ taken: number; paid: number }>(
    `select t.taken, (select sum(s.people)::int from friend_shares s join bookings b on b.id = s.booking_id
       where s.table_id = t.id and b.status = 'confirmed') as paid from friend_tables t where t.code = $1`,
    [code],
  );
  if (rows[0]!.taken !== FRIENDS || rows[0]!.paid !== FRIENDS) throw new Error(JSON.stringify(rows[0]));
}

const at = (values: number[], share: number) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]!;
console.log(
  `\n| ${FRIENDS} at once | median · p95, ms | each: server + PostgreSQL, CPU-ms | each: waits for locks, ms |\n|---|---|---|---|`,
);
for (const step of STEPS)
  for (const [name, all] of Object.entries(figures)) {
    const { waits, server: ofServer, postgres, locks } = all[step];
    const each = (sum: number) => (sum / waits.length).toFixed(1);
    const times = `${at(waits, 0.5).toFixed(0)} · ${at(waits, 0.95).toFixed(0)}`;
    console.log(`| ${step}, ${name} | ${times} | ${each(ofServer)} + ${each(postgres)} | ${each(locks)} |`);
  }
const p95 = (what: "table" | "plain", step: (typeof STEPS)[number]) => Math.round(at(figures[what][step].waits, 0.95));
console.log(
  `\n${JSON.stringify({ bench: "friends", table: p95("table", "placed"), plain: p95("plain", "placed"), paid: p95("table", "paid") })}`,
);

await client.end();
await server.stop();
await cluster.stop();
fs.rmSync(folder, { recursive: true, force: true });
