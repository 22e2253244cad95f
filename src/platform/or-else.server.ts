import { AsyncLocalStorage } from "node:async_hooks";
import { log } from "#src/platform/log.server.ts";
import { isBusy, isUnreachable } from "#src/platform/transaction.server.ts";

const trial = new AsyncLocalStorage<true>();

/**
 * Runs a trial of this release on the schema as it is: what `orElse` would do without fails in it, where the statement asks for a
 * table or a column that isn't there.
 */
export const onTrial = <T>(run: () => T): T => trial.run(true, run);

/** SQLSTATE class 42: syntax error or access rule violation (PostgreSQL documentation, appendix A). */
const asksForWhatIsnt = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" && code.startsWith("42");
};

/**
 * What a read gives, or `instead` when it fails: for what a page can do without. The failure is logged as `event`. A database
 * that is away or busy is no such failure: then the whole request is told to come again.
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
