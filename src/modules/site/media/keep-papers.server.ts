import { createHash } from "node:crypto";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { serialize } from "node:v8";
import { isMainThread } from "node:worker_threads";
import { CalledThread } from "#src/platform/call-thread.server.ts";

/** What can be drawn: the functions are a table of src/draw-papers.ts. */
export type PaperKind = "gift-card" | "list" | "poster" | "qr" | "receipts" | "settlement" | "statement" | "tickets";

/** Tickets of a group are 60 kB. */
const MOST_BYTES = 16 * 1024 * 1024;
const LIMITS = { waiting: 64, longestMs: 20_000, idleMs: 60_000 };

// one for the process, as its pages have one thread
const thread = new CalledThread(path.resolve("src/draw-worker.ts"), LIMITS);
type Drawing = { drawPaper: (message: object) => Promise<Uint8Array> };
/** The thread for jobs has no pages to hold up, and draws itself: another one would load what draws again for each email of a quiet hour. */
const drawn = async (message: object): Promise<Uint8Array> => {
  if (isMainThread) return (await thread.call(message)) as Uint8Array;
  const { drawPaper } = (await import(
    /* @vite-ignore */ pathToFileURL(path.resolve("src/draw-papers.ts")).href
  )) as Drawing;
  return drawPaper(message);
};

/** Drawn papers by a hash of what is on them, the least recently taken first. */
const cache = new Map<string, Buffer>();
let bytes = 0;
const drawing = new Map<string, Promise<Buffer>>();

/**
 * A paper (PDF or picture), drawn by a thread beside the pages from data that says everything on it. Whoever asks for the same data
 * gets the same bytes, while they are kept; a changed booking has other data. Rejects with `ThreadBusy` when too many wait.
 */
export async function drawnPaper(kind: PaperKind, sheet: object): Promise<Buffer> {
  const key = createHash("sha256").update(kind).update(serialize(sheet)).digest("base64url");
  const cached = cache.get(key);
  if (cached) {
    cache.delete(key);
    cache.set(key, cached);
    return cached;
  }
  let paper = drawing.get(key);
  if (!paper) {
    paper = draw(key, kind, sheet).finally(() => drawing.delete(key));
    drawing.set(key, paper);
  }
  return paper;
}

async function draw(key: string, kind: PaperKind, sheet: object): Promise<Buffer> {
  const paper = Buffer.from(await drawn({ kind, sheet }));
  cache.set(key, paper);
  bytes += paper.length;
  for (const [oldest, { length }] of cache) {
    if (bytes <= MOST_BYTES) break;
    cache.delete(oldest);
    bytes -= length;
  }
  return paper;
}
