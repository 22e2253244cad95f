import { log } from "#src/platform/log.server.ts";
import { isKnownAway } from "#src/platform/transaction.server.ts";

/** The event under which a failure is logged, and what it says of the item (ids, never personal data). */
type Naming<Item> = { event: string; about: (item: Item) => Record<string, string> };

/**
 * Processes one item after the other. One that fails doesn't stop the others: it is logged, and returned. If the database is
 * known to be away all of them would fail, so that error is thrown at once.
 */
export async function failuresOf<Item>(
  items: Iterable<Item>,
  { event, about }: Naming<Item>,
  act: (item: Item) => Promise<unknown>,
): Promise<Error[]> {
  const failed: Error[] = [];
  for (const item of items) {
    try {
      await act(item);
    } catch (cause) {
      if (isKnownAway(cause)) throw cause;
      const error = cause instanceof Error ? cause : new Error(String(cause));
      log("error", event, { ...about(item), error: error.message });
      failed.push(error);
    }
  }
  return failed;
}

/** Throws failures together, so that the job that had them counts as failed, and is tried again where it is. */
export function throwTogether(failed: readonly Error[], what: string): void {
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} ${what}: ${failed[0]!.message}`);
}

/** The loop of a job: all items are processed, and then the failures are thrown together. */
export async function eachInTurn<Item>(
  items: Iterable<Item>,
  naming: Naming<Item>,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  throwTogether(await failuresOf(items, naming, act), naming.event);
}
