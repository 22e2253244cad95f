/**
 * The script of the page that says where the group is, inlined as text: it may use nothing from outside its braces. It stores a copy
 * on the device (public/ticket-worker.js serves it offline) and asks every half minute while it is seen whether something changed.
 */
function liveWhere(): void {
  const EVERY_MS = 30_000;
  const root = document.documentElement;
  const { serviceWorker } = navigator;
  const here = location.pathname;
  const canKeep = "serviceWorker" in navigator && "caches" in window;

  /** Stores this page as it stands, with the time of the last answer in it. */
  async function keep(headers: Headers): Promise<void> {
    const copy = new Headers(headers);
    copy.set("x-ticket-kept", String(Date.now()));
    for (const name of ["content-length", "content-encoding"]) copy.delete(name);
    const page = `<!doctype html>${root.outerHTML}`;
    await (await caches.open("tickets")).put(here, new Response(page, { headers: copy }));
  }

  async function check(): Promise<void> {
    if (document.visibilityState === "hidden") return;
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store", redirect: "error" }).catch(
      () => null,
    );
    if (!answer || answer.status >= 500) {
      root.dataset["kept"] ??= "";
      return;
    }
    if (answer.headers.get("x-ticket-version") !== root.dataset["version"]) {
      location.reload();
      return;
    }
    delete root.dataset["kept"];
    const time = decodeURIComponent(answer.headers.get("x-where-time") ?? "");
    for (const place of document.querySelectorAll(".as-of")) place.textContent = time;
    if (canKeep) await keep(answer.headers).catch(() => {}); // a full phone keeps nothing; the page is as good
  }

  for (const change of ["online", "offline"]) addEventListener(change, () => void check());
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void check();
  });
  document.addEventListener("visibilitychange", () => void check());
  setInterval(() => void check(), EVERY_MS);
  // without HTTPS neither exists, and the page is only a page
  if (canKeep)
    serviceWorker
      .register("/ticket-worker.js", { scope: here })
      .then(check)
      .catch(() => {});
}

/** The script as inlined. */
export const whereScript = `(${liveWhere.toString()})()`;
