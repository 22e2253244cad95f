import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { fillBookings } from "#bench/bookings.ts";
import { BOOKING } from "#bench/prepare.ts";
import { load, median } from "#bench/measure.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { migrate } from "#src/platform/migrate.server.ts";
import { startServer } from "#tests/servers.ts";
import { UNCAPPED } from "#tests/uncapped.ts";

// How long a backup of very many bookings takes, how large it is, what it needs of memory, what it leaves of the server's
// throughput while it runs, and how long it takes to restore. On an embedded PostgreSQL with fsync on.

const BOOKINGS = Number(process.env["BOOKINGS"] ?? 1_000_000);
const ROUND_MS = 5000;
const ROUNDS_ALONE = 5;
const CONNECTIONS = 8;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-bench-"));
fs.chmodSync(folder, 0o755);
const cluster = await startEmbedded(path.join(folder, "pg"), {
  stateBase: folder,
  flags: ["-c", "max_wal_size=2GB"],
});
const client = new pg.Client(cluster.url());
await client.connect();
await client.query("create database product");
await client.query("create database restored");
await client.end();

const url = cluster.url("product");
await migrate(url);
const filler = new pg.Client(url);
await filler.connect();
const began = performance.now();
await fillBookings(filler, BOOKINGS, (done) => process.stderr.write(`\r${done} bookings`));
// a new site begins closed
for (const { key, value } of [...UNCAPPED, { key: "open_for_sale", value: "true" }])
  await filler.query("insert into app_settings (key, value) values ($1, $2)", [key, value]);
const size = await filler.query<{ bytes: number }>("select pg_database_size('product')::float8 as bytes");
const nights = await filler.query<{ id: string }>(`update scheduled_crawls set total_spots = total_spots + 1000000,
  available_spots = available_spots + 1000000 where id = (select id from scheduled_crawls
    where status = 'scheduled' and sales_close_at > now() + interval '7 days' order by starts_at limit 1) returning id`);
const night = nights.rows[0]!.id;
await filler.query("vacuum analyze");
await filler.end();
process.stderr.write(`\r${BOOKINGS} bookings in ${seconds(performance.now() - began)}\n`);

const server = await startServer({ DATABASE_URL: url, RONDA_SEED: "empty", ROLE: "web" });
const port = Number(new URL(server.origin).port);
const body = { ...BOOKING, number_of_people: 1, additional_names: [] };
/** Bookings per second, one round. */
async function booking(): Promise<number> {
  const job = { port, method: "POST" as const, path: "/api/bookings", booking: { departures: [night], body } };
  const { requests, failed, seconds: took } = await load({ ...job, connections: CONNECTIONS, milliseconds: ROUND_MS });
  if (failed > 0) throw new Error(`${failed} bookings failed`);
  return requests / took;
}

type Run = { ms: number; memoryMb: number };
/** A verb of the command line in a process of its own, with its peak of resident memory. */
function ronda(words: string[], environment: Record<string, string>): Promise<Run> {
  const started = performance.now();
  const child = spawn(process.execPath, ["src/cli.ts", ...words], {
    env: { PATH: process.env["PATH"], DATA_DIR: folder, ...environment },
    stdio: ["ignore", "ignore", "inherit"],
  });
  let memoryMb = 0;
  const watch = setInterval(() => {
    try {
      const peak = /VmHWM:\s+(\d+)/.exec(fs.readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1];
      memoryMb = Math.max(memoryMb, Number(peak ?? 0) / 1024);
    } catch {
      // it has ended, or this isn't Linux
    }
  }, 100);
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => {
      clearInterval(watch);
      if (code === 0) resolve({ ms: performance.now() - started, memoryMb });
      else reject(new Error(`ronda ${words.join(" ")} ended with ${code}`));
    });
  });
}

await booking(); // the first round compiles
const alone: number[] = [];
for (let round = 0; round < ROUNDS_ALONE; round++) alone.push(await booking());

const file = path.join(folder, "bench.backup");
const quiet = await ronda(["backup", "--to", file], { DATABASE_URL: url });
const bytes = fs.statSync(file).size;
const beside: number[] = [];
const ended = new AbortController();
const loaded = ronda(["backup", "--to", file], { DATABASE_URL: url }).finally(() => ended.abort());
while (!ended.signal.aborted) beside.push(await booking());
const busy = await loaded;
if (beside.length > 1) beside.pop(); // partly after its end
await server.stop();
const restored = await ronda(["restore", file], {
  DATABASE_URL: cluster.url("restored"),
  UPLOADS_DIR: `${folder}/back`,
});

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
const mb = (n: number) => `${(n / 1_000_000).toFixed()} MB`;
console.log(`| bookings | database | backup file | backup, quiet | backup, under load | its memory | bookings/s alone | beside it | share | restore |
|---|---|---|---|---|---|---|---|---|---|
| ${BOOKINGS} | ${mb(size.rows[0]!.bytes)} | ${mb(bytes)} | ${seconds(quiet.ms)} | ${seconds(busy.ms)} | ${Math.max(quiet.memoryMb, busy.memoryMb).toFixed()} MB | ${median(alone).toFixed()} | ${median(beside).toFixed()} | ${((100 * median(beside)) / median(alone)).toFixed()} % | ${seconds(restored.ms)} |`);

await cluster.stop();
fs.rmSync(folder, { recursive: true, force: true });
