/**
 * The ticket page's own script, inlined as text: it may use nothing from outside its braces. It stores a copy of the page on
 * the device (public/ticket-worker.js serves it offline), checks now and then whether the page is current, and does what needs
 * a script: print, the native share sheet, deleting the copy, keeping the screen on.
 */
function liveTicket(): void {
  const root = document.documentElement;
  // before the DOM changes: the stored copy is this text with the server's headers
  const html = `<!doctype html>${root.outerHTML}`;
  const { serviceWorker } = navigator;
  const here = location.pathname;
  const part = (id: string) => document.getElementById(id);
  const show = (id: string, on = true) => part(id)?.toggleAttribute("hidden", !on);
  const ask = () => fetch(location.href, { method: "HEAD", cache: "no-store", redirect: "error" });

  async function keep(): Promise<void> {
    await serviceWorker.register("/ticket-worker.js", { scope: here });
    // a page that the worker served is already stored
    if (!serviceWorker.controller) {
      const { ok, headers } = await ask();
      if (!ok || headers.get("x-ticket-version") !== root.dataset["version"]) return;
      const copy = new Headers(headers);
      copy.set("x-ticket-kept", String(Date.now()));
      copy.delete("content-length");
      await (await caches.open("tickets")).put(here, new Response(html, { headers: copy }));
    }
    show("keeping");
  }

  async function forget(): Promise<void> {
    const [, booking = here] = /booking-confirmation\/([^/]+)/.exec(here) ?? [];
    const all = await serviceWorker.getRegistrations();
    await Promise.all(all.filter(({ scope }) => scope.includes(booking)).map((worker) => worker.unregister()));
    const cache = await caches.open("tickets");
    const copies = await cache.keys();
    await Promise.all(copies.filter(({ url }) => url.includes(booking)).map((copy) => cache.delete(copy)));
    show("keeping", false);
    show("removed");
  }

  /** Whether the page still matches the server's; without a response it is shown as a copy of that time. */
  async function check(): Promise<void> {
    if (document.visibilityState === "hidden") return;
    const answer = await ask().catch(() => null);
    if (!answer || answer.status >= 500) root.dataset["kept"] ??= "";
    else if (answer.headers.get("x-ticket-version") !== root.dataset["version"]) location.reload();
    else delete root.dataset["kept"];
  }

  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const text = target?.closest<HTMLElement>("[data-share]")?.dataset["share"];
    if (!text || !("share" in navigator)) return;
    event.preventDefault();
    navigator.share({ text }).catch(() => {}); // the user cancelled
  });
  for (const large of document.querySelectorAll("[popover]"))
    large.addEventListener("toggle", (event) => {
      if ("wakeLock" in navigator && (event as ToggleEvent).newState === "open")
        navigator.wakeLock.request("screen").catch(() => {});
    });
  show("print");
  part("print")?.addEventListener("click", () => print());
  part("remove")?.addEventListener("click", () => void forget());

  for (const change of ["online", "offline"]) addEventListener(change, () => void check());
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void check();
  });
  document.addEventListener("visibilitychange", () => void check());
  setInterval(() => void check(), root.dataset["kept"] === undefined ? 60_000 : 10_000);
  // without HTTPS neither exists, and the page is only a page
  if ("serviceWorker" in navigator && "caches" in window) keep().catch(() => {});
}

/** The script as inlined. */
export const ticketScript = `(${liveTicket.toString()})()`;
