import { expect, test } from "vitest";
import { Metrics } from "#src/platform/metrics.server.ts";

const lines = async (metrics: Metrics, name: string) =>
  (await metrics.text([])).split("\n").filter((line) => line.startsWith(name));

test("an answer is counted by class, method and class of status, a throw as a failure, and a made-up method as other", async () => {
  const metrics = new Metrics();
  await metrics.timed("page", "GET", () => new Response("ok"));
  await metrics.timed("page", "GET", async () => new Response(null, { status: 404 }));
  await metrics.timed("api", "BREW", () => new Response("ok"));
  await expect(
    metrics.timed("api", "POST", () => {
      throw new Error("a bug");
    }),
  ).rejects.toThrow("a bug");
  expect(await lines(metrics, "ronda_http_request_seconds_count")).toEqual([
    'ronda_http_request_seconds_count{route="page",method="GET",status="2xx",thread="main"} 1',
    'ronda_http_request_seconds_count{route="page",method="GET",status="4xx",thread="main"} 1',
    'ronda_http_request_seconds_count{route="api",method="other",status="2xx",thread="main"} 1',
    'ronda_http_request_seconds_count{route="api",method="POST",status="5xx",thread="main"} 1',
  ]);
});

test("a source is asked at each scrape, replaced by one of the same name, and left out and counted when it fails", async () => {
  const metrics = new Metrics();
  let value = 1;
  const gauge = () => [{ name: "ronda_test", help: "A test.", type: "gauge" as const, value, labels: { state: "x" } }];
  metrics.watch("one", () => [{ name: "ronda_gone", help: "Replaced.", type: "gauge", value: 1 }]);
  metrics.watch("one", gauge);
  metrics.watch("two", () => Promise.reject(new Error("away")));
  expect(await lines(metrics, "ronda_test")).toEqual(['ronda_test{state="x"} 1']);
  value = 2;
  expect(await lines(metrics, "ronda_test")).toEqual(['ronda_test{state="x"} 2']);
  expect(await lines(metrics, "ronda_scrape_sources_failed")).toEqual(['ronda_scrape_sources_failed{thread="main"} 1']);
  expect(await lines(metrics, "ronda_gone")).toEqual([]);
});

test("two threads' figures stand beside each other, and counters without labels add up", async () => {
  const [main, jobs] = [new Metrics(), new Metrics()];
  main.rendered();
  jobs.rendered();
  jobs.called("stripe", "refund", "failed", 1200);
  const text = await main.text([await jobs.figures()]);
  expect(text).toContain('ronda_renders_total{thread="main"} 2');
  expect(text).toContain(
    'ronda_provider_seconds_count{provider="stripe",call="refund",outcome="failed",thread="main"} 1',
  );
  expect(text.match(/# TYPE ronda_renders_total/g)).toHaveLength(1);
});
