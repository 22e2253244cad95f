import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { afterAll, expect, test } from "vitest";
import { openDb, openPool } from "#src/platform/db.server.ts";
import {
  buildRelease,
  emptyDatabase,
  laterMigrations,
  laterRelease,
  releasesBeforeMigrations,
} from "#tests/earlier-release.ts";
import { addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";
import { callerOf, type RunningServer, startServer } from "#tests/servers.ts";

// The release before this one, from the history: it sells while this one migrates its database and beside it, and starts on it
// again. Where none of the history runs on this schema, this one is the release before, and the next is made up.
// tests/releases.test.ts holds by day that a sale waits for no migration; way-back.test.ts goes further back.

const trees: string[] = [];
const servers: RunningServer[] = [];
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  for (const tree of trees) fs.rmSync(tree, { recursive: true, force: true });
}, 60_000);

test("the release before sells while this one migrates and beside it, and starts again", async () => {
  const [release] = releasesBeforeMigrations();
  const result = release ? buildRelease(release) : laterRelease(laterMigrations().adding);
  trees.push(result);
  const [earlier, later] = release ? [result] : [undefined, result];
  const environment = { DATABASE_URL: await emptyDatabase(), RONDA_SEED: "empty", ROLE: "web", DRAIN_SECONDS: "0" };
  const start = async (cwd?: string) => {
    const server = await startServer(environment, cwd);
    servers.push(server);
    return server;
  };
  const old = await start(earlier);
  const pool = openPool(environment.DATABASE_URL, 2);
  await pool.query("delete from currency_rates; delete from app_settings"); // the release's own, which the test brings as well
  const { crawlId } = await seedMinimal(openDb(pool));
  const date = Temporal.Now.plainDateISO().add({ days: 30 }).toString();
  const departure = await addDeparture(openDb(pool), crawlId, { date, seats: 100_000 });
  const migrations = async () => (await pool.query("select name from kysely_migration order by name")).rows.length;
  const before = await migrations();

  const { call, close } = callerOf(4);
  const statuses: number[] = [];
  const done = new AbortController();
  const sellers = [old];
  let turn = 0;
  const guest = async () => {
    while (!done.signal.aborted) {
      const { origin } = sellers[turn++ % sellers.length]!;
      const input = bookingInput(departure, { number_of_people: 1 });
      statuses.push((await call("POST", `${origin}/api/bookings`, input, { "idempotency-key": randomUUID() })).status);
      await new Promise((resolve) => setTimeout(resolve, 50)); // sleeps: they need not be as many as can be
    }
  };
  const guests = Promise.all([guest(), guest(), guest()]);
  sellers.push(await start(later));
  const beside = statuses.length;
  await expect.poll(() => statuses.length, { timeout: 30_000 }).toBeGreaterThan(beside + 40);
  done.abort();
  await guests;
  close();
  expect(await migrations()).toBeGreaterThan(before);
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect((await fetch(`${(await start(earlier)).origin}/readyz`)).status).toBe(200);
  await pool.end();
}, 600_000);
