import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchRecovery } from "#src/platform/embedded-postgres.server.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const PANIC = 'PANIC:  could not write to file "pg_wal/xlogtemp.11": No space left on device\n';
const RECOVERS = "LOG:  all server processes terminated; reinitializing\n";
const FATAL = 'FATAL:  could not write to file "pg_wal/xlogtemp.12": No space left on device\n';
const REFUSES = "FATAL:  the database system is not yet accepting connections\n";
const READY = "LOG:  database system is ready to accept connections\n";

test.each([
  ["a recovery without room that doesn't end", [PANIC, RECOVERS, FATAL, REFUSES.repeat(99)], 1],
  ["the same in one read", [PANIC + RECOVERS + FATAL, REFUSES], 1],
  ["a second one, after a recovery that went well", [PANIC + RECOVERS, READY, PANIC + RECOVERS + FATAL], 1],
  ["one that is still at it", [PANIC + RECOVERS, REFUSES], 0],
  ["one that was done after all", [PANIC + RECOVERS + FATAL, RECOVERS, READY], 0],
  ["no room for a file while it serves", [READY, FATAL, FATAL], 0],
  ["no room after a recovery that went well", [PANIC + RECOVERS + READY + FATAL, FATAL], 0],
])("%s", (_, outputs, ends) => {
  const end = vi.fn<() => void>();
  const watch = watchRecovery(end);
  for (const output of outputs) watch.read(output);
  vi.advanceTimersByTime(4000);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(end).toHaveBeenCalledTimes(ends);
});

test("one that ends by itself is left alone", () => {
  const end = vi.fn<() => void>();
  const watch = watchRecovery(end);
  watch.read(PANIC + RECOVERS + FATAL);
  watch.stop();
  vi.advanceTimersByTime(60_000);
  expect(end).not.toHaveBeenCalled();
});
