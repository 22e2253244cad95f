import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryOf } from "#bench/cpu.ts";
import { freshDatabase } from "#tests/database.ts";
import { callerOf, type RunningServer, startServer } from "#tests/servers.ts";
import { addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";
import { measured, sized } from "#tests/tier.ts";

// The built product serves guests who browse and book at 30 % of what it can do: it must not grow, leak connections, cut one off
// or answer wrongly.

const MINUTES = sized(10, 10, 60);
const GUESTS = 8;
const SHARE_OF_CAPACITY = 0.3;
/** How long the capacity is measured, all guests at full speed. */
const FULL_SPEED_MS = 20_000;
/** Memory at the end over memory after the second minute: by then every cache has been filled once. */
const MAY_GROW = 1.05;
const POOL = 5;
/** How late the pages' event loop may be, for 99 of 100 turns in the median of the half minutes. */
const LATE_SECONDS = 0.05;
const TOKEN = "a token for the soak";

const database = freshDatabase();
const caller = callerOf(GUESTS);
const departures: string[] = [];
let server: RunningServer;

beforeAll(async () => {
  const { db } = database.services;
  const { crawlId } = await seedMinimal(db);
  for (let days = 20; days < 30; days++) {
    const date = Temporal.Now.plainDateISO().add({ days }).toString();
    departures.push(await addDeparture(db, crawlId, { date, seats: 1_000_000 }));
  }
  server = await startServer({
    DATABASE_URL: database.url,
    RONDA_SEED: "empty",
    DB_POOL: String(POOL),
    SITE: "cdmx",
    METRICS_TOKEN: TOKEN,
  });
}, 60_000);
afterAll(async () => {
  caller.close();
  await server.stop();
});

const page = async (path: string): Promise<number> => {
  const answer = await fetch(server.origin + path);
  await answer.arrayBuffer();
  return answer.status;
};

/** A guest's actions: browses the site in both languages, and books. */
async function visit(n: number): Promise<number[]> {
  const departure = departures[n % departures.length]!;
  const looked: number[] = [];
  for (const path of ["/", "/es", "/crawls", "/es/faq", `/checkout?departure=${departure}`])
    looked.push(await page(path));
  const headers = { "idempotency-key": randomUUID() };
  const input = bookingInput(departure, { number_of_people: 1 });
  const booked = await caller.call("POST", `${server.origin}/api/bookings`, input, headers);
  return [...looked, booked.status];
}

/** 99th percentile of the pages' event-loop delay since the last call, in seconds, as /metrics says it. */
async function loopDelay(): Promise<number> {
  const answer = await fetch(`${server.origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return Number(/^nodejs_eventloop_lag_p99_seconds\{thread="main"\} (\S+)$/m.exec(await answer.text())?.[1]);
}

/** Number of the server's database connections. */
async function connections(): Promise<number> {
  const { rows } = await database.services.pool.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  return rows[0]!.n - database.services.pool.totalCount + 1;
}

/** Guests who visit one after the other until a time; each starts a visit at most every `paceMs`. Counts the visits. */
async function guestsUntil(until: number, paceMs: number, onStatus: (status: number) => void): Promise<number> {
  let visits = 0;
  const guest = async () => {
    while (performance.now() < until) {
      const next = performance.now() + paceMs;
      for (const status of await visit(visits++)) onStatus(status);
      if (next > performance.now()) await wait(next - performance.now()); // sleeps: the load is a share of the capacity
    }
  };
  await Promise.all(Array.from({ length: GUESTS }, guest));
  return visits;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

test(
  "neither memory nor connections grow while guests look and book",
  async () => {
    const statuses = new Map<number, number>();
    const count = (status: number) => void statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const fullSpeed = await guestsUntil(performance.now() + FULL_SPEED_MS, 0, count);
    const paceMs = (FULL_SPEED_MS * GUESTS) / fullSpeed / SHARE_OF_CAPACITY;

    const memory: number[] = [];
    const most = { connections: 0 };
    const watch = setInterval(() => {
      memory.push(memoryOf(server.process.pid!));
      void connections().then((n) => (most.connections = Math.max(most.connections, n)));
    }, 1000);
    await loopDelay(); // forgets full speed
    const delays: number[] = [];
    const delayed = setInterval(() => void loopDelay().then((seconds) => delays.push(seconds)), 30_000);
    const visits = await guestsUntil(performance.now() + MINUTES * 60_000, paceMs, count);
    clearInterval(watch);
    clearInterval(delayed);

    expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([200, 201]);
    // each half of the product has a pool, and one listening connection
    expect(most.connections).toBeLessThanOrEqual(2 * POOL + 4);
    const [early, late] = [median(memory.slice(120, 180)), median(memory.slice(-60))];
    measured(
      `${MINUTES} minutes, ${visits} visits (${(visits / MINUTES / 60).toFixed(1)}/s, at full speed ${((fullSpeed * 1000) / FULL_SPEED_MS).toFixed(1)}/s)`,
    );
    measured(`${early.toFixed()} MB after the second minute, ${late.toFixed()} MB at the end`);
    measured(`${most.connections} connections to PostgreSQL`);
    measured(
      `event loop p99 ${(median(delays) * 1000).toFixed()} ms, ${(Math.max(...delays) * 1000).toFixed()} ms in the worst half minute`,
    );
    expect(late / early).toBeLessThan(MAY_GROW);
    expect(median(delays)).toBeLessThan(LATE_SECONDS);
  },
  (MINUTES + 3) * 60_000,
);
