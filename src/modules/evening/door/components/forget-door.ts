import { type IDBPDatabase, openDB } from "idb";
import { OUTBOXES, placesOf } from "#src/modules/evening/door/rules/outboxes.ts";
import { inOutbox, isWaiting, type OutboxRow } from "#src/ui/outbox/outbox.ts";
import { isThere } from "#src/ui/outbox/phone-db.ts";

/** The guest lists of the scanner (admin/list-store.ts). */
const LISTS = "door-list";
/** The pages of a night that are kept. */
const NIGHT = /\/nights\//;

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
  const counts = Object.values(OUTBOXES).map((name) =>
    inOutbox(name, async (outbox) => (await outbox.rows()).filter(isWaiting).length),
  );
  const unsent = (await Promise.all(counts)).reduce<number>((sum, count = 0) => sum + count, 0);
  return { unsent, device: (await ownDevice())?.id ?? null };
}

/** As which device this phone is known where it is that of this person, else null. */
export async function deviceOf(userId: string): Promise<string | null> {
  const device = await ownDevice();
  return device?.userId === userId ? device.id : null;
}

const ownDevice = () => inOutbox(OUTBOXES.door, (outbox) => outbox.fact<{ id: string; userId: string }>("device"));

/** Without entries to send, its secret goes. */
const forgetDevice = () => inOutbox(OUTBOXES.door, (outbox) => outbox.dropFactsOnceEmpty(["device", "former"]));

type SalesRow = OutboxRow & { device?: string; sale: { departure_id: string } };
type Places = { device: string; departure: string; secret: string };

/**
 * Puts the places that this phone holds for selling back on sale, for whoever leaves. What isn't sent yet keeps its places: it has
 * been paid. Where there is no line, a job does it after the night.
 */
const giveBackPlaces = () =>
  inOutbox<void, SalesRow, Places>(OUTBOXES.sales, async (outbox) => {
    const [rows, reserves] = await Promise.all([outbox.rows(), outbox.facts()]);
    const unsent = rows.filter(isWaiting);
    const isUnsent = (of: Places) =>
      unsent.some(({ device, sale }) => device === of.device && sale.departure_id === of.departure);
    const free = reserves.filter((one) => !isUnsent(one));
    for (const { departure, secret } of free)
      void fetch("/api/door/places", {
        method: "POST",
        keepalive: true,
        headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
        body: JSON.stringify({ departure_id: null, give_back: [departure] }),
      }).catch(() => {});
    await Promise.all(free.map((one) => outbox.dropFact(placesOf(one))));
  });

/**
 * In the browser: deletes the guest lists of nights that ended a day ago, as the scanner's own worker does, which a phone runs only
 * when it opens the scanner.
 */
export async function forgetOverNights(now: number): Promise<void> {
  if (!(await isThere(LISTS))) return;
  // deleted meanwhile: an empty one would stay in its place
  const opening = openDB(LISTS, undefined, {
    upgrade(_, __, ___, tx) {
      tx.done.catch(() => {});
      tx.abort();
    },
  });
  const lists: IDBPDatabase | null = await opening.catch(() => null);
  const walk = lists?.transaction("nights", "readwrite").store.openCursor();
  for (let at = await walk; at; at = await at.continue()) if (at.value.until <= now) await at.delete();
  lists?.close();
}

const DAY_MS = 24 * 3_600_000;

/** In the browser: drops what a guide did on the way more than two days ago. Its night is long over, and most guides can send it no more. */
export const forgetOldTaps = (now: number) =>
  inOutbox<void, OutboxRow & { at: string }>(OUTBOXES.way, async (outbox) => {
    const old = (await outbox.rows()).filter(({ at }) => Date.parse(at) <= now - 2 * DAY_MS);
    if (old.length > 0) await outbox.settle(new Map(old.map(({ id }) => [id, null])));
  });

/** In the browser: takes pages of a night that this phone keeps (admin/keep-page.ts) off it, a day after they were read last. */
export async function forgetOverPages(now: number): Promise<void> {
  if (!("caches" in globalThis)) return;
  for (const name of await caches.keys()) {
    const page = name.replace(/^door /, "");
    if (page === name || !NIGHT.test(page)) continue;
    const cached = await (await caches.open(name)).match(page);
    if (!cached || !(now - Date.parse(cached.headers.get("date") ?? "") < DAY_MS)) await caches.delete(name);
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
