/** The names of what the scanner keeps on a phone (admin/phone-store.ts, admin/keep-page.ts). */
const [LISTS, OWN] = ["door-list", "door"];
/** And of its sales without a line (till/admin/offline-store.ts). */
export const SALES = "door-sales";
/** The pages of a night that are kept. */
const NIGHT = /\/nights\//;
/** And of what a guide did on the way (stops/admin/tap-store.ts). */
const WAY = "way";

/**
 * In the browser: takes the guest lists and the scanner's pages off this phone, and the device's secret with them. Only a phone that
 * still has something to send keeps that, and whose it is: it names no guest.
 */
export async function forgetDoor(): Promise<void> {
  // all at once and the names first: a form that takes the page with it doesn't wait
  if ("indexedDB" in globalThis) indexedDB.deleteDatabase(LISTS);
  await Promise.all([forgetPages(), giveBackPlaces().catch(() => {}), forgetDevice()]);
}

async function forgetPages(): Promise<void> {
  if (!("caches" in globalThis)) return;
  const names = (await caches.keys()).filter((name) => name.startsWith("door "));
  await Promise.all(names.map((name) => caches.delete(name)));
  for (const worker of await nightWorkers()) await worker.unregister();
}

/** The workers of nights' pages: two for each night that was guided on this phone. */
const nightWorkers = async (): Promise<ServiceWorkerRegistration[]> =>
  ((await navigator.serviceWorker?.getRegistrations()) ?? []).filter(({ scope }) =>
    NIGHT.test(new URL(scope).pathname),
  );

/**
 * How many entries and sales this phone has made and not sent yet, at the door and on the way from bar to bar (without what the
 * server has refused), and as which device it is known.
 */
export async function unsentEntries(): Promise<{ unsent: number; device: string | null }> {
  const counts = await Promise.all([countIn(OWN, "events"), countIn(SALES, "sales")]);
  const taps = (await allIn(WAY, "taps")) as { refused: string | null }[];
  const waiting = taps.filter(({ refused }) => refused === null).length;
  return { unsent: counts.reduce((sum, count) => sum + count, waiting), device: (await ownDevice())?.id ?? null };
}

/** As which device this phone is known where it is that of this person, else null. */
export async function deviceOf(userId: string): Promise<string | null> {
  const device = await ownDevice();
  return device?.userId === userId ? device.id : null;
}

async function ownDevice(): Promise<{ id: string; userId: string } | null> {
  const db = await openKept(OWN);
  if (!db?.objectStoreNames.contains("facts")) {
    db?.close();
    return null;
  }
  return new Promise((resolve) => {
    const reading = db.transaction("facts").objectStore("facts").get("device");
    const end = (device: { id: string; userId: string } | null) => {
      db.close();
      resolve(device);
    };
    reading.addEventListener("success", () =>
      end((reading.result as { id: string; userId: string } | undefined) ?? null),
    );
    reading.addEventListener("error", () => end(null));
  });
}

/** Without entries to send, its secret goes. Counted and deleted at once: a window may be storing one. */
async function forgetDevice(): Promise<void> {
  const db = await openKept(OWN);
  if (!db || !["events", "facts"].every((store) => db.objectStoreNames.contains(store))) return db?.close();
  await new Promise<void>((resolve) => {
    const tx = db.transaction(["events", "facts"], "readwrite");
    const counting = tx.objectStore("events").count();
    counting.addEventListener("success", () => {
      if (counting.result > 0) return;
      for (const fact of ["device", "former"]) tx.objectStore("facts").delete(fact);
    });
    for (const kind of ["complete", "abort"]) tx.addEventListener(kind, () => resolve());
  });
  db.close();
}

const openKept = async (name: string): Promise<IDBDatabase | null> => {
  const known = await globalThis.indexedDB?.databases?.().catch(() => []);
  if (!known?.some((one) => one.name === name)) return null;
  return new Promise((resolve) => {
    const opening = indexedDB.open(name);
    // deleted meanwhile: an empty one would stay in its place
    opening.addEventListener("upgradeneeded", () => opening.transaction?.abort());
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
export const forgetOverNights = (now: number): Promise<void> =>
  dropFrom(LISTS, "nights", { time: "until", before: now });

const DAY_MS = 24 * 3_600_000;

/** In the browser: drops what a guide did on the way more than two days ago. Its night is long over, and most guides can send it no more. */
export const forgetOldTaps = (now: number): Promise<void> =>
  dropFrom(WAY, "taps", { time: "at", before: now - 2 * DAY_MS });

type Old = { time: string; before: number };

/** Deletes what is old of a kept store, if there is one. Doesn't wait for it: a page that opens has other things to do. */
async function dropFrom(name: string, store: string, { time, before }: Old): Promise<void> {
  const db = await openKept(name);
  if (!db?.objectStoreNames.contains(store)) return db?.close();
  const kept = db.transaction(store, "readwrite").objectStore(store);
  const walk = kept.openCursor();
  walk.addEventListener("success", () => {
    const at = walk.result;
    if (at && new Date(at.value[time]).getTime() <= before) at.delete();
    at?.continue();
  });
  for (const kind of ["complete", "abort"]) kept.transaction.addEventListener(kind, () => db.close());
}

/** In the browser: takes pages of a night that this phone keeps (admin/keep-page.ts) off it, a day after they were read last. */
export async function forgetOverPages(now: number): Promise<void> {
  if (!("caches" in globalThis)) return;
  for (const name of await caches.keys()) {
    const page = name.replace(/^door /, "");
    if (page === name || !NIGHT.test(page)) continue;
    const kept = await (await caches.open(name)).match(page);
    if (!kept || !(now - Date.parse(kept.headers.get("date") ?? "") < DAY_MS)) await caches.delete(name);
  }
  for (const worker of await nightWorkers()) {
    const page = new URL(worker.scope).pathname;
    // the open page may not have kept its copy yet
    if (page !== location.pathname && !(await caches.has(`door ${page}`))) await worker.unregister();
  }
}

/** The same when a sign-out form is sent as a document. */
export function forgetDoorOnSignOut(): void {
  addEventListener("submit", ({ target, defaultPrevented }) => {
    if (!defaultPrevented && target instanceof HTMLFormElement && target.action.endsWith("/sign-out"))
      void forgetDoor();
  });
}
