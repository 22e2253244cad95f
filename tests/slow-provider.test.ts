import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "#tests/database.ts";
import { startStripe } from "#tests/mocks/stripe/serve-stripe.ts";
import { callerOf, type RunningServer, startServer } from "#tests/servers.ts";
import { addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";

// A payment provider that takes half a minute, behind the built product: only the payer waits (trust, row 11).

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
  departure = await addDeparture(database.services.db, crawlId, { date, seats: 200 });
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

/** The state of the server's database connections. */
const connections = async (state: string): Promise<number> => {
  const { rows } = await database.services.pool.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and state = $1 and pid <> pg_backend_pid()",
    [state],
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
