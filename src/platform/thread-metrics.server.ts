import { BroadcastChannel } from "node:worker_threads";
import type { Figures, Metrics } from "#src/platform/metrics.server.ts";

/** Threads of one process only: a channel doesn't leave it. */
const CHANNEL = "ronda.metrics";
const PATIENCE_MS = 500;

type Signal = { ask: number } | { answer: number; figures: Figures };
let requests = 0;

/** In the jobs' thread: tells the main thread what this one has counted, whenever it asks. Returns how to stop. */
export function answerMainThread(metrics: Metrics): () => Promise<void> {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", async (event) => {
    const { data } = event as { data: Signal };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel between threads has none
    if ("ask" in data) channel.postMessage({ answer: data.ask, figures: await metrics.figures() } satisfies Signal);
  });
  channel.unref();
  return async () => channel.close();
}

/** The figures of the jobs' thread; null when it doesn't answer in half a second, as while it is started again. */
export function askJobsThread(): Promise<Figures | null> {
  const channel = new BroadcastChannel(CHANNEL);
  const number = ++requests;
  return new Promise<Figures | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), PATIENCE_MS);
    channel.addEventListener("message", (event) => {
      const { data } = event as { data: Signal };
      if (!("answer" in data) || data.answer !== number) return;
      clearTimeout(timer);
      resolve(data.figures);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the same
    channel.postMessage({ ask: number } satisfies Signal);
  }).finally(() => channel.close());
}
