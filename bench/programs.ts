import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { compareWithBudget } from "#bench/budget.ts";
import { cpuOf, cpuOfPostgres } from "#bench/cpu.ts";
import type { Job, Measured } from "#bench/load.ts";
import { load, median } from "#bench/measure.ts";
import { addHistory, BOOKING, prepareDatabase } from "#bench/prepare.ts";
import { noteRefunded } from "#src/modules/programs/webhooks/note-event.server.ts";
import { EVENT_TYPES } from "#src/modules/programs/webhooks/rules/event-types.ts";
import { sendSoon } from "#src/modules/programs/webhooks/send-messages.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { openDb, openPool } from "#src/platform/db.server.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { hashOfKey, newKey } from "#src/platform/program-key.server.ts";
import { freePort, startServer } from "#tests/servers.ts";
import { UNCAPPED } from "#tests/uncapped.ts";

// Programs by their keys, beside the bare floor: what a reseller waits for availability and for a hold at RATE requests a second, which
// come whether or not those before are answered; what the check of a key costs; and what it costs bookings, which go on at RATE, that an
// endpoint is told of EVENTS events a second and takes long for each; then how fast what waited is sent, and whether each subject's
// messages came in order and once.

const RATE = Number(process.env["RATE"] ?? 50);
const SECONDS = Number(process.env["SECONDS"] ?? 4);
const ROUNDS = Number(process.env["ROUNDS"] ?? 3);
const EVENTS = Number(process.env["EVENTS"] ?? 200);
/** How long the receiver takes while bookings go on, and afterwards. */
const SLOW_MS = 500;
const FAST_MS = 20;
const CONNECTIONS = 24;
const DAYS = 30;
/** A subject's messages go one after the other. */
const SUBJECTS = 500;
/** For how long it is waited that nothing waits. */
const DRAINED_MS = 60_000;
/** Whatever doesn't end by itself is ended. */
const LONGEST_MS = 600_000;

const began = performance.now();
const say = (text: string) => console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-bench-"));
fs.chmodSync(folder, 0o755);
const cluster = await startEmbedded(path.join(folder, "pg"), {
  stateBase: folder,
  flags: ["-c", "max_connections=60"],
});
const postmaster = Number(fs.readFileSync(path.join(folder, "pg", "postmaster.pid"), "utf8").split("\n")[0]);
const environment = {
  DATABASE_URL: cluster.url(),
  RONDA_SEED: "demo",
  TRUST_PROXY: "1", // each guest comes from a network of their own
  WEBHOOKS_TO_PRIVATE: "true",
};
prepareDatabase(environment);
const client = new pg.Client(cluster.url());
await client.connect();
const { nights, crawlId, partnerKey, houseKey } = await prepare();
say("the database is filled");
// PROFILE=folder writes a .cpuprofile of the server there
const profile = process.env["PROFILE"];
const server = await startServer({
  ...environment,
  ...(profile ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` } : {}),
});
const pid = server.process.pid!;
const product = Number(new URL(server.origin).port);
const floor = await startFloor();
const pool = openPool(cluster.url(), 4);
const db = openDb(pool);
setTimeout(() => {
  say("it takes too long");
  process.exitCode = 1;
  void stop().finally(() => process.exit());
}, LONGEST_MS).unref();

async function stop(): Promise<void> {
  floor.process.kill();
  receiver.close();
  receiver.closeAllConnections();
  await server.stop();
  await client.end();
  await pool.end();
  await cluster.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}

/** A reseller who has sold a lot, a key of theirs and one of the house, and nights that don't sell out. */
async function prepare() {
  // a reseller's are counted, and never too many
  const most = ["unpaid_per_reseller", "unpaid_per_reseller_night"].map((key) => ({ key, value: "100000" }));
  for (const { key, value } of [...UNCAPPED, ...most])
    await client.query(
      "insert into app_settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value",
      [key, value],
    );
  await client.query(`update scheduled_crawls set total_spots = total_spots + 1000000, available_spots = available_spots + 1000000,
    bookings_disabled = false, external_booking_link = null where status = 'scheduled'`);
  const { rows: partners } = await client.query<{ id: string }>(
    `insert into partners (name, code, email, desk_credit_limit, created_at)
     values ('Bench', 'BENCH-RESELLER', 'bench@partner.test', 2000000000, now()) returning id`,
  );
  const partner = partners[0]!.id;
  const [ofPartner, ofHouse] = [await keyOf(partner), await keyOf(null)];
  await addHistory(client);
  await client.query(
    `insert into resales (id, booking_id, uuid, partner_id, key_id, request_hash, contact, people, created_at, updated_at)
     select uuidv7(b.created_at - now()), b.id, gen_random_uuid(), $1, (select id from api_keys where partner_id = $1), 'hash', '{}', '[]', b.created_at, b.created_at
     from bookings b where b.site_tag = 'history'`,
    [partner],
  );
  await client.query("create table causes (subject uuid primary key, n int not null)");
  await client.query("insert into causes select id, 0 from bookings order by id limit $1", [SUBJECTS]);
  const { rows } = await client.query<{ crawl_id: string; id: string; date: string }>(
    `select crawl_id, id, date::text from scheduled_crawls where status = 'scheduled' and sales_close_at > now() + interval '1 hour'
     and crawl_id = (select value::uuid from app_settings where key = 'default_crawl_id') order by date limit ${DAYS}`,
  );
  await client.query("create database floor");
  await client.query("vacuum analyze");
  return { nights: rows, crawlId: rows[0]!.crawl_id, partnerKey: ofPartner, houseKey: ofHouse };
}

/** Makes a key of a partner or of the house. */
async function keyOf(partner: string | null): Promise<string> {
  const { text, prefix } = newKey(false);
  await client.query(
    `with made as (insert into api_keys (name, partner_id, scopes, test, per_minute, created_at)
      values ('bench', $1, array['catalog:read', 'availability:read', 'bookings:read', 'bookings:write'], false, 100000, now()) returning id)
     insert into api_key_secrets (hash, key_id, prefix, created_at) select $2, id, $3, now() from made`,
    [partner, hashOfKey(text), prefix],
  );
  return text;
}

async function startFloor(): Promise<{ port: number; process: ChildProcess }> {
  const port = await freePort();
  const child = spawn(process.execPath, ["bench/floor.ts"], {
    env: { ...process.env, PORT: String(port), DATABASE_URL: cluster.localUrl("floor"), ROWS: String(DAYS) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  return { port, process: child };
}

type Request = Omit<Job, "port" | "connections" | "milliseconds" | "perSecond">;
type Round = Measured & { server: number; postgres: number };

/** One round of load, and what each request of it cost in CPU-ms. */
async function round(request: Request, of: { port: number; pid: number }, perSecond?: number): Promise<Round> {
  const [own, postgres] = [cpuOf(of.pid), cpuOfPostgres(postmaster)];
  const pace = perSecond === undefined ? {} : { perSecond };
  const m = await load({ ...request, ...pace, port: of.port, connections: CONNECTIONS, milliseconds: SECONDS * 1000 });
  if (m.failed > 0) say(`${m.failed} of ${m.requests} were refused: ${request.path}`);
  const each = (before: number, after: number) => (after - before) / m.requests;
  return { ...m, server: each(own, cpuOf(of.pid)), postgres: each(postgres, cpuOfPostgres(postmaster)) };
}
const medianOf = (rounds: readonly Round[], what: keyof Round) => median(rounds.map((one) => one[what]));

const figures: Record<string, Record<string, number>> = {};
/** Prints a row of figures, and keeps them for the budget. */
function row(name: string, rounds: readonly Round[]): void {
  const times = (["p50", "p90", "p99"] as const).map((what) => medianOf(rounds, what).toFixed(1)).join(" · ");
  const [own, postgres] = [medianOf(rounds, "server"), medianOf(rounds, "postgres")];
  figures[name] = { p90: medianOf(rounds, "p90"), cpu: own + postgres, failed: medianOf(rounds, "failed") };
  say(`${name}: ${times} ms, CPU-ms ${own.toFixed(2)} + ${postgres.toFixed(2)}`);
}

const [first, last] = [nights[0]!, nights.at(-1)!];
const choice = { productId: crawlId, optionId: "DEFAULT" };
const octo = { authorization: `Bearer ${partnerKey}`, "octo-capabilities": "octo/pricing" };
const house = { authorization: `Bearer ${houseKey}` };
const bookings: Request = {
  method: "POST",
  path: "/api/bookings",
  booking: { departures: nights.map(({ id }) => id), body: BOOKING },
};
const PACED: Record<string, Request & { isFloor?: true }> = {
  "availability, floor": { method: "GET", path: "/", isFloor: true },
  "availability by OCTO": {
    method: "POST",
    path: "/octo/availability",
    headers: octo,
    bodies: [JSON.stringify({ ...choice, localDateStart: first.date, localDateEnd: last.date })],
  },
  "availability by API": {
    method: "GET",
    path: `/api/scheduled-crawls?crawl_id=${crawlId}&from=${first.date}&to=${last.date}`,
    headers: house,
  },
  "hold, floor": {
    ...bookings,
    path: "/transaction",
    booking: { departures: nights.map((_, n) => String(n + 1)), body: BOOKING },
    isFloor: true,
  },
  "hold by OCTO": {
    method: "POST",
    path: "/octo/bookings",
    headers: octo,
    bodies: nights.map(({ id }) =>
      JSON.stringify({
        ...choice,
        availabilityId: id,
        unitItems: [{ unitId: "adult" }, { unitId: "adult" }],
        uuid: "NEW_ID",
      }),
    ),
  },
};

/** What is waited for at RATE, each in turn. */
async function measurePaced(): Promise<void> {
  const rounds: Record<string, Round[]> = {};
  for (let n = 0; n <= ROUNDS; n++)
    for (const [name, { isFloor, ...request }] of Object.entries(PACED)) {
      const target = isFloor ? { port: floor.port, pid: floor.process.pid! } : { port: product, pid };
      const one = await round(request, target, RATE);
      if (n > 0) (rounds[name] ??= []).push(one); // the first warms up
    }
  say(`at ${RATE} a second, p50 · p90 · p99, server's + PostgreSQL's CPU-ms:`);
  for (const [name, all] of Object.entries(rounds)) row(name, all);
}

/** What a key adds to the cheapest call, one after the other without a pause. */
async function measureKey(): Promise<void> {
  const listed: Request = { method: "GET", path: "/api/pub-crawls" };
  const [open, keyed]: [Round[], Round[]] = [[], []];
  for (let n = 0; n <= ROUNDS; n++) {
    const pair = [
      await round(listed, { port: product, pid }),
      await round({ ...listed, headers: house }, { port: product, pid }),
    ];
    if (n === 0) continue; // the first warms up
    open.push(pair[0]!);
    keyed.push(pair[1]!);
  }
  const added = (what: "server" | "postgres") => medianOf(keyed, what) - medianOf(open, what);
  figures["key"] = { cpu: added("server") + added("postgres") };
  say(
    `a key adds ${added("server").toFixed(3)} + ${added("postgres").toFixed(3)} CPU-ms to a call of ${medianOf(open, "server").toFixed(3)} + ${medianOf(open, "postgres").toFixed(3)}`,
  );
}

let delay = SLOW_MS;
/** Of each message its id and what it is about; `n` counts the events of a subject, in the last figures of the id of their refund. */
type Message = { id: string; type: string; subject: string; n: number };
const received: Message[] = [];
const receiver = http.createServer((request, response) => {
  let text = "";
  request.on("data", (chunk: Buffer) => (text += chunk.toString()));
  request.on("end", () => {
    const { type, data } = JSON.parse(text) as { type: string; data: { id: string; refund_id?: string } };
    const id = String(request.headers["webhook-id"]);
    received.push({ id, type, subject: data.id, n: Number(data.refund_id?.slice(-12) ?? 0) });
    void wait(delay).then(() => response.writeHead(204).end());
  });
});

const counts = new Map<string, number>();
/** Writes EVENTS events a second as the product does, in the transactions that cause them, until the work is done. */
async function withEvents<T>(subjects: readonly string[], work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const over = new AbortController();
  const result = work().finally(() => over.abort());
  const writing: Promise<void>[] = [];
  for (let n = 0; !over.signal.aborted; n++) {
    await wait(Math.max(0, from + (n * 1000) / EVENTS - performance.now()));
    const subject = subjects[n % subjects.length]!;
    const count = (counts.get(subject) ?? 0) + 1;
    counts.set(subject, count);
    writing.push(
      db.transaction().execute(async (tx) => {
        await sql`update causes set n = n + 1 where subject = ${subject}`.execute(tx);
        await noteRefunded({ now: new Date() } as Context, tx, {
          kind: "booking",
          purchaseId: subject,
          refundId: `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`,
        });
      }),
    );
  }
  await Promise.all(writing);
  return result;
}

/** So many events and messages wait. */
async function left(): Promise<number> {
  const { rows } = await client.query<{ left: number }>(
    `select ((select count(*) from webhook_deliveries where state = 'queued')
       + (select count(*) from webhook_events where data is null))::int as left`,
  );
  return rows[0]!.left;
}

/** What is wrong with what came: a message twice, one of a subject before an earlier one, or one that is missing. */
async function faults(): Promise<string[]> {
  // of a night only the last change is told
  const { rows } = await client.query<{ id: string }>(
    "select id from webhook_events where type <> 'availability.changed'",
  );
  const ids = new Set(received.map(({ id }) => id));
  const lastOf = new Map<string, number>();
  const late = received.filter(({ type, subject, n }) => {
    if (type !== "booking.refunded") return false;
    const before = lastOf.get(subject) ?? 0;
    lastOf.set(subject, n);
    return n <= before;
  });
  return [
    ...(ids.size < received.length ? [`${received.length - ids.size} came twice`] : []),
    ...(late.length > 0 ? [`${late.length} came after a later one`] : []),
    ...rows.flatMap(({ id }) => (ids.has(id) ? [] : [`${id} is missing`])).slice(0, 3),
  ];
}

/** Bookings while nobody is told of the events, and while a slow endpoint is; then until nothing waits. */
async function measureEvents(): Promise<void> {
  const { port } = receiver.listen(0).address() as AddressInfo;
  await client.query(
    `insert into webhook_endpoints (id, url, types, is_active, created_at) values (gen_random_uuid(), $1, $2, false, now())`,
    [`http://127.0.0.1:${port}/`, EVENT_TYPES],
  );
  const listen = (isOn: boolean) => client.query("update webhook_endpoints set is_active = $1", [isOn]);
  const { rows: causes } = await client.query<{ subject: string }>("select subject from causes");
  const subjects = causes.map(({ subject }) => subject);
  const one = () => withEvents(subjects, () => round(bookings, { port: product, pid }, RATE));
  const rounds: { quiet: Round[]; slow: Round[] } = { quiet: [], slow: [] };
  const drained: number[] = [];
  for (let n = 0; n <= ROUNDS; n++) {
    await listen(false);
    const quiet = await one();
    await listen(true);
    await sendSoon(db);
    delay = SLOW_MS;
    const before = received.length;
    const slow = await one();
    const [sent, backlog, from] = [received.length - before, await left(), performance.now()];
    delay = FAST_MS;
    while ((await left()) > 0 && performance.now() - from < DRAINED_MS) await wait(100);
    const took = (performance.now() - from) / 1000;
    say(`${sent} sent meanwhile; ${backlog} waited, and ${(await left()) || "none"} after ${took.toFixed(1)} s`);
    if (n === 0) continue; // the first warms up
    rounds.quiet.push(quiet);
    rounds.slow.push(slow);
    drained.push(backlog / took);
  }
  row("bookings, nobody is told", rounds.quiet);
  row("bookings, a slow endpoint is told", rounds.slow);
  figures["messages"] = { perSecond: median(drained) };
  say(`${median(drained).toFixed(0)} a second once the receiver takes ${FAST_MS} ms`);
  const wrong = await faults();
  say(wrong.length === 0 ? `${received.length} messages, each once and in order` : wrong.join("; "));
  if (wrong.length > 0) process.exitCode = 1;
}

const PARTS = { paced: measurePaced, key: measureKey, events: measureEvents };
const ONLY = process.env["ONLY"];
try {
  for (const [name, measure] of Object.entries(PARTS)) if (!ONLY || ONLY === name) await measure();
  compareWithBudget("programs", figures);
  console.log(`\n${JSON.stringify({ bench: "programs", ...figures })}`);
} finally {
  await stop();
}
