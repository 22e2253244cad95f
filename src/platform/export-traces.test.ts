import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exportTraces } from "#src/platform/export-traces.server.ts";
import { readTraces, type TraceSettings } from "#src/platform/trace-settings.server.ts";
import type { Traces } from "#src/platform/traces.server.ts";
import { type Collector, startCollector } from "#tests/collector.ts";

let collector: Collector;
let status = 200;
let traces: Traces | undefined;
const lines: string[] = [];

/** Exports to a collector every few milliseconds. */
function open(endpoint: string, over: Partial<TraceSettings> = {}, giveUpMs = 10_000): Traces {
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint);
  vi.stubEnv("OTEL_EXPORTER_OTLP_TIMEOUT", String(giveUpMs));
  const settings = readTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_SCHEDULE_DELAY: "5" }).traces!;
  traces = exportTraces({ ...settings, ...over });
  return traces;
}

beforeEach(async () => {
  status = 200;
  collector = await startCollector({ status: () => status });
  for (const stream of ["log", "error"] as const)
    vi.spyOn(console, stream).mockImplementation((line: string) => void lines.push(line));
});
afterEach(async () => {
  await traces?.stop();
  traces = undefined;
  await collector.stop();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  lines.length = 0;
});

const named = (name: string) => collector.spans.find((span) => span.name === name);
const arrived = (name: string) => vi.waitUntil(() => named(name), { timeout: 10_000, interval: 5 });

test("spans hang under what runs, and nothing is added to a trace that has ended", async () => {
  const { trace, span, open: begin } = open(collector.origin);
  let afterwards: unknown = "not asked";
  await trace({ name: "request", kind: "server" }, async ({ id, tell }) => {
    expect(id).toMatch(/^[\da-f]{32}$/);
    await span({ name: "render" }, async () => begin(() => ({ name: "select bookings", kind: "client" }))?.());
    tell(() => ({ name: "GET /x", attributes: { "http.route": "/x" } }));
    setImmediate(() => (afterwards = begin(() => ({ name: "late" })))); // a timer that a request has left behind
  });
  await expect.poll(() => afterwards).toBeUndefined();
  const root = await arrived("GET /x");
  expect(root).toMatchObject({ parentId: "", kind: 2, failed: false, attributes: { "http.route": "/x" } });
  expect(named("render")?.parentId).toBe(root.spanId);
  expect(named("select bookings")).toMatchObject({ parentId: named("render")?.spanId, traceId: root.traceId });
  expect(begin(() => ({ name: "nowhere" }))).toBeUndefined();
  expect(collector.resources[0]).toMatchObject({ "service.name": "ronda", "ronda.thread": "main" });
});

test("a failure tells its code or its class, never its message", async () => {
  const { trace, span } = open(collector.origin);
  const why = Object.assign(new Error("Key (email)=(guest@ronda.test) already exists"), { code: "23505" });
  const failing = trace({ name: "job x" }, () =>
    span({ name: "insert" }, () => Promise.reject(why)).catch(() => {
      throw new TypeError("guest@ronda.test");
    }),
  );
  await expect(failing).rejects.toThrow(TypeError);
  expect(await arrived("job x")).toMatchObject({ failed: true, attributes: { "error.type": "TypeError" } });
  expect(named("insert")).toMatchObject({ failed: true, attributes: { "error.type": "23505" } });
  expect(collector.text()).not.toContain("guest@");
});

test("a callback runs in the trace where it was made, whoever calls it", async () => {
  const { trace, open: begin, bind } = open(collector.origin);
  const waiting: (() => void)[] = [];
  const ask = (name: string) =>
    trace(
      { name },
      () => new Promise<void>((done) => waiting.push(bind(() => (begin(() => ({ name: `${name}'s` }))?.(), done())))),
    );
  const outside = bind(() => begin(() => ({ name: "nobody's" }))?.());
  const first = ask("first");
  const second = ask("second");
  await trace({ name: "third" }, () => {
    outside();
    for (const run of waiting) run();
  });
  await Promise.all([first, second]);
  await arrived("second");
  for (const name of ["first", "second"]) expect(named(`${name}'s`)?.parentId).toBe(named(name)?.spanId);
  expect(named("nobody's")).toBeUndefined();
});

test("a trusted traceparent is continued and decides; without one the sampler does", async () => {
  const { trace, span } = open(collector.origin, { sampler: "parentbased_always_off" });
  const from = (flags: string) => `00-${"ab".repeat(16)}-${"cd".repeat(8)}-${flags}`;
  const run = (name: string, traceparent?: string) =>
    trace({ name, traceparent: traceparent ?? null }, ({ id }) => span({ name: `in ${name}` }, async () => id));
  expect(await run("unsampled", from("00"))).toBeUndefined();
  expect(await run("ours")).toBeUndefined();
  expect(await run("garbled", "00-x")).toBeUndefined();
  expect(await run("theirs", from("01"))).toBe("ab".repeat(16));
  expect(await arrived("theirs")).toMatchObject({ parentId: "cd".repeat(8) });
  expect(collector.spans.map(({ name }) => name)).toEqual(["in theirs", "theirs"]);
});

test("an outage of the collector is one line, and its end another", async () => {
  const { trace } = open(collector.origin);
  const send = async (name: string) => {
    await trace({ name }, () => {});
    await arrived(name);
  };
  status = 400;
  await send("first");
  await send("second");
  await expect.poll(() => lines.length).toBe(1);
  status = 200;
  await send("third");
  await expect.poll(() => lines.length).toBe(2);
  await send("fourth");
  expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(["traces.away", "traces.back"]);
});

test("one that isn't there costs the caller nothing and is one line", async () => {
  await collector.stop();
  const { trace } = open(collector.origin, {}, 50);
  for (let n = 0; n < 20; n++) await trace({ name: "request" }, () => {});
  await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(1);
  expect(lines[0]).toContain("ECONNREFUSED");
});
