/** In the browser: deletes this device's copies of ticket pages on sign-out. */
export function forgetTicketsOnSignOut(): void {
  addEventListener("submit", ({ target }) => {
    // without a secure connection there are no copies
    if (target instanceof HTMLFormElement && target.action.endsWith("/sign-out") && "caches" in window)
      void caches.delete("tickets");
  });
}
