import { createHash } from "node:crypto";
import path from "node:path";
import { serialize } from "node:v8";
import { CalledThread } from "#src/platform/call-thread.server.ts";

/** What can be drawn: the functions are a table of src/draw-worker.ts. */
export type PaperKind = "list" | "poster" | "qr" | "receipts" | "settlement" | "statement" | "tickets";

/** Tickets of a group are 60 kB. */
const MOST_BYTES = 16 * 1024 * 1024;
const LIMITS = { waiting: 64, longestMs: 20_000, idleMs: 60_000 };

// one for the process, as its pages have one thread
const thread = new CalledThread(path.resolve("src/draw-worker.ts"), LIMITS);

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
  let drawn = drawing.get(key);
  if (!drawn) {
    drawn = draw(key, kind, sheet).finally(() => drawing.delete(key));
    drawing.set(key, drawn);
  }
  return drawn;
}

async function draw(key: string, kind: PaperKind, sheet: object): Promise<Buffer> {
  const paper = Buffer.from((await thread.call({ kind, sheet })) as Uint8Array);
  cache.set(key, paper);
  bytes += paper.length;
  for (const [oldest, { length }] of cache) {
    if (bytes <= MOST_BYTES) break;
    cache.delete(oldest);
    bytes -= length;
  }
  return paper;
}
