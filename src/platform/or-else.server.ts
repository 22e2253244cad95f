import { log } from "#src/platform/log.server.ts";
import { isBusy, isUnreachable } from "#src/platform/transaction.server.ts";

/**
 * What a read gives, or `instead` when it fails: for what a page can do without. The failure is logged as `event`. A database
 * that is away or busy is no such failure: then the whole request is told to come again.
 */
export async function orElse<T>(event: string, read: Promise<T>, instead: T): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (isUnreachable(error) || isBusy(error)) throw error;
    log("error", event, { error: String(error) });
    return instead;
  }
}
