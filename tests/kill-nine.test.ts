import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { freshDatabase } from "#tests/database.ts";
import { callerOf, freePort, type RunningServer, startServer } from "#tests/servers.ts";
import { measured, sized, soak } from "#tests/tier.ts";
import { addDeparture, bookingInput, seatsOf, seedMinimal } from "#tests/seeds.ts";

// The server is killed repeatedly without warning while people book. Accepted bookings must exist, once; unanswered requests are
// retried with the same key until they are accepted or refused.

const database = freshDatabase();
const departures: string[] = [];
const KILLS = sized(4, 10, 24);
/** In the full size: a kill every five seconds, at 50 bookings a second. */
const EVERY_MS = 5000;
const GUESTS = 12;
const PACE_MS = soak ? (GUESTS * 1000) / 50 : 0;

beforeAll(async () => {
  const { db } = database.services;
  const { crawlId } = await seedMinimal(db);
  for (let day = 30; day < 34; day++) {
    const date = new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10);
    // the last departure sells out soon: a lost refusal must stay a refusal, too
    departures.push(await addDeparture(db, crawlId, { date, seats: day === 33 ? 30 : 10_000 }));
  }
});

type Wish = { departure: string; email: string; yes: string | null; unknown: number };

test("every booking that was acknowledged is there exactly once after kills under load", async () => {
  const port = await freePort();
  const environment = { DATABASE_URL: database.url, RONDA_SEED: "empty", PORT: String(port) };
  const caller = callerOf(12);
  let server: RunningServer = await startServer(environment);
  const done = new AbortController();
  const wishes: Wish[] = [];

  async function guest(): Promise<void> {
    while (!done.signal.aborted) {
      const departure = departures[wishes.length % departures.length]!;
      const wish: Wish = { departure, email: `guest-${wishes.length}@example.test`, yes: null, unknown: 0 };
      wishes.push(wish);
      const next = performance.now() + PACE_MS;
      await insist(wish);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now()))); // sleeps: guests come at a pace
    }
  }

  /** Retries with one key until there is a response. */
  async function insist(wish: Wish): Promise<void> {
    const { customer, ...rest } = bookingInput(wish.departure, { number_of_people: 1 });
    const body = { ...rest, customer: { ...customer, email: wish.email } };
    const headers = { "idempotency-key": randomUUID() };
    for (;;) {
      const answer = await caller
        .call("POST", `http://127.0.0.1:${port}/api/bookings`, body, headers)
        .catch(() => ({ status: 0, body: {} as Record<string, unknown> }));
      if (answer.status === 201) wish.yes = String(answer.body["id"]);
      if (answer.status === 201 || answer.body["code"] === "sold_out") return;
      expect([0, 503], JSON.stringify(answer)).toContain(answer.status);
      if (answer.status === 0) wish.unknown++;
      await new Promise((resolve) => setTimeout(resolve, 30)); // sleeps: like guests who retry
    }
  }

  const acknowledged = () => wishes.filter((wish) => wish.yes !== null);
  const guests = Promise.all(Array.from({ length: GUESTS }, guest));
  const away: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const before = acknowledged().length;
    await expect.poll(() => acknowledged().length, { timeout: 60_000 }).toBeGreaterThan(before + 10);
    const lives = soak ? EVERY_MS : Math.random() * 350;
    await new Promise((resolve) => setTimeout(resolve, lives)); // sleeps: the kill comes at a random moment
    const killed = performance.now();
    await server.stop("SIGKILL");
    server = await startServer(environment);
    away.push(performance.now() - killed);
  }
  done.abort();
  await guests;
  await server.stop();
  caller.close();

  const { db } = database.services;
  const rows = await db.selectFrom("bookings").select(["id", "email"]).execute();
  const promised = acknowledged();
  expect(
    wishes.some((wish) => wish.unknown > 0),
    "no request was ever cut off",
  ).toBe(true);
  expect(promised.length).toBeGreaterThan(10 * KILLS);
  // the same bookings, each once, and none unaccounted for
  const sorted = (list: { id: string; email: string }[]) =>
    list.map((b) => `${b.email} ${b.id}`).toSorted((a, b) => (a < b ? -1 : 1));
  expect(sorted(rows)).toEqual(sorted(promised.map((wish) => ({ id: wish.yes!, email: wish.email }))));
  for (const departure of departures) {
    const { total, available, held } = await seatsOf(db, departure);
    expect(held).toBe(promised.filter((wish) => wish.departure === departure).length);
    expect(available).toBe(total - held);
  }
  measured(
    `${KILLS} kills, ${promised.length} acknowledged, each there once; back after ${Math.max(...away).toFixed()} ms at most`,
  );
  if (soak) expect(Math.max(...away)).toBeLessThan(5000);
}, 300_000);
