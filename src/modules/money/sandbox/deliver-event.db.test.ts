import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test } from "vitest";
import { recordOutcome } from "#src/modules/money/sandbox/record-outcome.server.ts";
import { OutcomeInput } from "#src/modules/money/sandbox/schema.ts";
import { freshDatabase } from "#tests/database.ts";

type Arrival = { url: string; body: string; headers: Headers; at: Date };
let arrivals: Arrival[] = [];
let answer: (nth: number) => { status: number; location?: string } = () => ({ status: 200 });

/** The shop's end. */
const shop = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    const headers = new Headers(request.headers as Record<string, string>);
    arrivals.push({ url: `${request.method} ${request.url}`, body, headers, at: new Date() });
    const { status, location } = answer(arrivals.length);
    response.writeHead(status, location ? { location } : {}).end("{}");
  });
});
await once(shop.listen(0, "127.0.0.1"), "listening");
const address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
const database = freshDatabase({ BASE_URL: address });
afterAll(() => void shop.close());

beforeEach(async () => {
  arrivals = [];
  answer = () => ({ status: 200 });
  await database.services.pool.query("delete from graphile_worker._private_jobs");
});

async function outcome(input: Partial<OutcomeInput>): Promise<string> {
  const { externalId } = await database.services.providers["sandbox"]!.createAttempt({
    paymentId: randomUUID(),
    bookingId: randomUUID(),
    reference: "RONDA-234567",
    site: "cdmx",
    attempt: 1,
    money: { amount: 1000, currency: "MXN" },
    method: "card",
    installments: false,
    description: "Pub crawl",
    customerEmail: "guest@ronda.test",
    locale: "en",
    expiresAt: new Date(Date.now() + 3_600_000),
    successUrl: `${address}/back`,
    cancelUrl: `${address}/checkout`,
  });
  await recordOutcome(database.ctx({ now: new Date() }), externalId, OutcomeInput.parse(input));
  return externalId;
}

/** Runs what is due by the queue's clock, which is PostgreSQL's: this is about delays. */
const work = () => database.work(new Date());

/** The delay of each waiting job, in seconds. */
async function waits(): Promise<number[]> {
  const { rows } = await database.services.pool.query<{ wait: number }>(
    `select round(extract(epoch from run_at - created_at)) as wait
     from graphile_worker._private_jobs where locked_at is null order by run_at`,
  );
  return rows.map((row) => row.wait);
}
const letTimePass = () => database.services.pool.query("update graphile_worker._private_jobs set run_at = now()");
const types = () => arrivals.map((arrival) => (JSON.parse(arrival.body) as { type: string }).type);
const eventOf = (session: string) =>
  database.services.db
    .selectFrom("sandbox_events")
    .selectAll()
    .where("session_id", "=", session)
    .executeTakeFirstOrThrow();

test("a message reaches the shop's webhook and is believed there", async () => {
  const session = await outcome({ outcome: "approve" });
  await work();
  expect(arrivals.map((arrival) => arrival.url)).toEqual(["POST /webhooks/sandbox"]);
  const { body, headers, at } = arrivals[0]!;
  const parse = database.services.providers["sandbox"]!.parseWebhook;
  const event = await eventOf(session);
  expect(await parse(body, headers, at)).toEqual({
    eventId: event.id,
    type: "payment.succeeded",
    topic: "payment",
    refs: { externalId: session },
  });
  expect(await parse(body.replace("succeeded", "pending"), headers, at)).toBeNull();
  expect(event).toMatchObject({ attempts: 1, delivered_at: expect.any(Date) as Date });
  expect(await waits()).toEqual([]);
});

test("a shop that is down is tried again after 1 s, 5 s, 30 s, 2 min, 10 min and 1 h, and then left alone", async () => {
  answer = () => ({ status: 500 });
  const session = await outcome({ outcome: "approve" });
  const schedule: number[] = [];
  for (let tries = 0; tries < 7; tries++) {
    await work();
    schedule.push(...(await waits()));
    await letTimePass();
  }
  expect(schedule).toEqual([1, 5, 30, 120, 600, 3600]);
  await work();
  expect(arrivals).toHaveLength(7);
  expect(new Set(arrivals.map((arrival) => arrival.body)).size).toBe(1);
  expect(await eventOf(session)).toMatchObject({ attempts: 7, delivered_at: null });
});

test("a shop that comes back is told once, with a signature of that moment", async () => {
  answer = (nth) => ({ status: nth < 3 ? 503 : 204 });
  const session = await outcome({ outcome: "cancel" });
  for (let tries = 0; tries < 5; tries++) {
    await work();
    await letTimePass();
  }
  expect(types()).toEqual(["payment.cancelled", "payment.cancelled", "payment.cancelled"]);
  expect(await eventOf(session)).toMatchObject({ attempts: 3, delivered_at: expect.any(Date) as Date });
});

test("a redirect is no arrival and is not followed", async () => {
  answer = () => ({ status: 307, location: `${address}/elsewhere` });
  await outcome({ outcome: "approve" });
  await work();
  expect(arrivals.map((arrival) => arrival.url)).toEqual(["POST /webhooks/sandbox"]);
  expect(await waits()).toEqual([1]);
});

test.each([
  [{ outcome: "approve" }, ["payment.succeeded"], []],
  [{ outcome: "approve", delivery: "late" }, [], [30]],
  [{ outcome: "approve", delivery: "twice" }, ["payment.succeeded", "payment.succeeded"], []],
  [{ outcome: "approve", delivery: "reversed" }, ["payment.succeeded"], [2]],
  [{ outcome: "approve", delivery: "never" }, [], []],
  [{ outcome: "voucher", delivery: "reversed" }, ["payment.pending"], []],
  [{ outcome: "approve", dispute: true }, ["payment.succeeded"], [5]],
  [{ outcome: "decline", dispute: true }, ["payment.failed"], []],
] as const)("%o sends %o at once and the rest in %o s", async (input, now, later) => {
  await outcome(input);
  const waiting = await waits();
  await work();
  expect(types()).toEqual(now);
  expect(waiting.filter((wait) => wait > 0)).toEqual(later);
});

test("reversed: what was first arrives last and says that it is older", async () => {
  await outcome({ outcome: "approve", delivery: "reversed" });
  await work();
  await letTimePass();
  await work();
  expect(types()).toEqual(["payment.succeeded", "payment.pending"]);
  const [first, second] = arrivals.map((arrival) => (JSON.parse(arrival.body) as { created: number }).created);
  expect(second!).toBeLessThan(first!);
});
