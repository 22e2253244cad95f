/*
 * Shows a ticket page without a connection. Registered for its address, and for that of its booking's page, which the ticket page
 * stands in for there; it answers no other page of the site. The network comes first; when it stays silent, the copy that was kept is shown, marked as such.
 * The server says in headers what may be kept (x-ticket-until, milliseconds since 1970); whatever says nothing isn't kept.
 */
/** From this age on a copy tells its date too. */
const OLD_MS = 12 * 3_600_000;
const page = new URL(registration.scope).pathname;
const isTicket = page.endsWith("/ticket");
/** The booking's page may ask a payment company before it answers. */
const PATIENCE_MS = isTicket ? 3000 : 10_000;
const store = () => caches.open("tickets");

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(sweep()));
addEventListener("fetch", (event) => {
  const { mode, url } = event.request;
  if (mode === "navigate" && new URL(url).pathname === page) event.respondWith(show(event));
});

async function show(event) {
  const network = fetch(event.request);
  // an answer that comes too late to be shown is kept all the same: the page asks again and finds that it has changed
  event.waitUntil(network.then((answer) => keep(answer.clone())).catch(() => {}));
  const copy = await keptCopy();
  if (!copy) return network;
  const answer = await Promise.race([network.catch(() => null), silence()]);
  return answer && answer.status < 500 ? answer : copy;
}

const silence = () => new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));

/** Puts the newest answer in the place of the kept one. Who may not see the booking (any more) keeps nothing of it. */
async function keep(answer) {
  if (!isTicket) return;
  const kept = await store();
  if (answer.status === 404) await kept.delete(page);
  if (answer.ok && !answer.headers.has("x-ticket-until")) await kept.delete(page);
  if (answer.ok && answer.headers.has("x-ticket-until")) {
    const headers = new Headers(answer.headers);
    headers.set("x-ticket-kept", String(Date.now()));
    for (const name of ["content-encoding", "content-length"]) headers.delete(name);
    await kept.put(page, new Response(await answer.text(), { headers }));
  }
  await sweep();
}

/** The kept page, marked as what it is; undefined when there is none or its time is over. */
async function keptCopy() {
  const copy = await (await store()).match(isTicket ? page : `${page}/ticket`);
  if (!copy || isOver(copy)) return undefined;
  const age = Date.now() - Number(copy.headers.get("x-ticket-kept"));
  const html = await copy.text();
  const mark = age > OLD_MS ? "old" : "";
  return new Response(html.replace("<html", `<html data-kept="${mark}"`), { headers: copy.headers });
}

const isOver = ({ headers }) => Number(headers.get("x-ticket-until")) < Date.now();

/** Throws away every copy whose time is over, of other bookings too. */
async function sweep() {
  const kept = await store();
  for (const request of await kept.keys()) {
    const copy = await kept.match(request);
    if (copy && isOver(copy)) await kept.delete(request);
  }
}
