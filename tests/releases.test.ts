// @module-tag process
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openDb, openPool } from "#src/platform/db.server.ts";
import { BadSetting } from "#src/platform/env.server.ts";
import { migrate, migrateSchema, readMigrationPlan, underStartLock } from "#src/platform/migrate.server.ts";
import { planMigrations } from "#src/platform/migration-plan.ts";
import { freshDatabase } from "#tests/database.ts";
import { emptyDatabase, laterRelease } from "#tests/earlier-release.ts";
import { addDeparture, bookingInput, seatsOf, seedMinimal } from "#tests/seeds.ts";
import { callerOf, type RunningServer, startServer } from "#tests/servers.ts";

// Two releases on one database. The next release is this one with one migration more.

const database = freshDatabase();
const trees: string[] = [];
const servers: RunningServer[] = [];
let departure: string;
let environment: Record<string, string>;

beforeAll(async () => {
  const { db } = database.services;
  const { crawlId } = await seedMinimal(db);
  const date = Temporal.Now.plainDateISO().add({ days: 30 }).toString();
  departure = await addDeparture(db, crawlId, { date, seats: 100_000 });
  environment = { DATABASE_URL: database.url, RONDA_SEED: "empty", ROLE: "web", DRAIN_SECONDS: "0" };
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  for (const tree of trees) fs.rmSync(tree, { recursive: true, force: true });
});

/** A release with further migrations: name → what it exports beside `up`, and its statement. */
function nextRelease(more: Record<string, { word: string; statement: string }>): string {
  const texts = Object.entries(more).map(([name, { word, statement }]) => [
    name,
    `import { sql } from "kysely";\n${word}\nexport const up = async (db) => { await sql.raw(\`${statement}\`).execute(db); };\n`,
  ]);
  const tree = laterRelease(Object.fromEntries(texts));
  trees.push(tree);
  return tree;
}

async function start(tree?: string): Promise<RunningServer> {
  const server = await startServer(environment, tree);
  servers.push(server);
  return server;
}

const column = (name: string) => `alter table bookings add column ${name} text`;
const ADDS = { "9001_adds": { word: "export const breaksBefore = null;", statement: column("one_more") } };
const INDEX = "emails_by_last_error";
const INDEXES = {
  "9001_indexes": {
    word: `export const breaksBefore = null;\nexport const indexes = [{ name: "${INDEX}", on: "on emails (last_error)" }];`,
    statement: `create index if not exists ${INDEX} on emails (last_error)`,
  },
};
const BREAKS = { "9002_breaks": { word: 'export const breaksBefore = "9002";', statement: column("and_another") } };

test("the next release migrates while this one sells, even behind a long query, and this one starts again", async () => {
  const { pool, db } = database.services;
  const old = await start();
  const { call, close } = callerOf(4);
  const answers: { status: number; ms: number }[] = [];
  const done = new AbortController();
  const guest = async () => {
    while (!done.signal.aborted) {
      const began = performance.now();
      const body = bookingInput(departure, { number_of_people: 1 });
      const { status } = await call("POST", `${old.origin}/api/bookings`, body, { "idempotency-key": randomUUID() });
      answers.push({ status, ms: performance.now() - began });
      await new Promise((resolve) => setTimeout(resolve, 25)); // sleeps: they need not be as many as can be
    }
  };
  const guests = Promise.all([guest(), guest(), guest(), guest()]);

  const reader = await pool.connect();
  await reader.query("begin; select count(*) from bookings");
  const starting = start(nextRelease(ADDS));
  const waiting = "select from pg_locks where mode = 'AccessExclusiveLock' and not granted";
  await vi.waitUntil(async () => (await pool.query(waiting)).rowCount !== 0, { timeout: 20_000, interval: 5 });
  // sleeps: longer than a sale waits for a lock, while the migration must not let any sale wait behind it for so long
  await new Promise((resolve) => setTimeout(resolve, 3500));
  await reader.query("commit");
  reader.release();
  const next = await starting;
  done.abort();
  await guests;
  close();

  expect(answers.length).toBeGreaterThan(20);
  expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
  // a statement waits for a lock for three seconds at most, so this is what a sale behind the waiting migration would take
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(2900);
  expect((await seatsOf(db, departure)).held).toBe(answers.length);
  const marks = await db.selectFrom("migration_marks").selectAll().where("migration", "=", "9001_adds").execute();
  expect(marks).toEqual([{ migration: "9001_adds", breaks_before: null }]);

  const again = await start();
  expect((await fetch(`${again.origin}/readyz`)).status).toBe(200);
  expect((await fetch(`${next.origin}/readyz`)).status).toBe(200);
}, 60_000);

test("an index of a large table is built while others write to it, also after a build that was broken off", async () => {
  const { pool } = database.services;
  const write = "insert into emails (dedupe_key, kind, language, recipient) values ($1, 'booking_link', 'en', $1)";
  const writer = await pool.connect();
  const folder = path.join(nextRelease({ ...ADDS, ...INDEXES }), "db/migrations");
  const isValid = async () =>
    (await pool.query(`select from pg_index where indexrelid = '${INDEX}'::regclass and indisvalid`)).rowCount;
  // what a build leaves that was broken off
  await pool.query(`create index ${INDEX} on emails (kind)`);
  await pool.query(`update pg_index set indisvalid = false where indexrelid = '${INDEX}'::regclass`);
  await writer.query("begin");
  await writer.query(write, ["first"]);
  const migrating = underStartLock(database.url, (own) => migrateSchema(own, { folder, quiet: true }));
  const building =
    "select from pg_stat_activity where datname = current_database() and query ~ '^(create|drop) index concurrently'";
  await vi.waitUntil(async () => (await pool.query(building)).rowCount !== 0, { timeout: 10_000, interval: 10 });
  // the build waits for the first writer, and this one for nobody
  await pool.query(write, ["second"]);
  await writer.query("commit");
  writer.release();
  await migrating;
  expect(await isValid()).toBe(1);
  expect((await pool.query(`select pg_get_indexdef('${INDEX}'::regclass) as is`)).rows[0].is).toContain("(last_error)");
});

test("this release doesn't start on a schema that breaks it, and says why in one line", async () => {
  const folder = path.join(nextRelease({ ...ADDS, ...INDEXES, ...BREAKS }), "db/migrations");
  await underStartLock(database.url, (pool) => migrateSchema(pool, { folder }));
  const refusal = "migration 9002_breaks of a newer release does not let this one run";
  await expect(migrate(database.url)).rejects.toThrow(
    new BadSetting(`The database doesn't fit this release: ${refusal}`),
  );
});

test("every migration says what it is to older releases", async () => {
  for (const file of fs.globSync("db/migrations/*.ts"))
    expect(fs.readFileSync(file, "utf8"), `${file} lacks: export const breaksBefore: string | null = null;`).toMatch(
      /^export const breaksBefore\b/m,
    );
  expect(planMigrations(["0001_a"], ["0001_a", "0002_b"], new Map()).refusal).not.toBeNull();
});

test("a later migration can correct what an earlier one said of older releases", async () => {
  const adds = { word: "export const breaksBefore = null;" };
  const steps = {
    "9001_adds": { ...adds, statement: column("one_more") },
    "9002_corrects": {
      ...adds,
      statement: "update migration_marks set breaks_before = '9001' where migration = '9001_adds'",
    },
  };
  const folder = path.join(nextRelease(steps), "db/migrations");
  const url = await emptyDatabase();
  const db = openDb(openPool(url, 1));
  const refusal = async (existing: string) => (await readMigrationPlan(db, existing)).refusal;
  await underStartLock(url, (pool) => migrateSchema(pool, { folder, quiet: true }));
  expect(await refusal(path.resolve("db/migrations"))).toContain("9001_adds");
  expect(await refusal(path.join(nextRelease({ "9001_adds": steps["9001_adds"] }), "db/migrations"))).toBeNull();
  await db.destroy();
});

test("a database of a release before the first migration is refused in one line", async () => {
  const url = await emptyDatabase();
  const client = new pg.Client(url);
  await client.connect();
  await client.query("create table kysely_migration (name text primary key, timestamp text not null)");
  await client.query("insert into kysely_migration values ('0001_world', ''), ('0129_grants_of_an_address', '')");
  await client.end();
  const refusal =
    "it is of a release before 0001_baseline, and no way leads from there to this one: start with a new database";
  await expect(migrate(url)).rejects.toThrow(new BadSetting(`The database doesn't fit this release: ${refusal}`));
});

test("a release whose page fails on the schema isn't ready, and is as soon as the page works", async () => {
  const url = await emptyDatabase();
  const server = await startServer({ ...environment, DATABASE_URL: url });
  servers.push(server);
  const ready = async () => {
    const answer = await fetch(`${server.origin}/readyz`);
    return [answer.status, await answer.text()];
  };
  expect(await ready()).toEqual([200, "ok"]);
  const rename = (from: string, to: string) => ({
    word: "export const breaksBefore = null;",
    statement: `alter table instagram_posts rename column ${from} to ${to}`,
  });
  const steps = {
    "9001_renames": rename("display_order", "place"),
    "9002_names_back": rename("place", "display_order"),
  };
  const folder = path.join(nextRelease(steps), "db/migrations");
  const runTo = (upTo: string) => underStartLock(url, (pool) => migrateSchema(pool, { folder, quiet: true, upTo }));
  await runTo("9001_renames");
  await expect.poll(ready, { timeout: 20_000 }).toEqual([503, "page"]);
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  const next = await startServer({ ...environment, DATABASE_URL: url });
  servers.push(next);
  expect((await fetch(`${next.origin}/readyz`)).status, "from its first answer").toBe(503);
  await runTo("9002_names_back");
  await expect.poll(ready, { timeout: 20_000 }).toEqual([200, "ok"]);
}, 60_000);
