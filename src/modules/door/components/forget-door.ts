/** The names of what the scanner keeps on a phone (admin/phone-store.ts, admin/keep-page.ts). */
const [LISTS, OWN] = ["door-list", "door"];

/** In the browser: takes the guest lists and the pages that it keeps off this phone. What it still has to send stays: it names nobody. */
export async function forgetDoor(): Promise<void> {
  if ("indexedDB" in globalThis) indexedDB.deleteDatabase(LISTS);
  if (!("caches" in globalThis)) return;
  const names = (await caches.keys()).filter((name) => name.startsWith("door "));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** How many entries this phone has made and not sent yet, at the door and on the way from bar to bar. */
export async function unsentEntries(): Promise<number> {
  const [atDoor, onWay] = await Promise.all([countOf(OWN, "events"), countOf("way", "taps")]);
  return atDoor + onWay;
}

async function countOf(database: string, store: string): Promise<number> {
  const known = await globalThis.indexedDB?.databases?.().catch(() => []);
  if (!known?.some(({ name }) => name === database)) return 0;
  return new Promise((resolve) => {
    const opening = indexedDB.open(database);
    opening.addEventListener("error", () => resolve(0));
    opening.addEventListener("success", () => {
      const db = opening.result;
      if (!db.objectStoreNames.contains(store)) return resolve(0);
      const counting = db.transaction(store).objectStore(store).count();
      counting.addEventListener("success", () => {
        db.close();
        resolve(counting.result);
      });
      counting.addEventListener("error", () => resolve(0));
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

const DAY_MS = 24 * 3_600_000;

/** In the browser: takes pages of a night that this phone keeps (admin/keep-page.ts) off it, a day after they were read last. */
export async function forgetOverPages(now: number): Promise<void> {
  if (!("caches" in globalThis)) return;
  for (const name of await caches.keys()) {
    const page = /^door (.*\/nights\/.*)$/.exec(name)?.[1];
    if (page === undefined) continue;
    const kept = await (await caches.open(name)).match(page);
    if (kept && now - Date.parse(kept.headers.get("date") ?? "") < DAY_MS) continue;
    await caches.delete(name);
    const worker = await navigator.serviceWorker?.getRegistration(page);
    if (worker?.scope.endsWith(page)) await worker.unregister();
  }
}

/** The same when a sign-out form is sent as a document. */
export function forgetDoorOnSignOut(): void {
  addEventListener("submit", ({ target, defaultPrevented }) => {
    if (!defaultPrevented && target instanceof HTMLFormElement && target.action.endsWith("/sign-out"))
      void forgetDoor();
  });
}
