import http from "node:http";
import { setTimeout } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { median } from "#bench/measure.ts";

// A guest beside a flood (flood.ts), in a thread of its own: the flood's would tell how long the flood's own answers keep it.

const { origin, from } = workerData as { origin: string; from: string };
const agent = new http.Agent({ keepAlive: true });

const visit = (path: string): Promise<{ status: number; ms: number }> =>
  new Promise((resolve) => {
    const began = performance.now();
    const headers = { "x-forwarded-for": from, "accept-encoding": "gzip, br" };
    http
      .request(origin + path, { agent, headers }, (res) => {
        res.resume();
        res.on("end", () => resolve({ status: res.statusCode ?? 0, ms: performance.now() - began }));
      })
      .on("error", () => resolve({ status: 0, ms: performance.now() - began }))
      .end();
  });

/** Looks at a kept page and at one that isn't, for so long. */
parentPort!.on("message", async (ms: number) => {
  const [holds, own]: { status: number; ms: number }[][] = [[], []];
  for (const until = performance.now() + ms; performance.now() < until;) {
    holds!.push(await visit("/"));
    own!.push(await visit("/login"));
    await setTimeout(20); // sleeps: between two visits
  }
  const refused = [...holds!, ...own!].filter(({ status }) => status !== 200).length;
  const took = (visits: { ms: number }[]) => median(visits.map((one) => one.ms));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort!.postMessage({ kept: took(holds!), own: took(own!), refused });
});
