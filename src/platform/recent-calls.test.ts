import { Worker } from "node:worker_threads";
import { expect, test, vi } from "vitest";
import { Metrics } from "#src/platform/metrics.server.ts";
import { RecentCalls } from "#src/platform/recent-calls.ts";
import { shareCalls } from "#src/platform/share-calls.server.ts";

const MINUTE = 60_000;

test("the share of failures among a provider's calls of five minutes, from five calls on", () => {
  const recent = new RecentCalls();
  for (let i = 0; i < 4; i++) recent.add("stripe", { failed: i === 0, at: 0 });
  expect(recent.shares(MINUTE)).toEqual(new Map());
  recent.add("stripe", { failed: true, at: MINUTE });
  recent.add("paypal", { failed: true, at: MINUTE });
  expect(recent.shares(MINUTE)).toEqual(new Map([["stripe", 0.4]]));
  for (let i = 0; i < 8; i++) recent.add("stripe", { failed: false, at: 4 * MINUTE });
  expect(recent.shares(4.5 * MINUTE)).toEqual(new Map([["stripe", 2 / 13]]));
  // the first four are forgotten, later the fifth
  expect(recent.shares(5.5 * MINUTE)).toEqual(new Map([["stripe", 1 / 9]]));
  expect(recent.shares(8 * MINUTE)).toEqual(new Map([["stripe", 0]]));
  expect(recent.shares(20 * MINUTE)).toEqual(new Map());
});

test("what the jobs' thread asks of a provider is known to the main one", async () => {
  const metrics = new Metrics();
  const stop = shareCalls(metrics);
  const jobs = new Worker(
    `Promise.all(["metrics", "share-calls"].map((name) => import(process.cwd() + "/src/platform/" + name + ".server.ts")))
      .then(([{ Metrics }, { shareCalls }]) => {
        const metrics = new Metrics();
        shareCalls(metrics);
        for (let i = 0; i < 5; i++) metrics.called("stripe", "refund", "failed", 1);
      })`,
    { eval: true },
  );
  await vi.waitUntil(() => metrics.failingProviders().get("stripe") === 1, { timeout: 10_000 });
  await stop();
  await jobs.terminate();
});
