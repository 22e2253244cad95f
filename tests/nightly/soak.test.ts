import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryOf } from "#bench/cpu.ts";
import { freshDatabase } from "#tests/database.ts";
import { callerOf, type RunningServer, startServer } from "#tests/servers.ts";
import { addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";

// The built product serves guests who browse and book for some minutes: it must not grow, leak connections or answer wrongly.
// SOAK_MINUTES sets the duration.

const MINUTES = Number(process.env["SOAK_MINUTES"] ?? 10);
const GUESTS = 8;
/** Memory allowed above the use after the first fifth, in MB: caches and late garbage collection are no leak. */
const MAY_GROW = 60;
const POOL = 5;

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
  const environment = { DATABASE_URL: database.url, RONDA_SEED: "empty", DB_POOL: String(POOL), SITE: "cdmx" };
  server = await startServer(environment);
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

/** Number of the server's database connections. */
async function connections(): Promise<number> {
  const { rows } = await database.services.pool.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  return rows[0]!.n - database.services.pool.totalCount + 1;
}

test(
  "neither memory nor connections grow while guests look and book",
  async () => {
    const statuses = new Map<number, number>();
    const memory: number[] = [];
    const most = { connections: 0 };
    let visits = 0;
    const until = performance.now() + MINUTES * 60_000;
    const guest = async () => {
      while (performance.now() < until)
        for (const status of await visit(visits++)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    const watch = setInterval(() => {
      memory.push(memoryOf(server.process.pid!));
      void connections().then((n) => (most.connections = Math.max(most.connections, n)));
    }, 1000);
    await Promise.all(Array.from({ length: GUESTS }, guest));
    clearInterval(watch);

    expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([200, 201]);
    expect(visits).toBeGreaterThan(MINUTES * 60);
    // each half of the product has a pool, and one listening connection
    expect(most.connections).toBeLessThanOrEqual(2 * POOL + 4);
    const settled = memory.slice(Math.floor(memory.length / 5));
    const [early, late] = [settled.slice(0, settled.length / 4), settled.slice(-settled.length / 4)].map(
      (some) => some.toSorted((a, b) => a - b)[Math.floor(some.length / 2)]!,
    );
    console.log(
      `${visits} visits; ${early!.toFixed()} MB early, ${late!.toFixed()} MB late; ${most.connections} connections`,
    );
    expect(late! - early!).toBeLessThan(MAY_GROW);
  },
  (MINUTES + 2) * 60_000,
);
