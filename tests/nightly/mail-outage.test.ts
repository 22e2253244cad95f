import { randomUUID } from "node:crypto";
import net from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "#tests/database.ts";
import { addCoupon, addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";
import { callerOf, freePort, type RunningServer, startServer } from "#tests/servers.ts";
import { startSmtp } from "#tests/smtp.ts";
import { measured, sized } from "#tests/tier.ts";

// A mail server that is away behind the built product: nobody hangs up, hangs, refuses for now, refuses for good. Guests book all
// the while; each confirmation arrives once, soon after the server is back (rule mail-2).

const SECONDS = sized(20, 30, 150); // of each kind of failure
const HOLDS_AT_MOST_MS = 1000;

const database = freshDatabase();
const caller = callerOf(4);
const received: string[] = [];
let departure: string;
let server: RunningServer;
let port: number;

beforeAll(async () => {
  const { db } = database.services;
  const { crawlId } = await seedMinimal(db);
  const date = Temporal.Now.plainDateISO().add({ days: 30 }).toString();
  departure = await addDeparture(db, crawlId, { date, seats: 10_000 });
  await addCoupon(db, { code: "NOTHING", value: 100 });
  port = await freePort();
  server = await startServer({
    DATABASE_URL: database.url,
    RONDA_SEED: "empty",
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  });
}, 60_000);
afterAll(async () => {
  caller.close();
  await server.stop("SIGKILL"); // it may be waiting for the mail server
});

type Ended = () => Promise<void>;

/** Accepts connections and says nothing. */
async function silentServer(): Promise<Ended> {
  const sockets = new Set<net.Socket>();
  const silent = net.createServer((socket) => void sockets.add(socket.on("error", () => {})));
  await new Promise<void>((ready) => silent.listen(port, "127.0.0.1", ready));
  return async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((closed) => silent.close(() => closed()));
  };
}

/** Books and confirms a place that costs nothing; its email is queued then. */
async function books(email: string): Promise<void> {
  const { customer, ...rest } = bookingInput(departure, { number_of_people: 1, coupon_code: "NOTHING" });
  const post = (path: string, body: object) =>
    caller.call("POST", server.origin + path, body, { "idempotency-key": randomUUID() });
  const held = await post("/api/bookings", { ...rest, customer: { ...customer, email } });
  const paid = await post(`/api/bookings/${String(held.body["id"])}/payments`, { provider: "free" });
  expect([held.status, paid.status], JSON.stringify(paid)).toEqual([201, 201]);
}

const FAILURES: readonly (() => Promise<Ended>)[] = [
  async () => async () => {}, // nobody listens
  silentServer,
  () => startSmtp(port, received, 451),
  () => startSmtp(port, received, 550),
];

test(
  "bookings go on, and each email arrives once, within two minutes of the mail server's return",
  async () => {
    const booked: string[] = [];
    const times: number[] = [];
    for (const fails of FAILURES) {
      const end = await fails();
      const until = performance.now() + SECONDS * 1000;
      while (performance.now() < until) {
        const email = `guest-${booked.length}@example.test`;
        const began = performance.now();
        await books(email);
        times.push(performance.now() - began);
        booked.push(email);
        await wait(2000); // sleeps: guests come one after the other
      }
      await end();
    }
    expect(received).toEqual([]);
    const end = await startSmtp(port, received);
    const back = performance.now();
    await expect.poll(() => received.length, { timeout: 180_000, interval: 100 }).toBeGreaterThanOrEqual(booked.length);
    const seconds = (performance.now() - back) / 1000;
    await wait(3000); // sleeps: a second copy would come now
    await end();
    expect(received.toSorted()).toEqual(booked.toSorted());
    expect(seconds).toBeLessThan(120);
    const slowest = Math.max(...times);
    expect(slowest).toBeLessThan(HOLDS_AT_MOST_MS);
    measured(`${booked.length} emails within ${seconds.toFixed(0)} s of its return`);
    measured(`slowest booking meanwhile ${slowest.toFixed(0)} ms`);
  },
  (4 * SECONDS + 240) * 1000,
);
