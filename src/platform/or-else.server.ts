import { AsyncLocalStorage } from "node:async_hooks";
import { log } from "#src/platform/log.server.ts";
import { isBusy, isUnreachable } from "#src/platform/transaction.server.ts";

const trial = new AsyncLocalStorage<true>();

/**
 * Runs a test of this release on the current schema: in it `orElse` doesn't replace a read that asks for a missing table or
 * column, but fails.
 */
export const onTrial = <T>(run: () => T): T => trial.run(true, run);

/** SQLSTATE class 42: syntax error or access rule violation (PostgreSQL documentation, appendix A). */
const asksForWhatIsnt = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" && code.startsWith("42");
};

/**
 * The result of a read, or `instead` if it fails: for parts that a page can do without. The failure is logged as `event`. If the
 * database is away or busy, the whole request is answered 503 instead.
 */
export async function orElse<T>(event: string, read: Promise<T>, instead: T): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (isUnreachable(error) || isBusy(error)) throw error;
    if (trial.getStore() && asksForWhatIsnt(error)) throw error;
    log("error", event, { error: String(error) });
    return instead;
  }
}
