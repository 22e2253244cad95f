/** In the browser: deletes this device's copies of ticket pages. Without a secure connection there are none. */
export async function forgetTickets(): Promise<void> {
  if ("caches" in globalThis) await caches.delete("tickets");
}

/** The same when a sign-out form is sent as a document; a script that sends it forgets them once it has succeeded. */
export function forgetTicketsOnSignOut(): void {
  addEventListener("submit", ({ target, defaultPrevented }) => {
    if (!defaultPrevented && target instanceof HTMLFormElement && target.action.endsWith("/sign-out"))
      void forgetTickets();
  });
}
