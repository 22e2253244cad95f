import { randomBytes } from "node:crypto";
import { runOnce } from "graphile-worker";
import pg from "pg";
import { afterAll, beforeAll, inject, vi } from "vitest";
import { type Context, type Services, systemContext } from "#src/platform/context.server.ts";
import { type Db, openDb, openPool } from "#src/platform/db.server.ts";
import { Metrics } from "#src/platform/metrics.server.ts";
import { readSettings } from "#src/platform/env.server.ts";
import { NO_TRACES } from "#src/platform/traces.server.ts";
import { ask, publish, providers, taskList } from "#src/wiring.ts";
import { quickHasher } from "#tests/quick-hashes.ts";

/** Noon in Mexico City on Friday 20 November 2026: the date of all database tests. */
export const NOON = new Date("2026-11-20T18:00:00Z");

export type TestDatabase = {
  url: string;
  services: Services;
  /** A context at `NOON` by default; all guests share one browser. */
  ctx: (over?: Partial<Omit<Context, "actor">> & { actor?: Partial<Context["actor"]> }) => Context;
  /** Runs every waiting job, until none is left that could run now, at `NOON` by default. */
  work: (now?: Date) => Promise<void>;
  /** Waits until so many statements, one by default, are blocked by another's lock. */
  someoneWaits: (count?: number) => Promise<unknown>;
};

const WAITS_FOR_LOCK = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** A database per test file, with the product's real wiring. */
export function freshDatabase(environment: Record<string, string> = {}): TestDatabase {
  const it = {} as TestDatabase;
  let readDb: Db;
  const name = `t_${randomBytes(4).toString("hex")}`;
  beforeAll(async () => {
    await administrate(`create database ${name} template template strategy file_copy`);
    it.url = inject("databaseUrl").replace("DATABASE", name);
    const pool = openPool(it.url, 20);
    pool.options.connectionTimeoutMillis = 30_000; // crowds meet the rules under test, however slow the machine is
    // its own pool, which can't write: who reads for a file and writes by the same door is found in every test
    readDb = openDb(openPool(it.url, 2, { readOnly: true }));
    const settings = readSettings({ BASE_URL: "http://ronda.test", DEMO_YEAR: "false", ...environment });
    const secret = "a secret of this test";
    const parts = {
      pool,
      db: openDb(pool),
      readDb,
      settings,
      secret,
      clock: () => NOON,
      hasher: quickHasher(),
      metrics: new Metrics(),
      traces: NO_TRACES,
      publish,
      ask,
    };
    it.services = { ...parts, providers: providers(parts) };
    it.ctx = ({ actor, ...over } = {}) => {
      const system = systemContext(it.services);
      const guest = {
        ...system.actor,
        kind: "guest" as const,
        secondFactor: true,
        browser: "browser-one",
        address: "203.0.113.7",
      };
      return { ...system, ...over, actor: { ...guest, ...actor } };
    };
    it.someoneWaits = (count = 1) =>
      vi.waitUntil(async () => (await pool.query(WAITS_FOR_LOCK)).rowCount! >= count, { timeout: 20_000, interval: 5 });
    it.work = (now = NOON) =>
      runOnce({ pgPool: pool, taskList: taskList({ ...it.services, clock: () => now }), noHandleSignals: true });
  });
  afterAll(async () => {
    await Promise.all([it.services.db.destroy(), readDb.destroy()]);
    await administrate(`drop database ${name} with (force)`);
  });
  return it;
}

async function administrate(statement: string): Promise<void> {
  const client = new pg.Client(inject("databaseUrl").replace("DATABASE", "postgres"));
  await client.connect();
  await client.query(statement);
  await client.end();
}
