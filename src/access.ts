import type { PageAccess } from "#src/modules/identity/rules/access.ts";

/**
 * Who may open each page of src/routes.ts, by its pattern without the language. Denied by default: a route that has no row here
 * opens for nobody. `guard-pages.server.ts` decides by this table before any loader or action runs.
 */
export const PAGES: Readonly<Record<string, PageAccess>> = {
  "/": "public",
  "/cities": "public",
  "/cities/:city": "public",
  "/crawls": "public",
  "/crawls/:slug": "public",
  "/crawls/id/:slug": "public",
  "/cdmx-halloween-crawl": "public",
  "/vip-bar-crawl": "public",
  "/mezcal-tasting": "public",
  "/book-now": "public",
  "/checkout": "link",
  "/booking-confirmation/:bookingId": "link",
  "/booking-confirmation/:bookingId/calendar.ics": "link",
  "/rating/:bookingId": "link",
  "/contact": "public",
  "/about": "public",
  "/faq": "public",
  "/terms": "public",
  "/privacy": "public",
  "/login": "public",
  "/login/code": "public",
  "/signup": "public",
  "/forgot-password": "public",
  "/reset-password": "public",
  "/verify-email": "public",
  "/sign-out": "public",
  "/bookings/*": "signed-in",
  "/profile": "signed-in",
  "/profile/data.json": "signed-in",
  "/profile/*": "signed-in",
  "/account-deleted": "public",
  "/admin/*": "admin",
  "/sandbox/pay/:id": "link",
  "/dev/mail": "development",
  "/dev/mail/:id": "development",
  "/dev/mail/:id/:file": "development",
  "/sitemap.xml": "public",
  "/robots.txt": "public",
  "/*": "public",
};

/**
 * Who may call what programs call, by method and path: `public` anyone · `link` whoever has the token of a link (or the browser that
 * booked) gets more than others · `key` with the sandbox's key · `provider` with a provider's signature. No session opens any of it.
 */
export const CALLS: Readonly<Record<string, "public" | "link" | "key" | "provider">> = {
  "GET /api/pub-crawls": "public",
  "GET /api/pub-crawls/:id": "public",
  "GET /api/scheduled-crawls": "public",
  "POST /api/quotes": "public",
  "POST /api/bookings": "public",
  "GET /api/bookings/:id": "link",
  "POST /api/bookings/:id/payments": "link",
  "POST /api/bookings/:id/cancel": "link",
  "POST /api/ratings/:bookingId": "link",
  "POST /api/contact": "public",
  "POST /api/functions/track-affiliate-visit": "public",
  "POST /api/functions/track-qr-scan": "public",
  "GET /api/functions/get-fb-pixel-config": "public",
  "POST /api/functions/get-fb-pixel-config": "public",
  "GET /api/openapi.json": "public",
  "GET /api/docs": "public",
  "GET /healthz": "public",
  "GET /readyz": "public",
  "POST /webhooks/:provider": "provider",
  "POST /sandbox/api/sessions/:id/outcome": "key",
};
