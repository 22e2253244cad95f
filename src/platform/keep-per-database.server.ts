import type { Db, Tx } from "#src/platform/db.server.ts";

/**
 * A read whose answer is kept in memory, for each database, for so many milliseconds (a minute, where it is forgotten after a
 * change) or until it is forgotten. Concurrent callers
 * share a read; one that fails isn't kept. `from`: the caller's transaction, which reads for itself what isn't known yet: it must not wait
 * for another connection, nor for somebody else's read.
 */
export function keptPerDatabase<T>(read: (db: Db) => Promise<T>, milliseconds = 60_000) {
  const cache = new WeakMap<Db, { until: number; value: Promise<T>; isRead?: true }>();
  const ask = (db: Db, from: Db | Tx = db): Promise<T> => {
    const cached = cache.get(db);
    const isKnown = cached && cached.until > performance.now();
    if (isKnown && (cached.isRead || from === db)) return cached.value;
    const value = read(from);
    if (from !== db) return value;
    const entry: NonNullable<typeof cached> = { until: performance.now() + milliseconds, value };
    cache.set(db, entry);
    value.then(
      () => (entry.isRead = true),
      () => cache.get(db) === entry && cache.delete(db),
    );
    return value;
  };
  return Object.assign(ask, { forget: (db: Db) => void cache.delete(db) });
}
