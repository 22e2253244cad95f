import { useEffect, useState } from "react";

/**
 * Keeps the tickets on this device from their booking's own page on: the ticket page's copy is stored, and shown in place of either
 * page where there is no connection (public/ticket-worker.js). `isEnabled`: the booking has tickets that this visitor may see;
 * otherwise only a copy that is there already is renewed. Returns whether they are stored.
 */
export function useKeptTickets(ticketPath: string, isEnabled: boolean, version: number): boolean {
  const [isSaved, setSaved] = useState(false);
  // the device's storage is outside of the page
  useEffect(() => {
    keepTickets(ticketPath, isEnabled).then(setSaved, () => setSaved(false));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another version of the booking has other tickets
  }, [ticketPath, isEnabled, version]);
  return isSaved;
}

async function keepTickets(ticketPath: string, isEnabled: boolean): Promise<boolean> {
  // without HTTPS neither exists, and some browsers inside other apps have none
  if (!("serviceWorker" in navigator) || !("caches" in globalThis)) return false;
  const { pathname } = new URL(ticketPath, location.href);
  const store = await caches.open("tickets");
  if (!isEnabled && !(await store.match(pathname))) return false;
  const answer = await fetch(ticketPath, { cache: "no-store" });
  if (answer.status === 404) await store.delete(pathname);
  if (!answer.ok || !answer.headers.has("x-ticket-until")) return false;
  const headers = new Headers(answer.headers);
  headers.set("x-ticket-kept", String(Date.now()));
  // the length of the compressed page isn't that of its text
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  await store.put(pathname, new Response(await answer.text(), { headers }));
  const scopes = [pathname, pathname.replace(/\/ticket$/, "")];
  await Promise.all(scopes.map((scope) => navigator.serviceWorker.register("/ticket-worker.js", { scope })));
  return isEnabled;
}
