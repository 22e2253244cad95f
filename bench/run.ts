import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { compareWithBudget } from "#bench/budget.ts";
import { cpuOf, cpuOfPostgres, memoryOf } from "#bench/cpu.ts";
import type { Job } from "#bench/load.ts";
import { addHistory, BOOKING } from "#bench/prepare.ts";
import { load, median } from "#bench/measure.ts";
import { viaText } from "#src/modules/sales/affiliates/rules/attribution.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { UNCAPPED } from "#tests/uncapped.ts";
import { freePort, startServer } from "#tests/servers.ts";

// One run: the floor and the product on one PostgreSQL (fsync on), alternating under the same load. Prints a table of medians.

const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const SECONDS = Number(process.env["SECONDS"] ?? 3);
const CONNECTIONS = Number(process.env["CONNECTIONS"] ?? 24);
const DAYS = 30;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-bench-"));
fs.chmodSync(folder, 0o755);
const cluster = await startEmbedded(path.join(folder, "pg"), {
  stateBase: folder,
  flags: ["-c", "max_connections=60"],
});
const postmaster = Number(fs.readFileSync(path.join(folder, "pg", "postmaster.pid"), "utf8").split("\n")[0]);

type Target = { name: string; port: number; pid: number };
/** `isUncapped`: without caps on unpaid places. */
type Scenario = {
  name: string;
  target: Target;
  job: Pick<Job, "method" | "path" | "booking">;
  floors?: string[];
  isUncapped?: boolean;
};
type Round = { rps: number; p50: number; p95: number; p99: number; server: number; postgres: number };

/** One round of load on one target, with the CPU time that server and PostgreSQL used per request. */
async function round({ target, job, isUncapped = false }: Scenario, milliseconds: number): Promise<Round> {
  await setCaps(!isUncapped);
  const [server, postgres] = [cpuOf(target.pid), cpuOfPostgres(postmaster)];
  const m = await load({ ...job, port: target.port, connections: CONNECTIONS, milliseconds });
  if (m.failed > 0) throw new Error(`${m.failed} of ${m.requests} requests failed on ${target.name}`);
  const each = (before: number, after: number) => (after - before) / m.requests;
  return {
    rps: m.requests / m.seconds,
    p50: m.p50,
    p95: m.p95,
    p99: m.p99,
    server: each(server, cpuOf(target.pid)),
    postgres: each(postgres, cpuOfPostgres(postmaster)),
  };
}

async function startFloor(): Promise<Target & { process: ChildProcess }> {
  const port = await freePort();
  const child = spawn(process.execPath, ["bench/floor.ts"], {
    env: { ...process.env, PORT: String(port), DATABASE_URL: cluster.localUrl("floor"), ROWS: String(DAYS) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  return { name: "floor", port, pid: child.pid!, process: child };
}

/** Departures of the demo data on sale for the next 30 days, enlarged so they don't sell out. */
async function prepareProduct(
  url: string,
): Promise<{ crawlId: string; departures: string[]; from: string; to: string }> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`update scheduled_crawls set total_spots = total_spots + 10000000, available_spots = available_spots + 10000000,
    bookings_disabled = false, external_booking_link = null where status = 'scheduled'`);
  // nobody pays here, which would be an attack
  await client.query("insert into app_settings (key, value) values ('unpaid_alarm_places', '0')");
  await client.query("insert into coupons (code, discount_type, value) values ('BENCH', 'percentage', 10)");
  await client.query(`with many as (
      insert into partners (name, code, email, created_at)
      select 'Partner ' || n, 'PARTNER-' || n, n || '@partner.test', now() from generate_series(1, 2000) n returning id, code)
    insert into qr_codes (id, partner_id, campaign, target, created_at) select lower(code), id, 'lobby', '/', now() from many`);
  const { rows } = await client.query<{ crawl_id: string; id: string; date: string }>(
    `select crawl_id, id, date::text from scheduled_crawls where status = 'scheduled' and sales_close_at > now() + interval '1 hour'
     and crawl_id = (select value::uuid from app_settings where key = 'default_crawl_id') order by date limit ${DAYS}`,
  );
  await addHistory(client);
  await client.query("vacuum analyze");
  await client.end();
  return {
    crawlId: rows[0]!.crawl_id,
    departures: rows.map((row) => row.id),
    from: rows[0]!.date,
    to: rows.at(-1)!.date,
  };
}

let isCapped = true;
/** Switches the caps on unpaid places, each at its default, on or off. */
async function setCaps(on: boolean): Promise<void> {
  if (on === isCapped) return;
  isCapped = on;
  const client = new pg.Client(cluster.url("product"));
  await client.connect();
  for (const { key, value } of UNCAPPED.filter((one) => one.key !== "unpaid_alarm_places"))
    if (on) await client.query("delete from app_settings where key = $1", [key]);
    else await client.query("insert into app_settings (key, value) values ($1, $2)", [key, value]);
  await client.end();
  await new Promise((done) => setTimeout(done, 1500)); // settings are kept for a second
}

const client = new pg.Client(cluster.url());
await client.connect();
await client.query("create database floor");
await client.query("create database product");
await client.end();
const floor = await startFloor();
const environment = {
  DATABASE_URL: cluster.localUrl("product"),
  RONDA_SEED: "demo",
  TRUST_PROXY: "1", // each guest comes from a network of their own
  // PROFILE=folder writes a .cpuprofile of the server there
  ...(process.env["PROFILE"] ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.env["PROFILE"]}` } : {}),
};
const server = await startServer(environment);
const product: Target = { name: "product", port: Number(new URL(server.origin).port), pid: server.process.pid! };
const { crawlId, departures, from, to } = await prepareProduct(environment.DATABASE_URL);

const body = { ...BOOKING, coupon_code: "bench" };
const book = (of: string[], more: object = {}) =>
  ({ method: "POST", path: "/api/bookings", booking: { departures: of, body: { ...body, ...more } } }) as const;
/** As the browser of a guest who scanned a partner's QR code tells it. */
const referral = viaText({
  code: "PARTNER-77",
  qr: "partner-77",
  at: Date.now(),
  place: "qr",
  before: null,
  beforeAt: null,
});
const days = Array.from({ length: DAYS }, (_, i) => String(i + 1));
const AVAILABILITY = `/api/scheduled-crawls?crawl_id=${crawlId}&from=${from}&to=${to}`;
const scenarios: Scenario[] = [
  { name: "availability, floor", target: floor, job: { method: "GET", path: "/" } },
  {
    name: "availability",
    target: product,
    job: { method: "GET", path: AVAILABILITY },
    floors: ["availability, floor"],
  },
  { name: "booking spread, floor", target: floor, job: book(days) },
  { name: "booking spread, floor as transaction", target: floor, job: { ...book(days), path: "/transaction" } },
  {
    name: "booking spread",
    target: product,
    job: book(departures),
    floors: ["booking spread, floor", "booking spread, floor as transaction"],
  },
  { name: "booking spread, without caps", target: product, job: book(departures), isUncapped: true },
  { name: "booking spread, by a partner", target: product, job: book(departures, { referral }) },
  { name: "booking hot, floor", target: floor, job: book(["45"]) },
  { name: "booking hot, floor as transaction", target: floor, job: { ...book(["45"]), path: "/transaction" } },
  {
    name: "booking hot",
    target: product,
    job: book(departures.slice(7, 8)),
    floors: ["booking hot, floor", "booking hot, floor as transaction"],
  },
  { name: "home page", target: product, job: { method: "GET", path: "/" } },
];
const only = process.env["ONLY"];
const chosen = scenarios.filter((s) => !only || s.name.includes(only));

const measured = new Map<string, Round[]>(chosen.map((s) => [s.name, []]));
for (const scenario of chosen) await round(scenario, 1500); // warm up
for (let i = 0; i < ROUNDS; i++)
  for (const scenario of chosen) measured.get(scenario.name)!.push(await round(scenario, SECONDS * 1000));

const of = (name: string, what: keyof Round) => median((measured.get(name) ?? []).map((r) => r[what]));
const column = (value: number, digits: number) => (Number.isNaN(value) ? "–" : value.toFixed(digits));
console.log(
  `\n${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections, medians; ${os.cpus().length} × ${os.cpus()[0]?.model}`,
);
console.log(
  "\n| what | requests/s | of the floor | p50 ms | p95 ms | p99 ms | server CPU-ms | PostgreSQL CPU-ms |\n|---|---|---|---|---|---|---|---|",
);
for (const { name, floors = [] } of chosen) {
  const ratios = floors.map((below) => column(of(name, "rps") / of(below, "rps"), 2));
  const cells = [
    column(of(name, "rps"), 0),
    ratios.join(" / ") || "–",
    ...(["p50", "p95", "p99"] as const).map((p) => column(of(name, p), 1)),
  ];
  console.log(`| ${[name, ...cells, column(of(name, "server"), 3), column(of(name, "postgres"), 3)].join(" | ")} |`);
}
const memory = memoryOf(product.pid);
console.log(`\nmemory of the server afterwards: ${column(memory, 0)} MB`);
const figures = chosen.map(({ name }): [string, Record<string, number>] => [
  name,
  { cpu: of(name, "server") + of(name, "postgres"), perSecond: of(name, "rps"), p99: of(name, "p99") },
]);
compareWithBudget("run", { ...Object.fromEntries(figures), server: { memory } });

floor.process.kill();
await server.stop();
await cluster.stop();
fs.rmSync(folder, { recursive: true, force: true });
