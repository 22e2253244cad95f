/** Rows that one statement of a purge takes: no lock is held for long, and whoever sells at the time waits for none. */
export const PORTION = 500;

/**
 * Takes portions until one isn't full. `take` gets the place after which to go on (null: from the start), which is the last of those
 * that it answered with.
 */
export async function inPortions<Place>(take: (after: Place | null) => Promise<readonly Place[]>): Promise<void> {
  let after: Place | null = null;
  for (;;) {
    const taken: readonly Place[] = await take(after);
    if (taken.length < PORTION) return;
    after = taken.at(-1)!;
  }
}
