import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { cpuOf, cpuOfPostgres } from "#bench/cpu.ts";
import { median } from "#bench/measure.ts";
import { prepareDatabase } from "#bench/prepare.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { startServer } from "#tests/servers.ts";

// What the confirmation of a booking costs, tickets and receipt attached, by the product's own job: bookings of the demo data with
// GUESTS (10) tickets each, in ROUNDS (5) of EMAILS (10), which are captured. The first round is left out, as it loads what draws.

const GUESTS = Number(process.env["GUESTS"] ?? 10);
const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const EMAILS = Number(process.env["EMAILS"] ?? 10);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-emails-"));
fs.chmodSync(folder, 0o755);
const cluster = await startEmbedded(path.join(folder, "pg"), { stateBase: folder });
const postmaster = Number(fs.readFileSync(path.join(folder, "pg", "postmaster.pid"), "utf8").split("\n")[0]);
const environment = { DATABASE_URL: cluster.url(), RONDA_SEED: "demo" };
prepareDatabase(environment);
const server = await startServer({
  ...environment,
  ...(process.env["PROFILE"] ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.env["PROFILE"]}` } : {}),
});
const pid = server.process.pid!;
const client = new pg.Client(cluster.url());
await client.connect();
await client.query(
  `create table bench_bookings as select row_number() over (order by b.id)::int as n, b.id, b.language from bookings b
   where status = 'confirmed' and number_of_people >= 2 and exists (select from receipts where purchase_id = b.id)
   limit $1`,
  [(ROUNDS + 1) * EMAILS],
);
await client.query(
  `insert into tickets (booking_id, position, guest_name, code)
   select b.id, p, 'Guest ' || p, translate(upper(left(md5(b.id::text || p), 6)), '01', '23') from bench_bookings b, generate_series(1, $1::int) p
   on conflict (booking_id, position) do nothing`,
  [GUESTS],
);
await client.query("delete from tickets where position > $1 and booking_id in (select id from bench_bookings)", [
  GUESTS,
]);

type Round = { server: number; postgres: number; bytes: number };
async function round(n: number): Promise<Round> {
  const [before, postgresBefore] = [cpuOf(pid), cpuOfPostgres(postmaster)];
  await client.query(
    `with queued as (
       insert into emails (dedupe_key, kind, language, recipient, booking_id)
       select 'bench.' || id, 'booking_confirmation', language, 'guest@example.test', id from bench_bookings
       where n > $1::int * $2::int and n <= ($1::int + 1) * $2::int returning id)
     select graphile_worker.add_job('email.send', json_build_object('id', id), job_key := 'email:' || id) from queued`,
    [n, EMAILS],
  );
  for (let left = EMAILS; left > 0; await wait(100)) {
    const { rows } = await client.query<{ left: number }>(
      "select count(*)::int as left from emails where dedupe_key like 'bench.%' and status not in ('sent', 'failed', 'withheld')",
    );
    left = rows[0]!.left;
  }
  const each = (from: number, to: number) => (to - from) / EMAILS;
  const used = { server: each(before, cpuOf(pid)), postgres: each(postgresBefore, cpuOfPostgres(postmaster)) };
  const { rows } = await client.query<{ sent: number; bytes: number }>(
    "select count(*)::int as sent, avg(length(raw))::float as bytes from emails where dedupe_key like 'bench.%' and status = 'sent'",
  );
  if (rows[0]!.sent !== (n + 1) * EMAILS) throw new Error(`${rows[0]!.sent} emails were sent`);
  return { ...used, bytes: rows[0]!.bytes };
}

const rounds: Round[] = [];
for (let n = 0; n <= ROUNDS; n++) rounds.push(await round(n));
const [first, ...warm] = rounds;
const of = (what: keyof Round) => median(warm.map((one) => one[what]));
const result = { guests: GUESTS, server: of("server"), postgres: of("postgres"), bytes: Math.round(of("bytes")) };
console.log(`\n| ${GUESTS} guests | server CPU-ms | PostgreSQL CPU-ms | bytes |\n|---|---|---|---|`);
for (const [name, one] of [
  ["first ten", first!],
  ["median", result],
] as const)
  console.log(`| ${name} | ${one.server.toFixed(1)} | ${one.postgres.toFixed(1)} | ${Math.round(one.bytes)} |`);
console.log(`\n${JSON.stringify({ bench: "emails", ...result })}`);

if (process.env["KEEP"]) {
  const { rows } = await client.query<{ raw: Buffer }>(
    "select raw from emails where dedupe_key like 'bench.%' limit 1",
  );
  fs.writeFileSync(process.env["KEEP"], rows[0]!.raw);
}
await client.end();
await server.stop();
await cluster.stop();
fs.rmSync(folder, { recursive: true, force: true });
