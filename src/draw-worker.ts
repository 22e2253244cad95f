import { parentPort } from "node:worker_threads";
import { type DrawRequest, drawPaper } from "#src/draw-papers.ts";
import type { ThreadAnswer } from "#src/platform/call-thread.server.ts";

// The program of the thread that draws beside pages (media/keep-papers.server.ts starts it).

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
const say = (answer: ThreadAnswer) => parentPort?.postMessage(answer);

parentPort?.on("message", (request: DrawRequest) =>
  drawPaper(request).then(
    (value) => say({ value }),
    (error: Error) => say({ error: error.stack ?? error.message }),
  ),
);
