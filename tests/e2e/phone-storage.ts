import type { Page } from "#tests/e2e/story.ts";

/** What a phone keeps in one store of a database of its own, by key. */
export const keptIn = (page: Page, database: string, store: string): Promise<[key: unknown, value: unknown][]> =>
  page.evaluate(
    async ([name, from]) => {
      const done = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve) => request.addEventListener("success", () => resolve(request.result)));
      const db = await done(indexedDB.open(name!));
      const rows = db.transaction(from!).objectStore(from!);
      const [keys, values] = await Promise.all([done(rows.getAllKeys()), done(rows.getAll())]);
      db.close();
      return keys.map((key, at): [unknown, unknown] => [key, values[at]]);
    },
    [database, store],
  );

/** Puts a value into a store that makes its own keys. */
export const keepOn = (page: Page, { database, store, value }: { database: string; store: string; value: object }) =>
  page.evaluate(
    async ([name, into, data]) => {
      const opening = indexedDB.open(name);
      await new Promise((resolve) => opening.addEventListener("success", resolve));
      const tx = opening.result.transaction(into, "readwrite");
      tx.objectStore(into).put(data);
      await new Promise((resolve) => tx.addEventListener("complete", resolve));
      opening.result.close();
    },
    [database, store, value] as const,
  );
