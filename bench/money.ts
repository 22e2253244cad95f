import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { compareWithBudget } from "#bench/budget.ts";
import { countStatements } from "#bench/count-statements.ts";
import { cpuOf, cpuOfPostgres } from "#bench/cpu.ts";
import { median } from "#bench/measure.ts";
import { openMoneyFloor } from "#bench/money-floor.ts";
import { SIGNATURE_HEADER, signatureFor } from "#src/modules/money/sandbox/rules/signature.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { callerOf, freePort, type RunningServer, startServer } from "#tests/servers.ts";

// What starting and settling payments costs the built product, in CPU-ms of its process and of PostgreSQL and in statements, beside
// bare transactions that write the same rows; and how soon a provider gets its response when messages arrive at a steady rate
// regardless of the server, beside a floor that only stores them. Mixed purchases have an add-on, and a gift card and a credit pay a part. Caps on unpaid places are on; emails are queued and never sent.

const PAYMENTS = Number(process.env["PAYMENTS"] ?? 100);
const RATE = Number(process.env["RATE"] ?? 200);
const SECONDS = Number(process.env["SECONDS"] ?? 5);
const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
/** How many guests pay at the same time. */
const AT_ONCE = 4;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-bench-"));
fs.chmodSync(folder, 0o755);
const cluster = await startEmbedded(path.join(folder, "pg"), {
  stateBase: folder,
  flags: ["-c", "max_connections=60"],
});
const postmaster = Number(fs.readFileSync(path.join(folder, "pg", "postmaster.pid"), "utf8").split("\n")[0]);
const admin = new pg.Client(cluster.url());
await admin.connect();
for (const name of ["product", "floor"]) await admin.query(`create database ${name}`);
await admin.end();
const url = cluster.url("product");
/** The first start loads the demo data, which may take longer than a start is given on a busy machine. */
async function start(databaseUrl: string, tries = 5): Promise<RunningServer> {
  const environment: Record<string, string> = { DATABASE_URL: databaseUrl, RONDA_SEED: "demo", TRUST_PROXY: "1" };
  // PROFILE=folder writes a .cpuprofile of the server there
  const profile = process.env["PROFILE"];
  if (profile) environment["NODE_OPTIONS"] = `--cpu-prof --cpu-prof-dir=${profile}`;
  return startServer(environment).catch((error: unknown) => {
    if (tries === 1) throw error;
    return start(databaseUrl, tries - 1);
  });
}
let server = await start(url);
const database = new pg.Pool({ connectionString: url, max: 4 });
const { departures, addOn, secret, apiKey } = await prepare();
const { call, close } = callerOf(AT_ONCE);

/** Nights that don't sell out; and nobody is written to, because what an email costs is measured elsewhere. */
async function prepare() {
  await database.query(`update scheduled_crawls set total_spots = total_spots + 1000000, available_spots = available_spots + 1000000
    where status = 'scheduled'`);
  // a bench pays what it has booked after it has booked a lot, which looks like somebody who keeps places
  await database.query("insert into app_settings (key, value) values ('unpaid_alarm_places', '0')");
  await database.query(`create function leave_out_emails() returns trigger language plpgsql as $$ begin
      if new.task_id = (select id from graphile_worker._private_tasks where identifier = 'email.send') then return null; end if;
      return new; end $$`);
  await database.query(`create trigger leave_out_emails before insert on graphile_worker._private_jobs
    for each row execute function leave_out_emails()`);
  const { rows } = await database.query<{ id: string }>(`select id from scheduled_crawls where status = 'scheduled'
    and sales_close_at > now() + interval '1 day' and not bookings_disabled and external_booking_link is null
    and crawl_id = (select value::uuid from app_settings where key = 'default_crawl_id') order by starts_at limit 20`);
  const { rows: addOns } = await database.query<{ id: string }>(
    "update add_ons set stock = 1000000 where id = (select id from add_ons order by position limit 1) returning id",
  );
  return {
    departures: rows.map(({ id }) => id),
    addOn: addOns[0]!.id,
    secret: await secretOf("sandbox-webhook"),
    apiKey: await secretOf("sandbox-api"),
  };
}

/** A secret of the product, which makes it when it first needs it. */
async function secretOf(name: string): Promise<string> {
  const text =
    "insert into secrets (name, value) values ($1, $2) on conflict (name) do update set name = excluded.name returning value";
  const { rows } = await database.query<{ value: string }>(text, [name, randomUUID() + randomUUID()]);
  return rows[0]!.value;
}

/** Does one thing for each, a few at a time. */
async function forEach<T, R>(all: readonly T[], work: (one: T, n: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = all.entries();
  const lane = async () => {
    for (const [n, one] of left) results[n] = await work(one, n);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return results;
}

let guests = 0;
/** A guest of their own network books two places, and an add-on where the purchase is `mixed`; returns the booking's id. */
async function book(mixed = false): Promise<string> {
  const n = ++guests;
  const body = {
    scheduled_crawl_id: departures[n % departures.length],
    number_of_people: 2,
    customer: {
      first_name: "Ana",
      last_name: "Ruiz",
      email: `ana${n}@guests${n}.test`,
      phone: `+5255${String(10_000_000 + n)}`,
      country: "MX",
    },
    additional_names: ["Luis Ruiz"],
    special_requests: "",
    ...(mixed && { add_ons: [{ id: addOn, quantity: 1 }] }),
    currency: "MXN",
    language: "es",
    agreed_to_terms: true,
  };
  const answer = await call("POST", `${server.origin}/api/bookings`, body, keyed(n));
  if (answer.status !== 201) throw new Error(`booking: ${answer.status} ${JSON.stringify(answer.body)}`);
  return (answer.body["booking"] as { id: string } | undefined)?.id ?? (answer.body["id"] as string);
}

const keyed = (n: number) => ({
  "idempotency-key": randomUUID(),
  "x-forwarded-for": `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`.replace(/^10\.\d+\.(\d+)\.(\d+)$/, "$2.$1.7.9"),
});

async function startPayment(booking: string, n: number): Promise<string> {
  const answer = await call(
    "POST",
    `${server.origin}/api/bookings/${booking}/payments`,
    { provider: "sandbox", method: "card" },
    keyed(n),
  );
  if (answer.status >= 300) throw new Error(`payment: ${answer.status} ${JSON.stringify(answer.body)}`);
  return /\/sandbox\/pay\/(\w+)/.exec(JSON.stringify(answer.body))![1]!;
}

/** Gift cards and credit that a booking has reserved, as its checkout leaves them: two codes that pay a part. */
async function reserveCredits(booking: string): Promise<void> {
  await database.query(
    `with given as (insert into credits (code, currency, amount, purchase_id, test, created_at, expires_at)
      select n || '-' || gen_random_uuid(), 'MXN', 20000, $1, true, now(), now() + interval '1 year' from unnest(array['GC', 'RC']) n
      returning id)
    insert into credit_uses (credit_id, purchase_id, amount, state, created_at, updated_at)
      select id, $1, 10000, 'reserved', now(), now() from given`,
    [booking],
  );
}

/** Bookings of mixed purchases. */
async function bookMixed(count: number): Promise<string[]> {
  const bookings = await forEach([...Array(count).keys()], () => book(true));
  await forEach(bookings, reserveCredits);
  return bookings;
}

/** The company's message about a payment that its own books have as paid. */
async function tellPaid(session: string): Promise<void> {
  await post(server.origin, ...(await message(session)));
}

async function message(session: string | undefined): Promise<[body: string, headers: Record<string, string>]> {
  const created = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({ id: `sbe_${randomUUID()}`, type: "payment.succeeded", session, created });
  return [
    body,
    { "content-type": "application/json", [SIGNATURE_HEADER]: await signatureFor(secret, body, new Date()) },
  ];
}

/** The guest pays on the sandbox's page, which tells the product by itself. */
async function approve(session: string): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const answer = await call(
    "POST",
    `${server.origin}/sandbox/api/sessions/${session}/outcome`,
    { outcome: "approve" },
    headers,
  );
  if (answer.status !== 200) throw new Error(`outcome: ${answer.status} ${JSON.stringify(answer.body)}`);
}

/** Waits until so many payments have succeeded and no job is left of them. */
async function settled(sessions: readonly string[]): Promise<void> {
  const text = `select (select count(*)::int from payments where external_id = any($1) and status = 'succeeded') as done,
    (select count(*)::int from graphile_worker.jobs where task_identifier in ('provider-event.process', 'sandbox.deliver')) as left`;
  for (let tries = 0; tries < 1000; tries++) {
    const { rows } = await database.query<{ done: number; left: number }>(text, [sessions]);
    if (rows[0]!.done === sessions.length && rows[0]!.left === 0) return;
    await wait(100);
  }
  throw new Error("payments weren't settled");
}

const paidAtCompany = (sessions: readonly string[]) =>
  database.query(
    "update sandbox_sessions set state = 'paid', paid_at = now(), charged_amount = amount where id = any($1)",
    [sessions],
  );

type Cost = { server: number; postgres: number };
type Costs = Record<
  "start" | "settle" | "whole" | "start, mixed" | "settle, mixed" | "start, floor" | "settle, floor",
  Cost
>;

/** What some work costs, per payment. */
async function costOf(pid: number, work: () => Promise<unknown>, count = PAYMENTS): Promise<Cost> {
  const [own, postgres] = [cpuOf(pid), cpuOfPostgres(postmaster)];
  await work();
  return { server: (cpuOf(pid) - own) / count, postgres: (cpuOfPostgres(postmaster) - postgres) / count };
}

const floorOfMoney = await openMoneyFloor(cluster.url("floor"));

async function round(): Promise<Costs> {
  const pid = server.process.pid!;
  const bookings = await forEach([...Array(PAYMENTS * 2).keys()], () => book());
  const mixed = await bookMixed(PAYMENTS);
  const sessions: string[] = [];
  const startCost = await costOf(
    pid,
    async () => sessions.push(...(await forEach(bookings, startPayment))),
    PAYMENTS * 2,
  );
  const [byMessage, byPage] = [sessions.slice(0, PAYMENTS), sessions.slice(PAYMENTS)];
  await paidAtCompany(byMessage);
  const settle = await costOf(pid, async () => (await forEach(byMessage, tellPaid), await settled(byMessage)));
  const whole = await costOf(pid, async () => (await forEach(byPage, approve), await settled(byPage)));
  const ofMixed: string[] = [];
  const startMixed = await costOf(pid, async () => ofMixed.push(...(await forEach(mixed, startPayment))));
  await paidAtCompany(ofMixed);
  const settleMixed = await costOf(pid, async () => (await forEach(ofMixed, tellPaid), await settled(ofMixed)));
  const some = [...Array(PAYMENTS).keys()];
  return {
    start: startCost,
    settle,
    whole,
    "start, mixed": startMixed,
    "settle, mixed": settleMixed,
    "start, floor": await costOf(process.pid, () => forEach(some, floorOfMoney.start)),
    "settle, floor": await costOf(process.pid, () => forEach(some, floorOfMoney.settle)),
  };
}

/** The statements of one payment of each kind, after some that fill what is kept in memory. */
async function statements() {
  const counter = await countStatements(url);
  server = await start(counter.url);
  const few = 10;
  const warm = await forEach([...Array(few).keys()], () => book());
  await forEach([...warm, ...(await bookMixed(few))], startPayment);
  const bookings = await forEach([...Array(few * 2).keys()], () => book());
  const mixed = await bookMixed(few);
  const sessions: string[] = [];
  const starts = await counter.during(async () => sessions.push(...(await forEach(bookings, startPayment))));
  const [byMessage, byPage] = [sessions.slice(0, few), sessions.slice(few)];
  await paidAtCompany(byMessage);
  const settle = await counter.during(async () => (await forEach(byMessage, tellPaid), await settled(byMessage)));
  const whole = await counter.during(async () => (await forEach(byPage, approve), await settled(byPage)));
  const ofMixed: string[] = [];
  const startMixed = await counter.during(async () => ofMixed.push(...(await forEach(mixed, startPayment))));
  await paidAtCompany(ofMixed);
  const settleMixed = await counter.during(async () => (await forEach(ofMixed, tellPaid), await settled(ofMixed)));
  await server.stop();
  counter.close();
  return {
    start: starts / few / 2,
    settle: settle / few,
    whole: whole / few,
    startMixed: startMixed / few,
    settleMixed: settleMixed / few,
  };
}

/** Posts a message; returns milliseconds until its 200. */
const post = (origin: string, body: string, headers: Record<string, string>, agent?: http.Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const request = http.request(`${origin}/webhooks/sandbox`, { method: "POST", agent, headers }, (res) => {
      res.resume().on("end", () => {
        if (res.statusCode === 200) resolve(performance.now() - began);
        else reject(new Error(`answered ${res.statusCode}`));
      });
    });
    request.on("error", reject);
    request.end(body);
  });

/** Messages at a steady rate, each sent on schedule whether or not earlier ones were answered. */
async function messages(origin: string, sessions: readonly string[]): Promise<number[]> {
  const sent: Promise<number>[] = [];
  // own connections: those of the previous turn have been closed in the meantime
  const agent = new http.Agent({ keepAlive: true });
  const began = performance.now();
  for (let n = 0; n < RATE * SECONDS; n++) {
    await wait(Math.max(0, began + (n * 1000) / RATE - performance.now()));
    sent.push(post(origin, ...(await message(sessions[n % sessions.length])), agent));
  }
  return Promise.all(sent).finally(() => agent.destroy());
}

async function startFloor(): Promise<{ origin: string; child: ChildProcess }> {
  const port = await freePort();
  const env = { ...process.env, DATABASE_URL: cluster.url("floor"), PORT: String(port) };
  const child = spawn(process.execPath, ["bench/webhook-floor.ts"], { env, stdio: ["ignore", "inherit", "inherit"] });
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 200; tries++)
    if (await post(origin, "{}", {}).catch(() => null)) return { origin, child };
    else await wait(25);
  throw new Error("the floor did not start");
}

await round(); // warms up
const rounds: Costs[] = [];
for (let n = 0; n < ROUNDS; n++) rounds.push(await round());

const answers: Record<"floor" | "product", number[][]> = { floor: [], product: [] };
if (SECONDS > 0) {
  // providers send more than one message about most payments: these are about settled ones
  const { rows } = await database.query<{ external_id: string }>(
    "select external_id from payments where provider = 'sandbox' and status = 'succeeded' and external_id like 'sbx%' limit 1000",
  );
  const sessions = rows.map((row) => row.external_id);
  const floor = await startFloor();
  for (let n = 0; n <= ROUNDS; n++) {
    const [bare, product] = [await messages(floor.origin, sessions), await messages(server.origin, sessions)];
    if (n === 0) continue; // the first warms up
    answers.floor.push(bare);
    answers.product.push(product);
  }
  floor.child.kill();
}
await server.stop();
const counts = await statements();
close();
await Promise.all([database.end(), floorOfMoney.close()]);
await cluster.stop();
fs.rmSync(folder, { recursive: true });

const of = (what: keyof Costs) => {
  const middle = (side: keyof Cost) => median(rounds.map((one) => one[what][side]));
  return {
    server: middle("server"),
    postgres: middle("postgres"),
    cpu: median(rounds.map((one) => one[what].server + one[what].postgres)),
  };
};
const row = (name: string, { server: own, postgres, cpu }: ReturnType<typeof of>, count?: number) =>
  console.log(
    `| ${name} | ${own.toFixed(2)} | ${postgres.toFixed(2)} | ${cpu.toFixed(2)} | ${count?.toFixed(1) ?? ""} |`,
  );
const [whole, settle] = [of("whole"), of("settle")];
const sandbox = {
  server: whole.server - settle.server,
  postgres: whole.postgres - settle.postgres,
  cpu: whole.cpu - settle.cpu,
};
console.log(`\n${ROUNDS} rounds of ${PAYMENTS}, medians; ${os.cpus().length} × ${os.cpus()[0]?.model}`);
console.log(`load average ${os.loadavg()[0]?.toFixed(1)}\n`);
console.log("| one payment | server CPU-ms | PostgreSQL CPU-ms | together | statements |\n|---|---|---|---|---|");
row("start, floor", of("start, floor"), floorOfMoney.statements.start);
row("start", of("start"), counts.start);
row("message → settled, floor", of("settle, floor"), floorOfMoney.statements.settle);
row("message → settled", settle, counts.settle);
row("start, mixed", of("start, mixed"), counts.startMixed);
row("message → settled, mixed", of("settle, mixed"), counts.settleMixed);
row("the sandbox's part of approve → message → settled", sandbox, counts.whole - counts.settle);
const at = (times: number[], share: number) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!;
if (SECONDS > 0) console.log(`\n| ${RATE} messages/s for ${SECONDS} s | p50 ms | p95 ms | p99 ms |\n|---|---|---|---|`);
for (const [name, all] of Object.entries(answers).filter(([, times]) => times.length > 0))
  console.log(
    `| ${name} | ${[0.5, 0.95, 0.99].map((share) => median(all.map((times) => at(times, share))).toFixed(1)).join(" | ")} |`,
  );
const cpu = (what: keyof Costs) => Number(of(what).cpu.toFixed(2));
compareWithBudget("money", {
  start: { cpu: cpu("start"), statements: counts.start },
  "start, floor": { cpu: cpu("start, floor") },
  settle: { cpu: cpu("settle"), statements: counts.settle },
  "settle, floor": { cpu: cpu("settle, floor") },
});
console.log(
  `\n${JSON.stringify({
    bench: "money",
    start: cpu("start"),
    start_floor: cpu("start, floor"),
    start_statements: counts.start,
    settle: cpu("settle"),
    settle_floor: cpu("settle, floor"),
    settle_statements: counts.settle,
    start_mixed: cpu("start, mixed"),
    start_mixed_statements: counts.startMixed,
    settle_mixed: cpu("settle, mixed"),
    settle_mixed_statements: counts.settleMixed,
    sandbox: Number(sandbox.cpu.toFixed(2)),
    sandbox_statements: counts.whole - counts.settle,
  })}`,
);
