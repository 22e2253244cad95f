import type { PageAccess } from "#src/modules/identity/rules/access.ts";
import type { Permission } from "#src/modules/identity/rules/permissions.ts";

/**
 * Who may open each page of src/routes.ts, by its pattern without the language. Denied by default: a route without a row here
 * opens for nobody. `guard-pages.server.ts` enforces this table before any loader or action runs.
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
  "/booking-confirmation/:bookingId/manage": "link",
  "/booking-confirmation/:bookingId/receipt": "link",
  "/booking-confirmation/:bookingId/receipt.pdf": "link",
  "/booking-confirmation/:bookingId/ticket": "link",
  "/booking-confirmation/:bookingId/tickets.pdf": "link",
  "/booking-confirmation/:bookingId/wallet/:ticketId/ronda.pkpass": "link",
  "/booking-confirmation/:bookingId/wallet/:ticketId/google": "link",
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
  "/invitation": "public",
  "/sign-out": "public",
  "/bookings": "signed-in",
  "/bookings/*": "signed-in",
  "/profile": "signed-in",
  "/profile/data.json": "signed-in",
  "/profile/*": "signed-in",
  "/account-deleted": "public",
  "/admin": "staff",
  "/admin/access": "audit.read",
  "/admin/audit": "audit.read",
  "/admin/audit/log.csv": "audit.read",
  "/admin/bookings": "bookings.read",
  "/admin/bookings/export.csv": "bookings.read",
  "/admin/bookings/export.xlsx": "bookings.read",
  "/admin/bookings/new": "bookings.change",
  "/admin/bookings/:bookingId": "bookings.read",
  "/admin/bookings/:bookingId/emails/:emailId": "emails.read",
  "/admin/bookings/:bookingId/quote": "bookings.read",
  "/admin/command": "staff",
  "/admin/dashboard": "staff",
  "/admin/dashboard/chart.csv": "reports.read",
  "/admin/dashboard/tonight": "manifest.read",
  "/admin/coupons": "coupons.read",
  "/admin/coupons/coupons.csv": "coupons.read",
  "/admin/feedback": "reviews.read",
  "/admin/health": "health.read",
  "/admin/messages": "messages.read",
  "/admin/payments": "payments.read",
  "/admin/payments/ledger.csv": "payments.read",
  "/admin/pub-crawls": "crawls.read",
  "/admin/pub-crawls/pictures": "crawls.change",
  "/admin/add-pub-crawl": "crawls.change",
  "/admin/edit-pub-crawl/:id": "crawls.read",
  "/admin/restore-pub-crawls": "crawls.read",
  "/admin/schedule": "schedule.read",
  "/admin/schedule/departures.csv": "schedule.read",
  "/admin/schedule/edit/:id": "schedule.read",
  "/admin/schedule/new": "schedule.change",
  "/admin/customers": "users.read",
  "/admin/people": "users.read",
  "/admin/schedule/cancel/:id": "schedule.change",
  "/admin/*": "staff",
  "/sandbox/pay/:id": "link",
  "/dev/mail": "development",
  "/dev/mail/:id": "development",
  "/dev/mail/:id/:file": "development",
  "/sitemap.xml": "public",
  "/robots.txt": "public",
  "/*": "public",
};

/**
 * The files of personal or money data: each one handed out is noted in the access log, those behind a link only when staff take
 * them (they belong to whoever holds the link).
 */
export const DOWNLOADS: readonly string[] = [
  "/admin/audit/log.csv",
  "/admin/bookings/export.csv",
  "/admin/bookings/export.xlsx",
  "/admin/coupons/coupons.csv",
  "/admin/dashboard/chart.csv",
  "/admin/payments/ledger.csv",
  "/admin/schedule/departures.csv",
  "/booking-confirmation/:bookingId/receipt.pdf",
  "/booking-confirmation/:bookingId/tickets.pdf",
  "/booking-confirmation/:bookingId/wallet/:ticketId/ronda.pkpass",
  "/profile/data.json",
];

/** The pages that accept picture uploads, and the permission needed: only their requests of that size are read into memory. */
export const UPLOADS: Readonly<Record<string, Permission>> = {
  "/admin/pub-crawls/pictures": "crawls.change",
};

/**
 * Who may call the endpoints for programs, by method and path: `public` anyone · `link` holders of a link's token (or the
 * browser that booked) get more than others · `key` with the sandbox's key · `provider` with a provider's signature. A session
 * opens none of them. `operator` is for METRICS_TOKEN alone.
 */
export const CALLS: Readonly<Record<string, "public" | "link" | "key" | "provider" | "operator">> = {
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
  "GET /metrics": "operator",
  "POST /webhooks/:provider": "provider",
  "POST /sandbox/api/sessions/:id/outcome": "key",
};
