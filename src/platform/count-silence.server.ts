import type { Socket } from "node:net";
import type pg from "pg";

/** How often a process looks whether it could have read an answer. */
const TICK_MS = 50;
/** The most that one check counts: a process that was held up for longer has heard nothing because it didn't listen. */
const MOST_MS = 2 * TICK_MS;

/**
 * Calls `done` after so many milliseconds of silence, of which only those count in which this process could hear: a look reads
 * what has come before the next one counts. A busy or frozen process waits for longer, and whatever has answered is read first.
 * `heard`: how much was heard so far; more of it ends a silence, and the next one counts from nothing. Opening a connection takes a
 * busy process about ten looks, most of them for deriving its own key. Returns what ends the count.
 */
export function afterSilence(ms: number, done: () => void, heard = () => 0): () => void {
  let counted = 0;
  let silence = heard();
  let looked = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const more = heard();
    counted = more === silence ? counted + Math.min(now - looked, MOST_MS) : 0;
    silence = more;
    looked = now;
    if (counted < ms) return;
    clearInterval(timer);
    done();
  }, TICK_MS);
  return () => clearInterval(timer);
}

/** The value of `asking`, or a rejection after so much silence. */
export function withinSilence<T>(ms: number, asking: Promise<T>, heard?: () => number): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const end = afterSilence(ms, () => reject(new Error(`no answer for ${ms} ms`)), heard);
    asking.then(resolve, reject).finally(end);
  });
}

/** How many bytes a database has sent on a connection. */
export const heardOn =
  ({ connection }: pg.Client): (() => number) =>
  () =>
    (connection.stream as Socket).bytesRead;
