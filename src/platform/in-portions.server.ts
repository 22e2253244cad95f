/** Rows that one statement takes, of a purge and of whatever else knows no end: no lock is held for long, and whoever sells at the time waits for none. */
export const PORTION = 500;

/** Rows in portions, for statements whose time or parameters grow with each. */
export const portionsOf = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / PORTION) }, (_, n) => rows.slice(n * PORTION, (n + 1) * PORTION));

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
