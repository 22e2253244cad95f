// @module-tag process
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type DatabasePool, type Db, openDb, openPool } from "#src/platform/db.server.ts";
import type { Source } from "#src/platform/metrics.server.ts";
import { openReplica, type Replica } from "#src/platform/read-replica.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { type OwnPostgres, ownPostgres } from "#tests/outage.ts";
import { startServer } from "#tests/servers.ts";
import { addAccount, beginSession } from "#tests/signed-in.ts";

// A primary with a real standby that streams from it. What has reached the standby can be held up: it then knows less.

const other = freshDatabase();
let main: OwnPostgres;
let standby: OwnPostgres;
let pool: DatabasePool;
let held: DatabasePool;
let replica: Replica | undefined;
let log: string[];

beforeAll(async () => {
  main = await ownPostgres();
  standby = await ownPostgres({ follows: main });
  pool = openPool(main.url(), 4);
  held = openPool(standby.url(), 1);
  await pool.query("create table notes (id int primary key)");
}, 60_000);
beforeEach(async () => {
  log = [];
  await pool.query("delete from notes");
  for (const way of ["log", "warn", "error"] as const)
    vi.spyOn(console, way).mockImplementation((line: string) => void log.push(line));
});
afterEach(async () => {
  await replica?.stop();
  replica = undefined;
  vi.restoreAllMocks();
});
afterAll(async () => {
  await Promise.all([pool.end(), held.end()]);
  await standby.remove();
  await main.remove();
});

let metric: Source;
/** A replica that is looked at often. */
function opened({ url = standby.url(), mostMs = 60_000 } = {}): Db {
  const metrics = { watch: (_: string, source: Source) => void (metric = source) };
  replica = openReplica(url, pool, { metrics, mostMs, lookMs: 20 });
  return replica.db;
}

const isStandby = async (db: Db) =>
  (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)).rows[0]!.is;
const fit = async () => (await metric())[0]!.value;
const textOf = (event: string) => log.filter((line) => line.includes(event)).length;
const POLL = { timeout: 20_000 };

/** Waits until the standby has all that was written. */
async function caughtUp(): Promise<void> {
  const { rows } = await pool.query<{ at: string }>("select pg_current_wal_lsn()::text as at");
  const has = () => held.query("select pg_last_wal_replay_lsn() >= $1::pg_lsn as is", [rows[0]!.at]);
  await expect.poll(async () => (await has()).rows, POLL).toEqual([{ is: true }]);
}

test("the standby is asked, and is opened with the first question", async () => {
  await caughtUp();
  const db = opened();
  const connections = () => held.query("select from pg_stat_activity where backend_type = 'client backend'");
  const before = (await connections()).rowCount;
  expect(await fit()).toBe(0);
  expect((await connections()).rowCount).toBe(before);
  expect(await isStandby(db)).toBe(true);
  expect(await fit()).toBe(1);
  expect(log).toEqual([]);
});

describe("nothing is written through it", () => {
  const write = (db: Db) => sql`insert into notes values (1)`.execute(db);

  test("while the standby answers, and while the primary answers instead", async () => {
    await expect(write(opened())).rejects.toMatchObject({ code: "25006" });
    await replica!.stop();
    const db = opened({ url: other.url });
    expect(await isStandby(db)).toBe(false);
    await expect(write(db)).rejects.toMatchObject({ code: "25006" });
    expect((await pool.query("select from notes")).rowCount).toBe(0);
    await expect(pool.query("insert into notes values (1)"), "the primary itself takes it").resolves.toBeTruthy();
  });

  test("nor in a session of a server that would let it", async () => {
    const open = openPool(main.url(), 1, { readOnly: true });
    await expect(open.query("insert into notes values (1)")).rejects.toMatchObject({ code: "25006" });
    await open.end();
  });
});

test("a standby that is further behind than it may be isn't asked until it has caught up", async () => {
  await caughtUp();
  const db = opened({ mostMs: 3000 }); // longer than a look takes on a busy machine
  expect(await isStandby(db)).toBe(true);
  await held.query("select pg_wal_replay_pause()");
  try {
    await pool.query("insert into notes values (2)");
    await expect.poll(() => isStandby(db), POLL).toBe(false);
    expect((await sql`select id from notes`.execute(db)).rows).toEqual([{ id: 2 }]);
    expect(await fit()).toBe(0);
    // it is told at the next look, which must not be the one after it has caught up
    await expect.poll(() => textOf("replica.away"), POLL).toBe(1);
    // within a longer limit the same standby serves, and says what it knew
    const patient = openReplica(standby.url(), pool, { metrics: { watch: () => {} }, mostMs: 600_000 });
    expect((await sql`select id from notes`.execute(patient.db)).rows).toEqual([]);
    await patient.stop();
  } finally {
    await held.query("select pg_wal_replay_resume()");
  }
  await expect.poll(() => isStandby(db), POLL).toBe(true);
  await expect.poll(() => textOf("replica.back"), POLL).toBe(1);
  expect(textOf("replica.away"), "once").toBe(1);
});

test("one where nothing is written for long is not behind", async () => {
  await caughtUp();
  const db = opened({ mostMs: 2000 }); // longer than a look takes on a busy machine
  await pool.query("select pg_sleep(2.5)"); // sleeps: longer than it may be behind
  for (let looks = 0; looks < 30; looks++) {
    expect(await isStandby(db)).toBe(true);
    await pool.query("select pg_sleep(0.02)"); // sleeps: until the next look
  }
});

test.each([
  ["another database of its server", () => standby.url("template1"), "another database"],
  ["a database that follows no primary", () => main.url(), "follows no primary"],
  ["an address where nobody listens", () => "postgres://127.0.0.1:1/ronda", "ECONNREFUSED"],
])("%s isn't asked", async (_, url, why) => {
  const db = opened({ url: url() });
  expect(await isStandby(db)).toBe(false);
  expect(log.filter((line) => line.includes("replica.away"))).toEqual([expect.stringContaining(why)]);
});

test("what the standby breaks off or hasn't heard of yet is asked of the primary", async () => {
  await caughtUp();
  const db = opened();
  expect(await isStandby(db)).toBe(true);
  await held.query("select pg_wal_replay_pause()");
  try {
    await pool.query("create table later (id int)");
    expect((await sql`select id from later`.execute(db)).rows).toEqual([]);
    const long = sql`pg_sleep(case when pg_is_in_recovery() then 60 else 0 end)`; // sleeps: until it is ended
    const request = sql<{ is: boolean }>`select pg_is_in_recovery() as is, ${long}`.execute(db);
    const end = `select pg_terminate_backend(pid) as is from pg_stat_activity where query like '%then 60%' and pid <> pg_backend_pid()`;
    await expect.poll(async () => (await held.query(end)).rowCount, POLL).toBe(1);
    expect((await request).rows[0]!.is).toBe(false);
  } finally {
    await held.query("select pg_wal_replay_resume()");
  }
  await expect(sql`select 1 / 0`.execute(db), "what is wrong anywhere stays wrong").rejects.toThrow("division by zero");
});

test("a standby that freezes holds nobody up for long, and one that comes back is asked again", async () => {
  await caughtUp();
  const db = opened();
  expect(await isStandby(db)).toBe(true);
  standby.freeze();
  try {
    expect(await isStandby(db)).toBe(false);
  } finally {
    standby.thaw();
  }
  await expect.poll(() => isStandby(db), POLL).toBe(true);
  await standby.end("SIGKILL");
  await expect.poll(() => isStandby(db), POLL).toBe(false);
  await standby.start();
  await expect.poll(() => isStandby(db), POLL).toBe(true);
});

test("it has no transactions", async () => {
  await expect(opened().transaction().execute(isStandby)).rejects.toThrow("no transactions");
});

test("the product itself asks it for a file, and not for a page", async () => {
  await caughtUp();
  const BASE_URL = "http://ronda.test";
  const APP_SECRET = "a secret of this test, which is long enough";
  const settings = { DATABASE_URL: main.url(), DATABASE_READ_URL: standby.url(), BASE_URL, APP_SECRET };
  const server = await startServer({ ...settings, RONDA_SEED: "empty", ROLE: "web" });
  const db = openDb(openPool(main.url(), 1));
  try {
    const { id } = await addAccount(db, { role: "admin", secondFactor: true });
    const { cookie } = await beginSession(db, id, { secret: APP_SECRET, baseUrl: BASE_URL });
    const get = async (path: string) => {
      const answer = await fetch(`${server.origin}${path}`, { headers: { cookie, host: "ronda.test" } });
      return { status: answer.status, length: (await answer.text()).length };
    };
    const request = async () => {
      const { rows } = await held.query<{ query: string }>(
        "select query from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
      );
      return rows.map(({ query }) => query).filter((query) => !query.includes("pg_is_in_recovery"));
    };
    expect((await get("/admin/audit")).status).toBe(200);
    expect(await request()).toEqual([]);
    expect((await get("/admin/audit/log.csv")).status).toBe(200);
    expect(await request()).toEqual([expect.stringContaining("a.actor_kind")]);
  } finally {
    await db.destroy();
    await server.stop();
  }
}, 60_000);
