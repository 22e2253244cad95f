/** The names of what the scanner keeps on a phone (admin/phone-store.ts, admin/keep-page.ts). */
const [LISTS, OWN] = ["door-list", "door"];

/**
 * In the browser: takes the guest lists and the scanner's pages off this phone, and the device's secret with them. Only a phone that
 * still has something to send keeps that, and whose it is: it names no guest.
 */
export async function forgetDoor(): Promise<void> {
  if ("indexedDB" in globalThis) indexedDB.deleteDatabase(LISTS);
  await inOwn(undefined, (db) => {
    const tx = db.transaction(["events", "facts"], "readwrite");
    const counting = tx.objectStore("events").count();
    counting.addEventListener("success", () => {
      if (counting.result > 0) return;
      for (const fact of ["device", "former"]) tx.objectStore("facts").delete(fact);
    });
    return [tx, () => undefined];
  });
  if (!("caches" in globalThis)) return;
  const names = (await caches.keys()).filter((name) => name.startsWith("door "));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** How many entries this phone has made and not sent yet, and as which device it is known. */
export const unsentEntries = () =>
  inOwn<{ unsent: number; device: string | null }>({ unsent: 0, device: null }, (db) => {
    const tx = db.transaction(["events", "facts"]);
    const counting = tx.objectStore("events").count();
    const reading = tx.objectStore("facts").get("device");
    return [
      tx,
      () => ({ unsent: counting.result, device: (reading.result as { id: string } | undefined)?.id ?? null }),
    ];
  });

/** Does something with what outlives the lists; `none` where there is nothing, or it can't be read. */
async function inOwn<T>(none: T, work: (db: IDBDatabase) => [IDBTransaction, () => T]): Promise<T> {
  const known = await globalThis.indexedDB?.databases?.().catch(() => []);
  if (!known?.some(({ name }) => name === OWN)) return none;
  return new Promise((resolve) => {
    const opening = indexedDB.open(OWN);
    opening.addEventListener("error", () => resolve(none));
    opening.addEventListener("success", () => {
      const db = opening.result;
      const end = (what: T) => {
        db.close();
        resolve(what);
      };
      if (!["events", "facts"].every((store) => db.objectStoreNames.contains(store))) return end(none);
      const [tx, done] = work(db);
      tx.addEventListener("complete", () => end(done()));
      tx.addEventListener("abort", () => end(none));
    });
  });
}

/**
 * In the browser: deletes the guest lists of nights that ended a day ago, as the scanner's own worker does, which a phone runs only
 * when it opens the scanner.
 */
export async function forgetOverNights(now: number): Promise<void> {
  const known = await globalThis.indexedDB?.databases?.().catch(() => []);
  if (!known?.some(({ name }) => name === LISTS)) return;
  const opening = indexedDB.open(LISTS);
  opening.addEventListener("success", () => {
    const db = opening.result;
    if (!db.objectStoreNames.contains("nights")) return db.close();
    const nights = db.transaction("nights", "readwrite").objectStore("nights");
    const walk = nights.openCursor();
    walk.addEventListener("success", () => {
      const at = walk.result;
      if (at && at.value.until <= now) at.delete();
      at?.continue();
    });
    for (const kind of ["complete", "abort"]) nights.transaction.addEventListener(kind, () => db.close());
  });
}

/** The same when a sign-out form is sent as a document. */
export function forgetDoorOnSignOut(): void {
  addEventListener("submit", ({ target, defaultPrevented }) => {
    if (!defaultPrevented && target instanceof HTMLFormElement && target.action.endsWith("/sign-out"))
      void forgetDoor();
  });
}
