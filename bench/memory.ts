import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { proportionalMemoryOf, memoryOf } from "#bench/cpu.ts";
import { load } from "#bench/measure.ts";
import { BOOKING, prepareDatabase } from "#bench/prepare.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { startServer } from "#tests/servers.ts";
import { UNCAPPED } from "#tests/uncapped.ts";

// What the server's process holds in memory, with all of its threads and without PostgreSQL: half a minute after the start, after
// 300 different rendered pages, after a load of bookings, and while guests look and book for MINUTES (0; 60 for a whole hour).
//   REST (30) seconds before the first figure        PAGES (300)        SECONDS (10) of bookings

const REST = Number(process.env["REST"] ?? 30);
const PAGES = Number(process.env["PAGES"] ?? 300);
const SECONDS = Number(process.env["SECONDS"] ?? 10);
const MINUTES = Number(process.env["MINUTES"] ?? 0);
/** Between two figures of the last part. */
const STEP_MS = Math.min(60_000, (MINUTES * 60_000) / 10);
/** Requests per second of the last part: a third of what a small server can do. */
const RATE = 40;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-memory-"));
fs.chmodSync(folder, 0o755);
const cluster = await startEmbedded(path.join(folder, "pg"), { stateBase: folder });
const environment = { DATABASE_URL: cluster.url(), RONDA_SEED: "demo" };
prepareDatabase(environment);
const server = await startServer(environment);
const pid = server.process.pid!;

type Figure = { at: string; rss: number; pss: number };
const figures: Figure[] = [];
function measure(at: string): Figure {
  const figure = { at, rss: Math.round(memoryOf(pid)), pss: Math.round(proportionalMemoryOf(pid)) };
  figures.push(figure);
  return figure;
}

await wait(REST * 1000);
measure("at rest");

const client = new pg.Client(cluster.url());
await client.connect();
await client.query(`update scheduled_crawls set total_spots = total_spots + 1000000, available_spots = available_spots + 1000000,
  bookings_disabled = false, external_booking_link = null where status = 'scheduled'`);
for (const { key, value } of UNCAPPED)
  await client.query("insert into app_settings (key, value) values ($1, $2)", [key, value]);
const { rows: nights } = await client.query<{ id: string }>(
  `select id from scheduled_crawls where status = 'scheduled' and sales_close_at > now() + interval '1 hour'
   and crawl_id = (select value::uuid from app_settings where key = 'default_crawl_id') order by starts_at`,
);
const { rows: crawls } = await client.query<{ slug: string; city: string }>(
  "select slug, city_id as city from pub_crawls where deleted_at is null and is_active",
);
await client.end();

const departures = nights.map(({ id }) => id);
const PAGES_OF_SITE = ["", "crawls", "faq", "book-now", "gallery", "contact", "login", "signup", "terms", "privacy"];
const once = [...PAGES_OF_SITE, ...crawls.flatMap(({ slug, city }) => [`crawls/${slug}`, `cities/${city}`])];
/** Addresses that differ: each page of the site in both languages, and the checkout of one night after the other, which is never kept. */
const addresses = [
  ...new Set(once.flatMap((page) => [`/${page}`, `/es/${page}`.replace(/\/$/, "")])),
  ...departures.flatMap((id) =>
    ["", "/es"].flatMap((way) => [1, 2, 3].map((people) => `${way}/checkout?departure=${id}&people=${people}`)),
  ),
].slice(0, PAGES);

async function visit(address: string): Promise<void> {
  const answer = await fetch(server.origin + address, { headers: { "accept-encoding": "br" } });
  await answer.arrayBuffer();
  if (answer.status >= 500) throw new Error(`${answer.status} for ${address}`);
}
for (const address of addresses) await visit(address);
measure(`after ${addresses.length} pages`);

const job = { method: "POST", path: "/api/bookings", booking: { departures, body: BOOKING } } as const;
const port = Number(new URL(server.origin).port);
const { requests, failed } = await load({ ...job, port, connections: 24, milliseconds: SECONDS * 1000 });
measure(`after ${requests - failed} bookings`);
await wait(REST * 1000);
measure("and rest");

for (
  let until = performance.now() + MINUTES * 60_000, n = 0, next = performance.now() + STEP_MS;
  performance.now() < until;
) {
  const began = performance.now();
  await Promise.all(Array.from({ length: RATE / 4 }, () => visit(addresses[n++ % addresses.length]!)));
  await load({ ...job, port, connections: 4, milliseconds: 50 });
  if (performance.now() > next) {
    measure(`minute ${(MINUTES - (until - next) / 60_000).toFixed(1)}`);
    next += STEP_MS;
  }
  await wait(Math.max(0, 250 - (performance.now() - began)));
}

console.log(`\n| the server | MB resident | MB, shared pages by their share |\n|---|---|---|`);
for (const { at, rss, pss } of figures) console.log(`| ${at} | ${rss} | ${pss} |`);
console.log(`\n${JSON.stringify({ bench: "memory", figures })}`);

await server.stop();
await cluster.stop();
fs.rmSync(folder, { recursive: true, force: true });
