import { BroadcastChannel, isMainThread } from "node:worker_threads";
import type { Metrics } from "#src/platform/metrics.server.ts";

/** Threads of one process only: a channel doesn't leave it. */
const CHANNEL = "ronda.provider-calls";

/**
 * Tells the main thread of each call to a provider that the jobs' thread makes, so that /admin/health knows both. Returns how to
 * stop.
 */
export function shareCalls(metrics: Metrics): () => Promise<void> {
  const channel = new BroadcastChannel(CHANNEL);
  channel.unref();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel between threads has none
  if (!isMainThread) metrics.onCall = (provider, failed) => channel.postMessage({ provider, failed });
  channel.addEventListener("message", (event) => {
    const { provider, failed } = (event as { data: { provider: string; failed: boolean } }).data;
    metrics.note(provider, failed);
  });
  return async () => channel.close();
}
