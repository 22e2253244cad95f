import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApi } from "#src/api.server.ts";
import { noteRefusedScrape } from "#src/note-refusal.server.ts";
import { Metrics } from "#src/platform/metrics.server.ts";
import { openMetrics } from "#src/platform/serve-metrics.server.ts";
import { gauges } from "#src/modules/office/operations/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { freePort, type RunningServer, startServer } from "#tests/servers.ts";

const database = freshDatabase();
const TOKEN = "a token of sixteen or more";
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe("on a port of its own", () => {
  const opened = async (METRICS_TOKEN?: string) => {
    const METRICS_PORT = await freePort();
    const { settings } = database.services;
    const services = { ...database.services, metrics: new Metrics() };
    const stop = await openMetrics(
      { ...services, settings: { ...settings, METRICS_PORT, METRICS_TOKEN } },
      () => gauges(services),
      (req) => noteRefusedScrape(services, req),
    );
    const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${METRICS_PORT}${path}`, init);
    return { ask, stop };
  };

  test("without a token whoever is on this machine reads what the database, the pool and the disk say", async () => {
    const { ask, stop } = await opened();
    const answer = await ask("/metrics");
    expect(answer.headers.get("content-type")).toContain("text/plain; version=0.0.4");
    const text = await answer.text();
    for (const figure of [
      "ronda_database_up 1",
      'ronda_database_pool{thread="main",state="waiting"} 0',
      "ronda_disk_free_bytes ",
      'ronda_jobs{state="ready"} ',
      'nodejs_eventloop_lag_p99_seconds{thread="main"} ',
      'ronda_scrape_sources_failed{thread="main"} 0',
    ])
      expect(text).toContain(figure);
    expect((await ask("/")).status).toBe(404);
    await stop();
    await expect(ask("/metrics")).rejects.toThrow();
  });

  test("a jobs' thread that isn't there is neither asked nor waited for", async () => {
    const { ask, stop } = await opened();
    const [listener, voice] = [new BroadcastChannel("ronda.metrics"), new BroadcastChannel("ronda.metrics")];
    const heard: unknown[] = [];
    const end = new Promise<void>((done) => {
      listener.addEventListener("message", (event) => {
        heard.push(event.data);
        if (heard.at(-1) === "end") done();
      });
    });
    await (await ask("/metrics")).text();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel between threads has none
    voice.postMessage("end");
    await end;
    expect(heard).toEqual(["end"]);
    listener.close();
    voice.close();
    await stop();
  });

  test("with a token nobody reads without it, and who tries is noted", async () => {
    const { ask, stop } = await opened(TOKEN);
    expect((await ask("/metrics")).status).toBe(401);
    expect((await ask("/metrics", bearer(`${TOKEN}x`))).status).toBe(401);
    expect((await ask("/metrics", bearer(TOKEN))).status).toBe(200);
    await stop();
    const rows = await database.services.db
      .selectFrom("access_log")
      .select(["outcome", "subject", "address"])
      .execute();
    const one = { outcome: "refused", subject: "/metrics", address: "127.0.0.1" };
    expect(rows).toEqual([one, one]);
  });
});

test("without a token or a port the site has no such address", async () => {
  expect((await createApi(database.services).request("/metrics")).status).toBe(404);
});

describe("of the whole product", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ DATABASE_URL: database.url, RONDA_SEED: "empty", METRICS_TOKEN: TOKEN });
  }, 30_000);
  afterAll(() => server.stop());

  test("counts requests, renders, kept pages, and the jobs' thread", async () => {
    expect((await fetch(`${server.origin}/metrics`)).status).toBe(401);
    const before = await figures();
    for (let n = 0; n < 3; n++) await (await fetch(`${server.origin}/faq`)).text();
    await (await fetch(`${server.origin}/api/nothing`)).text();
    const after = await figures();
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(grown('ronda_renders_total{thread="main"}')).toBe(1);
    expect(grown("ronda_kept_pages_misses_total")).toBe(1);
    expect(grown("ronda_kept_pages_hits_total")).toBe(2);
    expect(grown("ronda_kept_pages")).toBe(1);
    expect(after.get("ronda_kept_pages_bytes")).toBeGreaterThan(1000);
    expect(grown('ronda_http_request_seconds_count{route="page",method="GET",status="2xx",thread="main"}')).toBe(1);
    expect(grown('ronda_http_request_seconds_count{route="api",method="GET",status="4xx",thread="main"}')).toBe(1);
    expect(after.has('ronda_database_pool{thread="jobs",state="total"}')).toBe(true);
    expect(after.has('nodejs_eventloop_lag_p99_seconds{thread="jobs"}')).toBe(true);
  });

  async function figures(): Promise<Map<string, number>> {
    const text = await (await fetch(`${server.origin}/metrics`, bearer(TOKEN))).text();
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]));
  }
});
