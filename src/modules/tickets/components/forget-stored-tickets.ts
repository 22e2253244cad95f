/** In the browser: throws away the copies of ticket pages that this phone keeps, as soon as somebody signs out. */
export function forgetTicketsOnSignOut(): void {
  addEventListener("submit", ({ target }) => {
    // without a secure connection there are no copies
    if (target instanceof HTMLFormElement && target.action.endsWith("/sign-out") && "caches" in window)
      void caches.delete("tickets");
  });
}
