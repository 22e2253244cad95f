import { Worker } from "node:worker_threads";
import { log } from "#src/platform/log.server.ts";

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** A thread that has run this long counts as recovered. */
const HEALTHY_MS = 30_000;
/**
 * How often the thread is asked whether it still turns, and how many answers may be missing: a paper that takes for ever to be drawn
 * would hold up all jobs. Questions are counted, not time: a process that was frozen asks only once for all of it.
 */
const WATCH = { everyMs: 5000, missing: 6 };

/**
 * Runs the jobs in a thread of this same program until `stop`: drawing an email's tickets doesn't block pages, and whatever ends
 * the thread doesn't end the pages. One that no longer turns is ended. It is followed by another, with growing pauses; its jobs are taken up again because its
 * connections have ended. `started` settles when the first one is ready, and rejects when that one ends before.
 */
export function runJobsApart(
  program: URL,
  env: NodeJS.ProcessEnv,
  watch = WATCH,
): { started: Promise<void>; stop: () => Promise<void> } {
  const started = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const lives = async (): Promise<string> => {
    const thread = new Worker(program, { env });
    const { promise: ended, resolve: end } = Promise.withResolvers<string>();
    let why = "";
    thread.once("error", (error) => (why = error instanceof Error ? (error.stack ?? error.message) : String(error)));
    thread.once("exit", (code) => end(why || `it ended with ${code}`));
    let unanswered = 0;
    let isReady = false;
    const asking = setInterval(() => {
      // on a busy machine it may take long to start
      if (!isReady) return;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
      if (unanswered++ < watch.missing) return thread.postMessage("awake?");
      why = `it answered nothing for ${(watch.missing * watch.everyMs) / 1000} s`;
      void thread.terminate();
    }, watch.everyMs).unref();
    thread.on("message", (message) => {
      unanswered = 0;
      if (message !== "ready") return;
      isReady = true;
      started.resolve();
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    const ask = () => thread.postMessage("stop");
    stopping.signal.addEventListener("abort", ask);
    return ended.finally(() => {
      clearInterval(asking);
      stopping.signal.removeEventListener("abort", ask);
    });
  };
  const untilStopped = (ms: number) =>
    new Promise<void>((done) => {
      const timer = setTimeout(done, ms);
      stopping.signal.addEventListener("abort", () => (clearTimeout(timer), done()), { once: true });
    });

  async function keepRunning(): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; !stopping.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const began = performance.now();
      const why = await lives();
      started.reject(new Error(`the jobs' thread: ${why}`)); // nothing after it was ready
      if (stopping.signal.aborted) return;
      if (performance.now() - began > HEALTHY_MS) pause = FIRST_PAUSE_MS;
      log("error", "jobs.thread.again", { why, pause });
      await untilStopped(pause);
    }
  }
  const running = keepRunning();
  return {
    started: started.promise,
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
