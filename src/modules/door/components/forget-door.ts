/** The names of what the scanner keeps on a phone (admin/phone-store.ts, admin/keep-page.ts). */
const [LISTS, OWN] = ["door-list", "door"];
/** And of its sales without a line (till/admin/offline-store.ts). */
export const SALES = "door-sales";

/** In the browser: takes the guest lists and the scanner's pages off this phone. What it still has to send stays. */
export async function forgetDoor(): Promise<void> {
  await giveBackPlaces().catch(() => {});
  if ("indexedDB" in globalThis) indexedDB.deleteDatabase(LISTS);
  if (!("caches" in globalThis)) return;
  const names = (await caches.keys()).filter((name) => name.startsWith("door "));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** How many entries and sales this phone has made and not sent yet. */
export async function unsentEntries(): Promise<number> {
  const counts = await Promise.all([countIn(OWN, "events"), countIn(SALES, "sales")]);
  return counts.reduce((sum, count) => sum + count, 0);
}

const openKept = async (name: string): Promise<IDBDatabase | null> => {
  const known = await globalThis.indexedDB?.databases?.().catch(() => []);
  if (!known?.some((one) => one.name === name)) return null;
  return new Promise((resolve) => {
    const opening = indexedDB.open(name);
    opening.addEventListener("error", () => resolve(null));
    opening.addEventListener("success", () => resolve(opening.result));
  });
};

const countIn = async (name: string, store: string): Promise<number> => (await allIn(name, store)).length;

async function allIn(name: string, store: string): Promise<unknown[]> {
  const db = await openKept(name);
  if (!db?.objectStoreNames.contains(store)) {
    db?.close();
    return [];
  }
  return new Promise((resolve) => {
    const reading = db.transaction(store).objectStore(store).getAll();
    reading.addEventListener("success", () => {
      db.close();
      resolve(reading.result);
    });
    reading.addEventListener("error", () => resolve([]));
  });
}

/**
 * Puts the places that this phone holds for selling back on sale, for whoever leaves. What isn't sent yet keeps its places: it has
 * been paid. Where there is no line, a job does it after the night.
 */
async function giveBackPlaces(): Promise<void> {
  const [sales, reserves] = (await Promise.all([allIn(SALES, "sales"), allIn(SALES, "reserves")])) as [
    { device: string; sale: { departure_id: string } }[],
    { device: string; departure: string; secret: string }[],
  ];
  const isUnsent = (of: (typeof reserves)[number]) =>
    sales.some(({ device, sale }) => device === of.device && sale.departure_id === of.departure);
  const db = await openKept(SALES);
  for (const { device, departure, secret } of reserves.filter((one) => !isUnsent(one))) {
    db?.transaction("reserves", "readwrite").objectStore("reserves").delete([device, departure]);
    void fetch("/api/door/places", {
      method: "POST",
      keepalive: true,
      headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
      body: JSON.stringify({ departure_id: null, give_back: [departure] }),
    }).catch(() => {});
  }
  db?.close();
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
