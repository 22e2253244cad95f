import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Db, openDb, openPool } from "#src/platform/db.server.ts";
import { migrate } from "#src/platform/migrate.server.ts";
import { bookSteadily, compareWith, type OwnPostgres, ownPostgres } from "#tests/outage.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";
import { type RunningServer, startServer } from "#tests/servers.ts";
import { nightly } from "#tests/tier.ts";

// PostgreSQL is stopped, killed and frozen while people book and jobs run. No process ends, every call gets an answer, and what
// was acknowledged is there.

const PER_SECOND = nightly ? 50 : 20;
const AWAY_MS = nightly ? 10_000 : 2600;

let postgres: OwnPostgres;
let db: Db;
const departures: string[] = [];

beforeAll(async () => {
  postgres = await ownPostgres();
  await migrate(postgres.url());
  db = openDb(openPool(postgres.url(), 2));
  const { crawlId } = await seedMinimal(db);
  for (let day = 30; day < 34; day++) {
    const date = new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10);
    departures.push(await addDeparture(db, crawlId, { date, seats: 10_000 }));
  }
}, 60_000);

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
        for (const path of ["/login", "/es/login", "/bookings/mine", "/profile.data"]) {
          const answer = await fetch(origin + path, { headers: { cookie: "ronda.session_token=x.y" } });
          expect.soft([path, answer.status, answer.headers.get("retry-after")]).toEqual([path, 503, "2"]);
        }
      }
      expect.soft(await statusOf(`${all.origin}/`), "a kept page").toBe(200);
      postgres.thaw();
    },
  };
  for (const [name, fault] of Object.entries(faults)) {
    await manyJobs(postgres.url(), 500);
    await wait(300); // sleeps: jobs are running by now
    await fault();
    const back = performance.now();
    await expect.poll(() => bookedSince(back), { message: `${name}: booked again`, timeout: 5000 }).toBe(true);
  }
  const outcome = await load.stop();
  expect(outcome.wishes.length).toBeGreaterThan(PER_SECOND);
  expect(outcome.heard.filter(({ status, retryAfter }) => status === 503 && !retryAfter)).toEqual([]);
  expect(new Set(outcome.heard.map(({ status }) => status))).toEqual(new Set([201, 503]));
  expect(await compareWith(db, outcome)).toEqual({ lost: [], unexplained: [] });
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
