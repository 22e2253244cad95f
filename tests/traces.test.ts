// @module-tag process
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { addJob } from "#src/platform/jobs.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { type Collector, startCollector } from "#tests/collector.ts";
import { type RunningServer, startServer } from "#tests/servers.ts";
import { addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";

// The built product and its jobs' thread, exporting to a collector of this test.

const database = freshDatabase();
const collectors: Collector[] = [];
const servers: RunningServer[] = [];
let departure: string;

beforeAll(async () => {
  const { crawlId } = await seedMinimal(database.services.db);
  const date = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  departure = await addDeparture(database.services.db, crawlId, { date });
});
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop("SIGKILL"))));
afterAll(() => Promise.all(collectors.map((collector) => collector.stop())));

async function collect(options?: Parameters<typeof startCollector>[0]): Promise<Collector> {
  const collector = await startCollector(options);
  collectors.push(collector);
  return collector;
}

async function start(environment: Record<string, string>): Promise<RunningServer> {
  const server = await startServer({
    DATABASE_URL: database.url,
    RONDA_SEED: "empty",
    LOG_REQUESTS: "true",
    LOG_FORMAT: "json",
    OTEL_BSP_SCHEDULE_DELAY: "100",
    ...environment,
  });
  servers.push(server);
  return server;
}

async function book(origin: string): Promise<{ id: string; token: string }> {
  const body = JSON.stringify(bookingInput(departure));
  const headers = { "content-type": "application/json", "idempotency-key": crypto.randomUUID() };
  const answer = await fetch(`${origin}/api/bookings`, { method: "POST", headers, body });
  const { id, access_token: token } = (await answer.json()) as { id: string; access_token: string };
  expect(answer.status).toBe(201);
  return { id, token };
}

test("requests, their statements and jobs arrive under names that name nobody, and log lines say their trace", async () => {
  const collector = await collect();
  const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin, OTEL_SERVICE_NAME: "tours" });
  const { id, token } = await book(server.origin);
  const foreign = `00-${"ab".repeat(16)}-${"cd".repeat(8)}-01`;
  for (const path of [`/booking-confirmation/${id}?token=${token}`, `/api/bookings/${id}?token=${token}`, "/healthz"])
    await (await fetch(server.origin + path, { headers: { traceparent: foreign } })).text();
  // adds a job, which the thread takes up
  await addJob(database.services.db, "holds.watch", {});

  const find = (name: string) => collector.spans.find((span) => span.name === name);
  const arrived = (name: string) => expect.poll(() => find(name), { timeout: 10_000 }).toBeDefined();
  await arrived("GET /booking-confirmation/:bookingId");
  await arrived("GET /api/bookings/:id");
  await arrived("job holds.watch");

  const page = find("GET /booking-confirmation/:bookingId")!;
  expect(page).toMatchObject({ kind: 2, parentId: "" });
  expect(page.attributes).toMatchObject({
    "http.request.method": "GET",
    "http.route": "/booking-confirmation/:bookingId",
    "http.response.status_code": 200,
    "ronda.route_class": "checkout",
  });
  const render = collector.spans.find(({ name, traceId }) => name === "render" && traceId === page.traceId)!;
  expect(render.parentId).toBe(page.spanId);
  const below = collector.spans.filter(({ parentId }) => parentId === render.spanId).map(({ name }) => name);
  expect(below).toContain("select bookings");
  const booked = find("POST /api/bookings")!;
  const held = collector.spans.find(({ name }) => name === "take-hold")!;
  expect([held.traceId, held.kind, held.parentId]).toEqual([booked.traceId, 3, booked.spanId]);
  const job = find("job holds.watch")!;
  expect(job).toMatchObject({ parentId: "", kind: 5, attributes: { "ronda.job": "holds.watch", "ronda.job.try": 1 } });
  expect(collector.resources.map((resource) => resource["ronda.thread"])).toEqual(
    expect.arrayContaining(["main", "jobs"]),
  );
  expect(collector.resources[0]).toMatchObject({ "service.name": "tours" });

  // a stranger's trace isn't joined
  expect(collector.spans.map(({ traceId }) => traceId)).not.toContain("ab".repeat(16));
  const message = collector.text();
  const { country: _, ...customer } = bookingInput(departure).customer;
  for (const secret of [id, token, ...Object.values(customer), departure, "healthz", "127.0.0.1"])
    expect(message).not.toContain(secret);
  const lines = server.printed().split("\n");
  const line = lines.find((one) => one.includes(String(page.attributes["ronda.request_id"])));
  expect(JSON.parse(line!)).toMatchObject({ event: "request", trace_id: page.traceId });
});

test("a collector that hangs slows no answer, and holds up a stop for two seconds at most", async () => {
  const collector = await collect({ silent: true });
  const server = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
    OTEL_EXPORTER_OTLP_TIMEOUT: "60000",
    ROLE: "web",
  });
  for (let n = 0; n < 5; n++) await (await fetch(`${server.origin}/api/scheduled-crawls`)).text();
  await expect.poll(() => collector.spans.length, { timeout: 10_000 }).toBeGreaterThan(0);
  const began = performance.now();
  for (let n = 0; n < 20; n++) expect((await fetch(`${server.origin}/api/scheduled-crawls`)).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(5000); // a busy machine; each would take ten seconds
  const stopping = performance.now();
  await server.stop();
  expect(server.process.exitCode).toBe(0);
  expect(performance.now() - stopping).toBeLessThan(7000);
}, 120_000);
