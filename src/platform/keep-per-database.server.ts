import type { Db, Tx } from "#src/platform/db.server.ts";

/**
 * A read whose answer is kept in memory, for each database, for so many milliseconds or until it is forgotten. Concurrent callers
 * share a read; one that fails isn't kept. `from`: the caller's transaction, which reads what isn't known: it must not wait for a
 * second connection.
 */
export function keptPerDatabase<T>(read: (db: Db) => Promise<T>, milliseconds = Infinity) {
  const cache = new WeakMap<Db, { until: number; value: Promise<T> }>();
  const ask = (db: Db, from: Db | Tx = db): Promise<T> => {
    const cached = cache.get(db);
    if (cached && cached.until > performance.now()) return cached.value;
    const value = read(from);
    cache.set(db, { until: performance.now() + milliseconds, value });
    value.catch(() => cache.get(db)?.value === value && cache.delete(db));
    return value;
  };
  return Object.assign(ask, { forget: (db: Db) => void cache.delete(db) });
}
