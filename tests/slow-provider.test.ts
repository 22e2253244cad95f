// @module-tag process
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "#tests/database.ts";
import { startStripe } from "#tests/mocks/stripe/serve-stripe.ts";
import { callerOf, type RunningServer, startServer } from "#tests/servers.ts";
import { addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";
import { measured, soak } from "#tests/tier.ts";

// A payment provider that takes half a minute, behind the built product: only the payer waits (rule payments-8).

const KEYS = { secretKey: "sk_test_neveranswers", webhookSecret: "whsec_never_answers" };
const PAYING = 20; // twice the number of database connections
const stripe = await startStripe(KEYS);
const database = freshDatabase();
const caller = callerOf(50);
let server: RunningServer;
let departure: string;

beforeAll(async () => {
  const { crawlId } = await seedMinimal(database.services.db);
  const date = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  departure = await addDeparture(database.services.db, crawlId, { date, seats: 2000 });
  server = await startServer({
    DATABASE_URL: database.url,
    RONDA_SEED: "empty",
    STRIPE_SECRET_KEY: KEYS.secretKey,
    STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
    STRIPE_API_URL: stripe.origin,
  });
}, 30_000);
afterAll(async () => {
  caller.close();
  await server.stop("SIGKILL"); // it waits for the provider
  await stripe.stop();
});

const post = (path: string, body: object) =>
  caller.call("POST", server.origin + path, body, { "idempotency-key": randomUUID() });

/** How many of the server's database connections have been in a state for longer than so many seconds. */
const connections = async (state: string, seconds = 0): Promise<number> => {
  const { rows } = await database.services.pool.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and state = $1 and state_change <= now() - make_interval(secs => $2) and pid <> pg_backend_pid()",
    [state, seconds],
  );
  return rows[0]!.n;
};

test("twenty guests wait for it: no connection is held, and the site goes on selling", async () => {
  const bookings = await Promise.all(
    Array.from({ length: PAYING }, () => post("/api/bookings", bookingInput(departure, { number_of_people: 1 }))),
  );
  expect(bookings.map(({ status }) => status)).toEqual(Array.from({ length: PAYING }, () => 201));
  stripe.failures.isSlow(30_000);
  const paying = bookings.map(({ body }) =>
    post(`/api/bookings/${String(body["id"])}/payments`, { provider: "stripe", method: "card" }).catch(() => null),
  );
  await expect.poll(() => stripe.requests.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(PAYING);
  expect(await connections("idle in transaction")).toBe(0);
  for (const path of ["/healthz", "/readyz", "/api/scheduled-crawls", "/"]) {
    const answer = await fetch(server.origin + path);
    await answer.body?.cancel();
    expect([path, answer.status]).toEqual([path, 200]);
  }
  const another = await post("/api/bookings", bookingInput(departure, { number_of_people: 1 }));
  expect(another.status).toBe(201);
  expect(await Promise.race([...paying, Promise.resolve("still waiting")])).toBe("still waiting");
}, 60_000);

test.runIf(soak)(
  "for two minutes it takes 0.1–30 s and 10 % of calls are never answered: other pages are as fast as ever",
  async () => {
    stripe.failures.isSlow(100, 30_000);
    stripe.failures.often(0.1, [{ kind: "silent", status: 0 }]);
    const until = performance.now() + 120_000;
    let paying = 0;
    const payer = async () => {
      while (performance.now() < until) {
        const { body } = await post("/api/bookings", bookingInput(departure, { number_of_people: 1 }));
        paying++;
        await post(`/api/bookings/${String(body["id"])}/payments`, { provider: "stripe", method: "card" }).catch(
          () => {},
        );
      }
    };
    const times: number[] = [];
    let held = 0;
    const visitor = async () => {
      for (let n = 0; performance.now() < until; n++) {
        const path = ["/", "/es/faq", `/checkout?departure=${departure}`, "/api/scheduled-crawls"][n % 4]!;
        const began = performance.now();
        const answer = await fetch(server.origin + path);
        await answer.arrayBuffer();
        times.push(performance.now() - began);
        expect([path, answer.status]).toEqual([path, 200]);
        held = Math.max(held, await connections("idle in transaction", 1));
        await wait(100); // sleeps: a visitor reads
      }
    };
    void Promise.all(Array.from({ length: PAYING }, payer));
    await visitor();
    const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
    measured(`${paying} payments begun; other pages p95 ${p95.toFixed()} ms`);
    expect(p95).toBeLessThan(300);
    expect(held).toBe(0);
  },
  200_000,
);
