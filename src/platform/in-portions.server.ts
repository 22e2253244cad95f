/** Rows per statement, for purges and other unbounded work: no lock is held for long, so sales don't wait. */
export const PORTION = 500;

/** Rows in portions, for statements whose time or parameters grow with each. */
export const portionsOf = <Row>(rows: readonly Row[], size = PORTION): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, n) => rows.slice(n * size, (n + 1) * size));

/**
 * Takes portions until one isn't full. `take` gets the place after which to go on (null: from the start), which is the last of those
 * that it answered with.
 */
export async function inPortions<Place>(take: (after: Place | null) => Promise<readonly Place[]>): Promise<void> {
  let after: Place | null = null;
  for (;;) {
    const batch: readonly Place[] = await take(after);
    if (batch.length < PORTION) return;
    after = batch.at(-1)!;
  }
}

/**
 * A list in parts of `size`, until one isn't full. `read` gets the item after which to go on (null: from the start) and how many came
 * before.
 */
export async function* readParts<Item>(
  size: number,
  read: (last: Item | null, count: number) => Promise<readonly Item[]>,
): AsyncGenerator<readonly Item[]> {
  for (let last: Item | null = null, count = 0; ;) {
    const items: readonly Item[] = await read(last, count);
    if (items.length > 0) yield items;
    if (items.length < size) return;
    last = items.at(-1)!;
    count += size;
  }
}

/** The same parts, each read while what became of the one before it is being written. */
export async function* readAhead<Part>(parts: AsyncGenerator<Part>): AsyncGenerator<Part> {
  let next = parts.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = parts.next();
      next.catch(() => {}); // who takes it is told; nobody does when the file isn't read on
      // the pool sends a statement in a later turn of the event loop, not while the part at hand is being written
      await new Promise((resolve) => setImmediate(resolve));
      yield value;
    }
  } finally {
    await parts.return(undefined);
  }
}
