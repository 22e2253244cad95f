import { randomUUID } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import pg from "pg";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Db, openDb, openPool } from "#src/platform/db.server.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { sharedSecret } from "#src/platform/secrets.server.ts";
import {
  bookSteadily,
  compareWith,
  embeddedIn,
  freeze,
  type OwnPostgres,
  ownPostgres,
  thaw,
  waitsSince,
} from "#tests/outage.ts";
import { copyPreparedData } from "#tests/prepared-data.ts";
import { addCoupon, addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";
import { callerOf, freePort, killLeftServers, type RunningServer, startServer } from "#tests/servers.ts";
import { addAccount, beginSession } from "#tests/signed-in.ts";
import { type SmallDisk, smallDisk } from "#tests/small-disk.ts";
import { startSmtp } from "#tests/smtp.ts";
import { measured, nightly } from "#tests/tier.ts";

// PostgreSQL is stopped, killed and frozen while people book and jobs run. No process ends, every call gets an answer, and what
// was acknowledged is there.

const PER_SECOND = nightly ? 50 : 20;
const AWAY_MS = nightly ? 10_000 : 0;
/** More jobs than runners can be at work on when a fault comes. */
const JOBS = nightly ? 500 : 100;
/** The most a call may take, whatever happens to the database; on a machine that does nothing else. */
const LONGEST_MS = 5000;
/** The most that a call may take while the database is known not to answer. */
const AWAY_LONGEST_MS = 2000;

let postgres: OwnPostgres;
let db: Db;
let departures: string[];

beforeAll(async () => {
  postgres = await ownPostgres();
  db = openDb(openPool(postgres.url(), 2));
  departures = await sellable(db);
}, 60_000);

/** Adds nights to book. */
async function sellable(its: Db): Promise<string[]> {
  const { crawlId } = await seedMinimal(its);
  const nights: string[] = [];
  for (let day = 30; day < 34; day++) {
    const date = new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10);
    nights.push(await addDeparture(its, crawlId, { date, seats: 10_000 }));
  }
  return nights;
}

afterEach(killLeftServers);

afterAll(async () => {
  await db.destroy();
  await postgres.remove();
});

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms)); // sleeps: the fault lasts, and the load goes on

async function administrate(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url);
  client.on("error", () => {}); // its statement says so as well
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Jobs that do nothing, so that some are running whenever the database goes away. */
const manyJobs = (url: string): Promise<void> =>
  administrate(
    url,
    `select graphile_worker.add_job('email.send', json_build_object('id', gen_random_uuid())) from generate_series(1, ${JOBS})`,
  );

const statusOf = async (url: string) => (await fetch(url)).status;

test("no process ends, and nothing acknowledged is lost, when the database is restarted, killed, frozen, a copy and without its standby", async () => {
  const settings = { DATABASE_URL: postgres.url(), RONDA_SEED: "empty" };
  const [all, web, worker] = await Promise.all([
    startServer({ ...settings, ROLE: "all" }),
    startServer({ ...settings, ROLE: "web" }),
    startServer({ ...settings, ROLE: "worker" }),
  ]);
  const servers: RunningServer[] = [all, web];
  let turn = 0;
  const load = bookSteadily(() => servers[turn++ % servers.length]!.origin, { departures, perSecond: PER_SECOND });
  const bookedSince = (from: number) => load.so().heard.some(({ at, status }) => at > from && status === 201);
  const refusedSince = (from: number) => load.so().heard.some(({ at, status }) => at > from && status === 503);
  const isRefused = async () => {
    for (const { origin } of servers) {
      expect.soft(await statusOf(`${origin}/healthz`)).toBe(200);
      await expect.poll(() => statusOf(`${origin}/readyz`), { timeout: 20_000 }).toBe(503);
    }
  };

  const faults: Record<string, () => Promise<void>> = {
    restarted: async () => {
      await postgres.end("SIGINT");
      await postgres.start();
    },
    killed: async () => {
      await postgres.end("SIGKILL");
      const killed = performance.now();
      await expect.poll(() => refusedSince(killed), { timeout: 20_000 }).toBe(true);
      await wait(AWAY_MS); // sleeps: it stays away
      await postgres.start();
    },
    frozen: async () => {
      await expect.poll(() => statusOf(`${all.origin}/`), { message: "kept from now on", timeout: 20_000 }).toBe(200);
      await expect.poll(() => load.so().inFlight.size, { interval: 1, timeout: 20_000 }).toBeGreaterThan(0);
      const began = performance.now();
      postgres.freeze();
      const waitsOfThen = () => [...load.so().inFlight].filter(({ at }) => at <= began).length;
      expect(waitsOfThen(), "somebody waits for it").toBeGreaterThan(0);
      await expect.poll(waitsOfThen, { message: "but not until it is back", timeout: 20_000 }).toBe(0);
      await isRefused();
      for (const { origin } of servers)
        for (const page of ["/login", "/es/login", "/bookings/mine", "/profile.data"]) {
          const answer = await fetch(origin + page, { headers: { cookie: "ronda.session_token=x.y" } });
          expect.soft([page, answer.status, answer.headers.get("retry-after")]).toEqual([page, 503, "2"]);
        }
      expect.soft(await statusOf(`${all.origin}/`), "a kept page").toBe(200);
      await wait(AWAY_MS); // sleeps: it stays away
      const waits = waitsSince(load.so(), began);
      expect(waits.length).toBeGreaterThan(1);
      if (nightly) expect.soft(Math.max(...waits), "no call waits").toBeLessThan(AWAY_LONGEST_MS);
      postgres.thaw();
    },
    // its connections stay open, as where a failover leaves a copy behind
    "a copy": async () => {
      await administrate(
        postgres.url(),
        "alter system set default_transaction_read_only = on",
        "select pg_reload_conf()",
      );
      await isRefused();
      await administrate(
        postgres.url(),
        "set default_transaction_read_only = off",
        "alter system reset default_transaction_read_only",
        "select pg_reload_conf()",
      );
    },
  };
  // commits hang on a standby that isn't there
  faults["without its standby"] = async () => {
    const standby = (change: string) =>
      administrate(postgres.url(), `alter system ${change}`, "select pg_reload_conf()");
    await standby("set synchronous_standby_names = nobody");
    const began = performance.now();
    const waitsOfThen = () => [...load.so().inFlight].filter(({ at }) => at <= began + 100).length;
    await expect.poll(() => refusedSince(began), { timeout: 20_000 }).toBe(true);
    await expect.poll(waitsOfThen, { timeout: 20_000 }).toBe(0);
    for (const { origin } of servers)
      for (const page of ["/readyz", "/", "/login", "/api/scheduled-crawls"])
        expect.soft([page, await statusOf(origin + page)]).toEqual([page, 200]);
    await expect.poll(async () => (await fetch(`${web.origin}/readyz`)).text(), { timeout: 20_000 }).toBe("no writes");
    await wait(AWAY_MS); // sleeps: it stays away
    const waits = waitsSince(load.so(), began);
    if (nightly) expect.soft(Math.max(...waits), "no call waits").toBeLessThan(AWAY_LONGEST_MS);
    measured(`without its standby: slowest answer ${Math.max(...waits).toFixed()} ms`);
    await standby("reset synchronous_standby_names");
  };
  for (const [name, fault] of Object.entries(faults)) {
    await manyJobs(postgres.url());
    await wait(300); // sleeps: jobs are running by now
    const began = performance.now();
    await fault();
    const back = performance.now();
    await expect
      .poll(() => bookedSince(back), { message: `${name}: booked again`, timeout: nightly ? 5000 : 20_000 })
      .toBe(true);
    const again = performance.now() - back;
    await expect.poll(() => [...load.so().inFlight].filter(({ at }) => at < back).length, { timeout: 20_000 }).toBe(0);
    const longest = Math.max(...waitsSince(load.so(), began));
    measured(`${name}: booked again within ${again.toFixed()} ms, slowest answer ${longest.toFixed()} ms`);
  }
  const outcome = await load.stop();
  expect(outcome.wishes.length).toBeGreaterThan(PER_SECOND);
  expect(outcome.heard.filter(({ status, retryAfter }) => status === 503 && !retryAfter)).toEqual([]);
  expect(new Set(outcome.heard.map(({ status }) => status))).toEqual(new Set([201, 503]));
  expect(await compareWith(db, outcome)).toEqual({ lost: [], unexplained: [] });
  measured(`${outcome.wishes.length} guests at ${PER_SECOND}/s, none lost`);
  if (nightly) expect(Math.max(...outcome.heard.map(({ took }) => took))).toBeLessThan(LONGEST_MS);
  // the runners go on, also with the jobs whose end they couldn't record
  const left = () =>
    sql<{ n: number }>`select count(*)::int as n from graphile_worker.jobs
    where task_identifier = 'email.send' and attempts < max_attempts and run_at < now()`.execute(db);
  await expect.poll(async () => (await left()).rows[0]?.n, { timeout: 60_000, interval: 250 }).toBe(0);
  const started = [all, web, worker];
  expect(started.map(({ process }) => process.exitCode)).toEqual([null, null, null]);
  await Promise.all(started.map((server) => server.stop()));
  expect(started.map(({ process }) => process.exitCode)).toEqual([0, 0, 0]);
}, 180_000);

test("the embedded PostgreSQL is killed, frozen, and loses the process that runs it", async () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-embedded-"));
  fs.chmodSync(home, 0o755);
  const settings = { DATA_DIR: home, RONDA_SEED: "empty" };
  const nights = await embeddedNights(home);
  const owner = await startServer({ ...settings, ROLE: "web" });
  const others = await Promise.all([
    startServer(settings),
    ...(nightly ? [startServer({ ...settings, ROLE: "web" })] : []),
  ]);
  const embedded = embeddedIn(home);
  const its = openDb(openPool(embedded.url, 2));
  let turn = 0;
  const load = bookSteadily(() => others[turn++ % others.length]!.origin, {
    departures: nights,
    perSecond: PER_SECOND,
  });
  const heardSince = (status: number, from: number) =>
    load.so().heard.some((call) => call.at > from && call.status === status);
  const killed = nightly ? ["killed", "killed again", "killed a third time"] : ["killed"];
  const faults: [string, () => Promise<void> | void][] = [
    ...killed.map((name): [string, () => void] => [name, () => void process.kill(embedded.postmaster(), "SIGKILL")]),
    [
      "frozen",
      async () => {
        const frozen = embedded.postmaster();
        const began = performance.now();
        freeze(frozen);
        await expect.poll(() => heardSince(503, began), { timeout: 20_000 }).toBe(true);
        await wait(AWAY_MS); // sleeps: it stays away
        thaw(frozen);
      },
    ],
    ["left by the process that ran it", () => owner.stop("SIGKILL")],
  ];
  for (const [name, fault] of faults) {
    await manyJobs(embedded.url);
    await wait(300); // sleeps: jobs are running by now
    const began = performance.now();
    await fault();
    const back = name === "frozen" ? performance.now() : began;
    await expect
      .poll(() => heardSince(201, back + 250), {
        message: `${name}: booked again`,
        timeout: nightly ? 15_000 : 30_000,
      })
      .toBe(true);
    const again = performance.now() - back;
    for (const { origin } of others)
      await expect.poll(() => statusOf(`${origin}/readyz`), { timeout: 10_000 }).toBe(200);
    const longest = Math.max(...waitsSince(load.so(), began));
    measured(
      `the embedded PostgreSQL, ${name}: booked again within ${again.toFixed()} ms, slowest answer ${longest.toFixed()} ms`,
    );
  }
  const outcome = await load.stop();
  if (nightly) expect(Math.max(...outcome.heard.map(({ took }) => took))).toBeLessThan(LONGEST_MS);
  expect(new Set(outcome.heard.map(({ status }) => status))).toEqual(new Set([201, 503]));
  expect(await compareWith(its, outcome)).toEqual({ lost: [], unexplained: [] });
  expect(others.map(({ process: { exitCode } }) => exitCode)).toEqual(others.map(() => null));
  await its.destroy();
  await Promise.all(others.map((server) => server.stop()));
  expect(others.map(({ process: { exitCode } }) => exitCode)).toEqual(others.map(() => 0));
  expect(fs.existsSync(path.join(home, "pg/postmaster.pid")), "the last one took it along").toBe(false);
  fs.rmSync(home, { recursive: true });
}, 180_000);

/** Puts a PostgreSQL with nights to book into a data folder. */
async function embeddedNights(home: string): Promise<string[]> {
  copyPreparedData(path.join(home, "pg"));
  const cluster = await startEmbedded(path.join(home, "pg"));
  const its = openDb(openPool(cluster.url(), 2));
  const nights = await sellable(its);
  await its.destroy();
  await cluster.stop();
  return nights;
}

test("a rolling restart: each process says that it goes before it goes, no request fails, and each job is done once", async () => {
  const received: string[] = [];
  const mail = await freePort();
  const endMail = await startSmtp(mail, received);
  const SMTP_URL = `smtp://127.0.0.1:${mail}`;
  const settings = { DATABASE_URL: postgres.url(), RONDA_SEED: "empty", DRAIN_SECONDS: "3", SMTP_URL };
  await addCoupon(db, { code: "NOTHING", value: 100 });
  const servers = await Promise.all([startServer(settings), startServer(settings)]);
  // as a proxy does: asks each server whether it is ready, keeps connections, and goes round those that are
  const ready = new Set(servers.map(({ origin }) => origin));
  const caller = callerOf(8);
  const done = new AbortController();
  const failed: string[] = [];
  const guests: string[] = [];
  let looked = 0;
  const health = (async () => {
    while (!done.signal.aborted) {
      for (const { origin } of servers)
        if ((await statusOf(`${origin}/readyz`).catch(() => 0)) === 200) ready.add(origin);
        else ready.delete(origin);
      await wait(50); // sleeps: between two looks
    }
  })();
  let turn = 0;
  const call = async (method: string, where: string, body?: object): Promise<Record<string, unknown>> => {
    const origin = [...ready][turn++ % ready.size]!;
    const answer = await caller
      .call(method, origin + where, body, body ? { "idempotency-key": randomUUID() } : {})
      .catch((error: Error) => ({ status: 0, body: { error: error.message } }));
    if (answer.status !== 200 && answer.status !== 201) failed.push(`${method} ${where} ${JSON.stringify(answer)}`);
    return answer.body;
  };
  const visitor = async () => {
    while (!done.signal.aborted) {
      await call("GET", "/api/scheduled-crawls");
      looked++;
      await wait(20); // sleeps: the servers start beside
    }
  };
  const guest = async () => {
    while (!done.signal.aborted) {
      const email = `moves-${guests.length}@example.test`;
      guests.push(email);
      const { customer, ...rest } = bookingInput(departures[guests.length % 4]!, {
        number_of_people: 1,
        coupon_code: "NOTHING",
      });
      const { id } = await call("POST", "/api/bookings", { ...rest, customer: { ...customer, email } });
      await call("POST", `/api/bookings/${String(id)}/payments`, { provider: "free" });
      await wait(300); // sleeps: the next one comes, and each gets an email with tickets drawn for it
    }
  };
  const all = Promise.all([visitor(), visitor(), visitor(), visitor(), guest(), guest()]);
  for (const [i, server] of servers.entries()) {
    const slow = sendsSlowly(server.origin, bookingInput(departures[0]!, { number_of_people: 1 }));
    await slow.begun;
    const began = performance.now();
    const stopped = server.stop("SIGTERM");
    // soon: while it still answers
    await expect.poll(() => statusOf(`${server.origin}/readyz`), { timeout: 2900, interval: 20 }).toBe(503);
    slow.end();
    expect(await slow.answer, "in flight").toEqual({ status: 201, connection: "close" });
    await stopped;
    expect(server.process.exitCode).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
    if (i === 0) {
      servers[0] = await startServer({ ...settings, PORT: new URL(server.origin).port });
      await expect.poll(() => ready.has(server.origin), { timeout: 10_000 }).toBe(true);
    }
  }
  done.abort();
  await Promise.all([health, all]);
  caller.close();
  await expect.poll(() => new Set(received).size, { timeout: 60_000 }).toBe(guests.length);
  await servers[0]?.stop();
  await endMail();
  expect(looked).toBeGreaterThan(100);
  expect(guests.length).toBeGreaterThan(5);
  expect(failed).toEqual([]);
  expect(received.toSorted(), "each once").toEqual(guests.toSorted());
}, 120_000);

/** A booking whose second half is only sent when told so. `begun` settles when the server has its head. */
function sendsSlowly(origin: string, input: object) {
  const body = JSON.stringify(input);
  const begun = Promise.withResolvers<void>();
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "idempotency-key": randomUUID(),
    expect: "100-continue",
  };
  const agent = new http.Agent({ keepAlive: true });
  const sending = http.request(`${origin}/api/bookings`, { method: "POST", agent, headers });
  sending.once("continue", () => begun.resolve()).flushHeaders();
  const answer = once(sending, "response").then(([res]) => {
    const { statusCode: status, headers: its } = (res as http.IncomingMessage).resume();
    return { status, connection: its.connection };
  });
  return { begun: begun.promise, end: () => sending.end(body), answer };
}

test("a full disk: busy until there is room again, and nothing is lost or half done", async ({ skip }) => {
  const disk = smallDisk("64m");
  if (!disk) return skip("can't mount a small file system here");
  try {
    // its WAL lies elsewhere: PostgreSQL goes on, and refuses
    const full = await ownPostgres({ data: path.join(disk.folder, "pg") });
    const its = openDb(openPool(full.url(), 2));
    const nights = await sellable(its);
    const server = await startServer({ DATABASE_URL: full.url(), RONDA_SEED: "empty" });
    await fillTheDisk(disk, server, { its, nights });
    await server.stop();
    await its.destroy();
    await full.remove();
  } finally {
    disk.remove();
  }
}, 60_000);

test("a disk that is full with all that the product keeps: it says why, and goes on by itself", async ({ skip }) => {
  const disk = smallDisk("96m");
  if (!disk) return skip("can't mount a small file system here");
  try {
    const nights = await embeddedNights(disk.folder);
    const baseUrl = "http://ronda.test";
    const server = await startServer({ DATA_DIR: disk.folder, RONDA_SEED: "empty", BASE_URL: baseUrl });
    const { url } = embeddedIn(disk.folder);
    const its = openDb(openPool(url, 2));
    const { id } = await addAccount(its, { role: "admin", secondFactor: true });
    const { cookie } = await beginSession(its, id, { secret: await sharedSecret(its, "app"), baseUrl });
    const sends = () => sendsPicture(server, cookie);
    disk.fill();
    expect(await sends(), "there is no room for a picture").toBe(507);
    disk.empty();
    expect(fs.readdirSync(path.join(disk.folder, "uploads"))).toEqual([]);
    expect(await sends()).toBe(201);
    await fillTheDisk(disk, server, { its, nights }, async () => {
      // no more WAL: PostgreSQL ends
      const ended = administrate(url, ...Array.from({ length: 99 }, () => "select pg_switch_wal(), txid_current()"));
      await expect(ended).rejects.toThrow();
    });
    const message = server
      .printed()
      .split("\n")
      .filter((line) => /no space left/i.test(line));
    // a round that is due just then fails by it too, and says so
    const own = message.filter((line) => !/database\.failed|"event":"jobs"/.test(line));
    expect(own[0], "why").toContain("database.disk_full");
    expect(own.length, "said once, or again after there was room meanwhile").toBeLessThanOrEqual(2);
    expect(message.length - own.length, "it need not have ended").toBeLessThanOrEqual(2);
    await its.destroy();
    await server.stop();
    expect(server.process.exitCode).toBe(0);
  } finally {
    disk.remove();
  }
}, 90_000);

/** Guests book while a server's disk runs full and has room again. `meanwhile` comes when it is full. */
async function fillTheDisk(
  disk: SmallDisk,
  server: RunningServer,
  { its, nights }: { its: Db; nights: string[] },
  meanwhile = async () => {},
): Promise<void> {
  const load = bookSteadily(() => server.origin, { departures: nights, perSecond: PER_SECOND });
  const heard = (status: number, from = 0) => load.so().heard.filter((h) => h.status === status && h.at > from);
  await expect.poll(() => heard(201).length, { timeout: 20_000 }).toBeGreaterThan(5);
  disk.fill();
  await meanwhile();
  const whyNot = async () => {
    const answer = await fetch(`${server.origin}/readyz`);
    return [answer.status, await answer.text()];
  };
  await expect.poll(whyNot, { timeout: 30_000 }).toEqual([503, "disk"]);
  const existing = performance.now();
  await expect.poll(() => heard(503, existing).length, { timeout: 20_000 }).toBeGreaterThan(5);
  expect(new Set(heard(503, existing).map(({ code }) => code))).toEqual(new Set(['"busy"']));
  disk.empty();
  const room = performance.now();
  await expect.poll(() => heard(201, room).length, { timeout: nightly ? 5000 : 30_000 }).toBeGreaterThan(5);
  await expect.poll(whyNot, { timeout: 10_000 }).toEqual([200, "ok"]);
  measured(`booked again within ${(heard(201, room)[0]!.at - room).toFixed()} ms of room`);
  const outcome = await load.stop();
  expect(new Set(outcome.heard.map(({ status }) => status))).toEqual(new Set([201, 503]));
  expect(await compareWith(its, outcome)).toEqual({ lost: [], unexplained: [] });
}

/** Uploads a picture as staff do; a picture's sizes are written for good. Returns the answer's status. */
async function sendsPicture({ origin }: RunningServer, cookie: string): Promise<number> {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#c33" } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.set("picture", new File([new Uint8Array(bytes)], "x.jpg", { type: "image/jpeg" }));
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  const answer = await fetch(`${origin}/admin/pub-crawls/pictures`, {
    method: "POST",
    headers,
    body: form,
    redirect: "manual",
  });
  return answer.status;
}
