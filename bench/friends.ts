import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { randomUUID } from "node:crypto";
import pg from "pg";
import { prepareDatabase } from "#bench/prepare.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { startServer } from "#tests/servers.ts";
import { UNCAPPED } from "#tests/uncapped.ts";

// A friends' table of 20, whose friends book and pay at the same moment, beside as many who book the same number of places of a night
// without one: how long each waits for their places, and until they are booked and paid at the sandbox. In turn, ROUNDS (5) of each.

const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const FRIENDS = 19;
const MEXICO_CITY = "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b01";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-friends-"));
fs.chmodSync(folder, 0o755);
const cluster = await startEmbedded(path.join(folder, "pg"), { stateBase: folder });
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

type Times = { placed: number; paid: number };

/** One guest books a place and pays it. */
async function books(address: string, hidden: Record<string, string>): Promise<Times> {
  const began = performance.now();
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
  const isPlaced = performance.now();
  const cookie = (placed.headers.get("set-cookie") ?? "").split(";")[0]!;
  const back = await post(provider, { outcome: "approve" }, cookie);
  await (await fetch(new URL(back.headers.get("location")!, origin), { headers: { cookie } })).text();
  return { placed: isPlaced - began, paid: performance.now() - began };
}

/** A paid booking's table; the code of its link. */
async function tableOn(night: string): Promise<string> {
  const address = `/checkout?departure=${night}&people=1`;
  await books(address, await formAt(address));
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

async function together(address: string): Promise<Times[]> {
  const forms = [];
  for (let n = 0; n < FRIENDS; n++) forms.push(await formAt(address));
  return Promise.all(forms.map((hidden) => books(address, hidden)));
}

const times: Record<"table" | "plain", Times[]> = { table: [], plain: [] };
for (let round = 0; round <= ROUNDS; round++) {
  const [first, second] = [nights[2 * round]!.id, nights[2 * round + 1]!.id];
  const code = await tableOn(first);
  const joined = await together(`/checkout?departure=${first}&people=1&table=${code}`);
  const alone = await together(`/checkout?departure=${second}&people=1`);
  const { rows } = await client.query<{ taken: number; paid: number }>(
    `select t.taken, (select sum(s.people)::int from friend_shares s join bookings b on b.id = s.booking_id
       where s.table_id = t.id and b.status = 'confirmed') as paid from friend_tables t where t.code = $1`,
    [code],
  );
  if (rows[0]!.taken !== FRIENDS || rows[0]!.paid !== FRIENDS) throw new Error(JSON.stringify(rows[0]));
  // the first of each warms the server up
  if (round === 0) continue;
  times.table.push(...joined);
  times.plain.push(...alone);
}

const at = (values: number[], share: number) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]!;
console.log(`\n| ${FRIENDS} at once, ms | placed: median · p95 | paid: median · p95 |\n|---|---|---|`);
for (const [name, all] of Object.entries(times)) {
  const figures = (["placed", "paid"] as const).map((what) => {
    const values = all.map((one) => one[what]);
    return `${at(values, 0.5).toFixed(0)} · ${at(values, 0.95).toFixed(0)}`;
  });
  console.log(`| ${name} | ${figures.join(" | ")} |`);
}
const p95 = (what: "table" | "plain") =>
  Math.round(
    at(
      times[what].map(({ placed }) => placed),
      0.95,
    ),
  );
console.log(`\n${JSON.stringify({ bench: "friends", table: p95("table"), plain: p95("plain") })}`);

await client.end();
await server.stop();
await cluster.stop();
fs.rmSync(folder, { recursive: true, force: true });
