import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Db, openDb, openPool } from "#src/platform/db.server.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { migrate } from "#src/platform/migrate.server.ts";
import { bookSteadily, compareWith, embeddedIn, freeze, type OwnPostgres, ownPostgres, thaw } from "#tests/outage.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";
import { callerOf, type RunningServer, startServer } from "#tests/servers.ts";
import { measured, nightly } from "#tests/tier.ts";

// PostgreSQL is stopped, killed and frozen while people book and jobs run. No process ends, every call gets an answer, and what
// was acknowledged is there.

const PER_SECOND = nightly ? 50 : 20;
const AWAY_MS = nightly ? 10_000 : 1600;
/** More jobs than runners can be at work on when a fault comes. */
const JOBS = nightly ? 500 : 100;

let postgres: OwnPostgres;
let db: Db;
let departures: string[];

beforeAll(async () => {
  postgres = await ownPostgres();
  db = openDb(openPool(postgres.url(), 2));
  departures = await sellable(postgres.url(), db);
}, 60_000);

/** Fills a new database with nights to book. */
async function sellable(url: string, its: Db): Promise<string[]> {
  await migrate(url);
  const { crawlId } = await seedMinimal(its);
  const nights: string[] = [];
  for (let day = 30; day < 34; day++) {
    const date = new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10);
    nights.push(await addDeparture(its, crawlId, { date, seats: 10_000 }));
  }
  return nights;
}

afterAll(async () => {
  await db.destroy();
  await postgres.remove();
});

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms)); // sleeps: the fault lasts, and the load goes on

/** Jobs that do nothing, so that some are running whenever the database goes away. */
const manyJobs = async (url: string, count: number): Promise<void> => {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    "select graphile_worker.add_job('email.send', json_build_object('id', gen_random_uuid())) from generate_series(1, $1)",
    [count],
  );
  await client.end();
};

const statusOf = async (url: string) => (await fetch(url)).status;

test("no process ends, and nothing acknowledged is lost, when the database is restarted, killed and frozen", async () => {
  const settings = { DATABASE_URL: postgres.url(), RONDA_SEED: "empty" };
  const all = await startServer({ ...settings, ROLE: "all" });
  const web = await startServer({ ...settings, ROLE: "web" });
  const servers: RunningServer[] = [all, web];
  let turn = 0;
  const load = bookSteadily(() => servers[turn++ % servers.length]!.origin, { departures, perSecond: PER_SECOND });
  const slowest = (from: number) =>
    Math.max(
      ...load
        .so()
        .heard.filter(({ at }) => at > from)
        .map(({ took }) => took),
    );
  const bookedSince = (from: number) => load.so().heard.some(({ at, status }) => at > from && status === 201);

  const faults: Record<string, () => Promise<void>> = {
    restarted: async () => {
      await postgres.end("SIGINT");
      await postgres.start();
    },
    killed: async () => {
      await postgres.end("SIGKILL");
      await wait(AWAY_MS); // sleeps: it stays away
      await postgres.start();
    },
    frozen: async () => {
      expect(await statusOf(`${all.origin}/`), "kept from now on").toBe(200);
      const began = performance.now();
      postgres.freeze();
      await wait(AWAY_MS); // sleeps: it stays away
      expect.soft(slowest(began), "no call waits").toBeLessThan(2000);
      for (const { origin } of servers) {
        expect.soft(await statusOf(`${origin}/healthz`)).toBe(200);
        expect.soft(await statusOf(`${origin}/readyz`)).toBe(503);
        for (const page of ["/login", "/es/login", "/bookings/mine", "/profile.data"]) {
          const answer = await fetch(origin + page, { headers: { cookie: "ronda.session_token=x.y" } });
          expect.soft([page, answer.status, answer.headers.get("retry-after")]).toEqual([page, 503, "2"]);
        }
      }
      expect.soft(await statusOf(`${all.origin}/`), "a kept page").toBe(200);
      postgres.thaw();
    },
  };
  for (const [name, fault] of Object.entries(faults)) {
    await manyJobs(postgres.url(), JOBS);
    await wait(300); // sleeps: jobs are running by now
    await fault();
    const back = performance.now();
    await expect.poll(() => bookedSince(back), { message: `${name}: booked again`, timeout: 5000 }).toBe(true);
    measured(`${name}: booked again within ${(performance.now() - back).toFixed()} ms`);
  }
  const outcome = await load.stop();
  expect(outcome.wishes.length).toBeGreaterThan(PER_SECOND);
  expect(outcome.heard.filter(({ status, retryAfter }) => status === 503 && !retryAfter)).toEqual([]);
  expect(new Set(outcome.heard.map(({ status }) => status))).toEqual(new Set([201, 503]));
  expect(await compareWith(db, outcome)).toEqual({ lost: [], unexplained: [] });
  measured(`${outcome.wishes.length} guests at ${PER_SECOND}/s, none lost, slowest answer ${slowest(0).toFixed()} ms`);
  // the runner goes on, also with the jobs whose end it couldn't record
  const left = () =>
    sql<{ n: number }>`select count(*)::int as n from graphile_worker.jobs
    where task_identifier = 'email.send' and attempts < max_attempts and run_at < now()`.execute(db);
  await expect.poll(async () => (await left()).rows[0]?.n, { timeout: 60_000, interval: 250 }).toBe(0);
  expect(servers.map(({ process }) => process.exitCode)).toEqual([null, null]);
  for (const server of servers) {
    await server.stop();
    expect(server.process.exitCode).toBe(0);
  }
}, 180_000);

test.runIf(nightly)(
  "the embedded PostgreSQL is killed again and again, frozen, and loses the process that runs it",
  async () => {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-embedded-"));
    fs.chmodSync(home, 0o755);
    const settings = { DATA_DIR: home, RONDA_SEED: "empty" };
    const first = await startEmbedded(path.join(home, "pg"));
    const before = openDb(openPool(first.url(), 2));
    const nights = await sellable(first.url(), before);
    await before.destroy();
    await first.stop();
    const owner = await startServer(settings);
    const others = [await startServer({ ...settings, ROLE: "web" }), await startServer(settings)];
    const embedded = embeddedIn(home);
    const its = openDb(openPool(embedded.url, 2));
    let turn = 0;
    const load = bookSteadily(() => others[turn++ % others.length]!.origin, { departures: nights, perSecond: 50 });
    const faults: [string, () => Promise<void> | void][] = [
      ...["killed", "killed again", "killed a third time"].map((name): [string, () => void] => [
        name,
        () => void process.kill(embedded.postmaster(), "SIGKILL"),
      ]),
      [
        "frozen",
        async () => {
          const frozen = embedded.postmaster();
          freeze(frozen);
          await wait(AWAY_MS); // sleeps: it stays away
          thaw(frozen);
        },
      ],
      ["left by the process that ran it", () => owner.stop("SIGKILL")],
    ];
    for (const [name, fault] of faults) {
      await manyJobs(embedded.url, JOBS);
      await wait(300); // sleeps: jobs are running by now
      const began = performance.now();
      await fault();
      const back = name === "frozen" ? performance.now() : began;
      const again = () => load.so().heard.some(({ at, status }) => at > back + 250 && status === 201);
      await expect.poll(again, { message: `${name}: booked again`, timeout: 15_000 }).toBe(true);
      measured(`the embedded PostgreSQL, ${name}: booked again within ${(performance.now() - back).toFixed()} ms`);
      await expect.poll(() => statusOf(`${others[0]!.origin}/readyz`), { timeout: 5000 }).toBe(200);
    }
    const outcome = await load.stop();
    expect(outcome.heard.filter(({ status, took }) => status === 503 && took > 2000)).toEqual([]);
    expect(new Set(outcome.heard.map(({ status }) => status))).toEqual(new Set([201, 503]));
    expect(await compareWith(its, outcome)).toEqual({ lost: [], unexplained: [] });
    expect(others.map(({ process: { exitCode } }) => exitCode)).toEqual([null, null]);
    await its.destroy();
    for (const server of others) await server.stop();
    expect(others.map(({ process: { exitCode } }) => exitCode)).toEqual([0, 0]);
    fs.rmSync(home, { recursive: true });
  },
  180_000,
);

test("a rolling restart: each server says that it goes before it goes, and no request fails", async () => {
  const settings = { DATABASE_URL: postgres.url(), RONDA_SEED: "empty", ROLE: "web", DRAIN_SECONDS: "1" };
  const servers = await Promise.all([startServer(settings), startServer(settings)]);
  // as a proxy does: asks each server whether it is ready, keeps connections, and goes round those that are
  const ready = new Set(servers.map(({ origin }) => origin));
  const caller = callerOf(8);
  const done = new AbortController();
  const failed: string[] = [];
  let answered = 0;
  const health = (async () => {
    while (!done.signal.aborted) {
      for (const { origin } of servers)
        if ((await statusOf(`${origin}/readyz`).catch(() => 0)) === 200) ready.add(origin);
        else ready.delete(origin);
      await wait(50); // sleeps: between two looks
    }
  })();
  const visitor = async (_: unknown, turn: number) => {
    while (!done.signal.aborted) {
      const origin = [...ready][turn++ % ready.size];
      await caller.call("GET", `${origin}/api/scheduled-crawls`).then(
        ({ status }) => (status === 200 ? answered++ : failed.push(String(status))),
        (error: Error) => failed.push(error.message),
      );
    }
  };
  const visitors = Promise.all(Array.from({ length: 8 }, visitor));
  for (const [i, server] of servers.entries()) {
    const began = performance.now();
    const stopped = server.stop("SIGTERM");
    await expect.poll(() => statusOf(`${server.origin}/readyz`), { timeout: 900, interval: 20 }).toBe(503);
    await stopped;
    expect(server.process.exitCode).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
    if (i === 0) {
      servers[0] = await startServer({ ...settings, PORT: new URL(server.origin).port });
      await expect.poll(() => ready.has(server.origin), { timeout: 10_000 }).toBe(true);
    }
  }
  done.abort();
  await Promise.all([health, visitors]);
  caller.close();
  await servers[0].stop();
  expect(answered).toBeGreaterThan(100);
  expect(failed).toEqual([]);
}, 60_000);

const small = path.join(os.tmpdir(), `ronda-small-${process.pid}`);
/** Only root may mount a file system that is soon full. */
function mounted(): boolean {
  try {
    fs.mkdirSync(small);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=96m,mode=755", "tmpfs", small], { stdio: "ignore" });
    return true;
  } catch {
    fs.rmSync(small, { recursive: true, force: true });
    return false;
  }
}

test.runIf(nightly)(
  "a full disk: busy until there is room again, and nothing is lost or half done",
  async ({ skip }) => {
    skip(!mounted(), "can't mount a small file system here");
    const log = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-wal-"));
    fs.chownSync(log, 65_534, 65_534);
    try {
      await fillTheDisk(path.join(log, "wal"));
    } finally {
      execFileSync("umount", ["-l", small]);
      for (const folder of [small, log]) fs.rmSync(folder, { recursive: true, force: true });
    }
  },
  60_000,
);

async function fillTheDisk(waldir: string): Promise<void> {
  const full = await ownPostgres({ folder: path.join(small, "pg"), initFlags: [`--waldir=${waldir}`] });
  const its = openDb(openPool(full.url(), 2));
  const nights = await sellable(full.url(), its);
  const server = await startServer({ DATABASE_URL: full.url(), RONDA_SEED: "empty" });
  const load = bookSteadily(() => server.origin, { departures: nights, perSecond: 50 });
  const heard = (status: number, from = 0) => load.so().heard.filter((h) => h.status === status && h.at > from).length;
  await expect.poll(() => heard(201), { timeout: 5000 }).toBeGreaterThan(5);
  const ballast = path.join(small, "ballast");
  spawnSync("dd", ["if=/dev/zero", `of=${ballast}`, "bs=64k"]); // until it fails
  await expect.poll(() => heard(503), { timeout: 10_000 }).toBeGreaterThan(5);
  const why = await fetch(`${server.origin}/readyz`);
  expect([why.status, await why.text()]).toEqual([503, "disk"]);
  fs.rmSync(ballast);
  const room = performance.now();
  await expect.poll(() => heard(201, room), { timeout: 5000 }).toBeGreaterThan(5);
  await expect.poll(() => statusOf(`${server.origin}/readyz`), { timeout: 5000 }).toBe(200);
  const outcome = await load.stop();
  expect(new Set(outcome.heard.map(({ status }) => status))).toEqual(new Set([201, 503]));
  expect(await compareWith(its, outcome)).toEqual({ lost: [], unexplained: [] });
  await server.stop();
  await its.destroy();
  await full.remove();
}
