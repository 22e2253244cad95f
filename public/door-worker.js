/*
 * Opens the scanner without a connection. Registered by the page for its own address; it answers that address and the page's
 * files from the copy that the page has kept (src/modules/evening/door/admin/keep-page.ts), and asks the network for everything else.
 * The scanner's copy holds no guest; guests are in a database, which this worker empties too, night by night. A night's own page
 * names some, and is answered for a day.
 */
const PATIENCE_MS = 900;
const DAY_MS = 24 * 3_600_000;
const page = new URL(registration.scope).pathname;
const store = () => caches.open(`door ${page}`);

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(Promise.all([clients.claim(), forgetOver()])));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && pathname === page) {
    event.respondWith(show(request));
    event.waitUntil(forgetOver());
  } else if (/^\/(assets|icon-|door|favicon|apple-)/.test(pathname)) event.respondWith(file(request));
});

/** The kept page at once; the server's while a newer one is out and the line is good. */
async function show(request) {
  const kept = await store();
  const copy = await kept.match(page);
  if (!copy) return fetch(request);
  if (isOver(copy)) {
    await caches.delete(`door ${page}`);
    return fetch(request);
  }
  if (!(await kept.match("/door-newer"))) return copy;
  const answer = await Promise.race([fetch(request).catch(() => null), silence()]);
  return answer && answer.status < 500 ? answer : copy;
}

/** Whether a night's page was read more than a day ago (as forget-door.ts reckons). */
const isOver = ({ headers }) => page.includes("/nights/") && !(Date.now() - Date.parse(headers.get("date")) < DAY_MS);

const silence = () => new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));

const file = async (request) => (await (await store()).match(request.url)) ?? fetch(request);

/** Deletes the guest lists of nights that ended a day ago, also when the page isn't opened as it should. */
async function forgetOver() {
  const known = await indexedDB.databases?.();
  if (known && !known.some(({ name }) => name === "door-list")) return;
  await new Promise((resolve) => {
    const opening = indexedDB.open("door-list");
    opening.addEventListener("upgradeneeded", () => opening.transaction.abort());
    opening.addEventListener("error", resolve);
    opening.addEventListener("success", () => {
      const db = opening.result;
      const nights = db.transaction("nights", "readwrite").objectStore("nights");
      const walk = nights.openCursor();
      walk.addEventListener("success", () => {
        const at = walk.result;
        if (at && at.value.until <= Date.now()) at.delete();
        at?.continue();
      });
      const end = () => {
        db.close();
        resolve();
      };
      for (const kind of ["complete", "abort"]) nights.transaction.addEventListener(kind, end);
    });
  });
}
