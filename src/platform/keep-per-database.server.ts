import type { Db } from "#src/platform/db.server.ts";

/**
 * A read whose answer is kept in memory, for each database, for so many milliseconds or until it is forgotten. Concurrent callers
 * share a read; one that fails isn't kept.
 */
export function keptPerDatabase<T>(read: (db: Db) => Promise<T>, milliseconds = Infinity) {
  const cache = new WeakMap<Db, { until: number; value: Promise<T> }>();
  const ask = (db: Db): Promise<T> => {
    const cached = cache.get(db);
    if (cached && cached.until > performance.now()) return cached.value;
    const value = read(db);
    cache.set(db, { until: performance.now() + milliseconds, value });
    value.catch(() => cache.get(db)?.value === value && cache.delete(db));
    return value;
  };
  return Object.assign(ask, { forget: (db: Db) => void cache.delete(db) });
}
