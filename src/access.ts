import { ADMIN_PAGES } from "#src/admin-pages.ts";
import { type ExportPath, EXPORTS } from "#src/exports.ts";
import type { PageAccess } from "#src/modules/base/identity/rules/access.ts";
import type { Permission } from "#src/modules/base/identity/rules/permissions.ts";
import type { Scope } from "#src/modules/base/identity/rules/scopes.ts";

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
  "/calendar/cities/:file": "public",
  "/calendar/crawls/:file": "public",
  "/cdmx-halloween-crawl": "public",
  "/vip-bar-crawl": "public",
  "/mezcal-tasting": "public",
  "/book-now": "public",
  "/checkout": "link",
  "/booking-confirmation/:bookingId": "link",
  "/booking-confirmation/:bookingId/address": "link",
  "/booking-confirmation/:bookingId/calendar.ics": "link",
  "/booking-confirmation/:bookingId/cfdi.pdf": "link",
  "/booking-confirmation/:bookingId/cfdi.xml": "link",
  "/booking-confirmation/:bookingId/manage": "link",
  "/booking-confirmation/:bookingId/receipt": "link",
  "/booking-confirmation/:bookingId/receipt.pdf": "link",
  "/booking-confirmation/:bookingId/ticket": "link",
  "/booking-confirmation/:bookingId/tickets.pdf": "link",
  "/booking-confirmation/:bookingId/where": "link",
  "/booking-confirmation/:bookingId/wallet/:ticketId/ronda.pkpass": "link",
  "/booking-confirmation/:bookingId/wallet/:ticketId/google": "link",
  "/rating/:bookingId": "link",
  "/gift-cards": "public",
  "/gift-cards/balance": "public",
  "/gift-cards/:id": "link",
  "/waiting-list": "link",
  "/waiting-list/:entryId": "link",
  "/table/:code": "link",
  "/private-groups/:quoteId": "link",
  "/guide-calendar/:file": "link",
  "/shifts/:token": "link",
  "/bar/:token": "link",
  "/partner/:token": "link",
  "/partner/:token/seen": "link",
  "/partner/:token/codes/:code/:file": "link",
  "/partner/:token/statements/:file": "link",
  "/unsubscribe": "link",
  "/desk": "link",
  "/desk/act": "link",
  "/desk/bind/:token": "link",
  "/desk/now": "link",
  "/preview/home": "link",
  "/preview/pages/:page": "link",
  "/contact": "public",
  "/private-groups": "public",
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
  "/own-account": "public",
  "/admin": "staff",
  "/admin/affiliates/qr/:id/:file": "affiliates.read",
  "/admin/bookings/:bookingId/emails/:emailId": "emails.read",
  "/admin/bookings/:bookingId/quote": "bookings.read",
  "/admin/command": "staff",
  "/admin/dashboard/tonight": "manifest.read",
  "/admin/emails/templates/:kind/preview": "emails.change",
  "/admin/home-content/pictures": "content.change",
  "/admin/general-options/logos": "settings.change",
  "/admin/gallery/pictures": "content.change",
  "/admin/media/choice": "content.change",
  "/admin/media/pictures": "content.change",
  "/admin/nights/:id/now": "manifest.read",
  "/admin/nights/:id/guides": "schedule.read",
  "/admin/pub-crawls/pictures": "crawls.change",
  "/admin/nights/:id/way/taps": "checkins.record",
  "/admin/ticket-scanner": "checkins.record",
  "/admin/ticket-scanner/devices": "checkins.record",
  "/admin/ticket-scanner/find": "checkins.record",
  "/admin/ticket-scanner/list": "checkins.record",
  "/admin/ticket-scanner/move": "checkins.record",
  "/admin/ticket-scanner/pay-link": "checkins.record",
  ...Object.fromEntries(ADMIN_PAGES.map(([path, , access]) => [`/admin/${path}`, access])),
  ...EXPORTS,
  "/admin/*": "staff",
  "/sandbox/pay/:id": "link",
  "/dev/mail": "development",
  "/dev/mail/:id": "development",
  "/dev/mail/:id/:file": "development",
  "/q/:id": "public",
  "/widget": "public",
  "/site.webmanifest": "public",
  "/door.webmanifest": "public",
  "/door-es.webmanifest": "public",
  "/sitemap.xml": "public",
  "/robots.txt": "public",
  "/llms.txt": "public",
  "/feeds/things-to-do.json": "public",
  "/.well-known/security.txt": "public",
  "/*": "public",
};

/** The only export that anybody may read: it is on the site. */
const SITE_TEXTS: ExportPath = "/admin/languages/texts.csv";

/** The files of personal or money data: each download is recorded in the access log, including one by the holder of a booking's link. */
export const DOWNLOADS: readonly string[] = [
  ...Object.keys(EXPORTS).filter((path) => path !== SITE_TEXTS),
  "/booking-confirmation/:bookingId/cfdi.pdf",
  "/booking-confirmation/:bookingId/cfdi.xml",
  "/booking-confirmation/:bookingId/receipt.pdf",
  "/booking-confirmation/:bookingId/tickets.pdf",
  "/booking-confirmation/:bookingId/wallet/:ticketId/ronda.pkpass",
  "/booking-confirmation/:bookingId/wallet/:ticketId/google",
  "/profile/data.json",
];

/** The pages that accept uploads, and the permission needed: only their requests of that size are read into memory. */
export const UPLOADS: Readonly<Record<string, Permission>> = {
  "/admin/gallery/pictures": "content.change",
  "/admin/pub-crawls/pictures": "crawls.change",
  "/admin/home-content/pictures": "content.change",
  "/admin/import": "imports.change",
  "/admin/languages/import": "content.change",
  "/admin/general-options/logos": "settings.change",
  "/admin/invoices": "payments.change",
  "/admin/media/pictures": "content.change",
};

/** The addresses whose scripts post JSON rather than a form. */
export const TAKES_JSON: readonly string[] = ["/admin/ticket-scanner/devices", "/admin/ticket-scanner/move"];

/** Who may call an endpoint. */
export type CallAccess =
  | "public"
  | "link"
  | "device"
  | "key"
  | "provider"
  | "operator"
  | { scope: Scope; open: "public" | "link" | null; of?: "house" | "partner" };

/**
 * Who may call the endpoints for programs, by method and path: `public` anyone · `link` holders of a link's token (or the
 * browser that booked) get more than others · `device` with the secret of a registered phone · `key` with the sandbox's key · `provider` with a provider's signature. A session
 * opens none of them. `operator` is for METRICS_TOKEN alone. With a `scope` a program may call it by its key, which needs that scope, and
 * `open` says who else may, `of` whose keys alone; a call without a scope takes no program's key.
 */
export const CALLS: Readonly<Record<string, CallAccess>> = {
  "GET /api/pub-crawls": { scope: "catalog:read", open: "public" },
  "GET /api/pub-crawls/:id": { scope: "catalog:read", open: "public" },
  "GET /api/scheduled-crawls": { scope: "availability:read", open: "public" },
  "GET /api/scheduled-crawls/:id/add-ons": { scope: "availability:read", open: "public" },
  "POST /api/quotes": { scope: "availability:read", open: "public" },
  "POST /api/coupons/check": { scope: "availability:read", open: null },
  "POST /api/bookings": { scope: "bookings:write", open: "public", of: "house" },
  "GET /api/bookings": { scope: "bookings:read", open: null, of: "house" },
  "GET /api/bookings/:id": { scope: "bookings:read", open: "link" },
  "POST /api/bookings/:id/payments": { scope: "bookings:write", open: "link" },
  "POST /api/bookings/:id/by-hand": "link",
  "POST /api/bookings/:id/changes": { scope: "bookings:write", open: null },
  "POST /api/bookings/:id/cancel": { scope: "bookings:write", open: "link" },
  "GET /api/partners": { scope: "partners:read", open: null, of: "house" },
  "GET /api/partners/me/statements": { scope: "money:read", open: null, of: "partner" },
  "GET /api/partners/me/statements/:month": { scope: "money:read", open: null, of: "partner" },
  "POST /api/ratings/:bookingId": "link",
  "POST /api/contact": "public",
  "POST /api/door/sync": "device",
  "POST /api/door/places": "device",
  "POST /api/door/sales": "device",
  "POST /api/functions/track-affiliate-visit": "public",
  "POST /api/functions/track-qr-scan": "public",
  "POST /api/functions/track-affiliate-choice": "public",
  "POST /api/functions/count-choice": "public",
  "POST /api/functions/record-consent": "public",
  "GET /api/functions/get-fb-pixel-config": "public",
  "POST /api/functions/get-fb-pixel-config": "public",
  "GET /octo/supplier": { scope: "catalog:read", open: null },
  "GET /octo/capabilities": { scope: "catalog:read", open: null },
  "GET /octo/products": { scope: "catalog:read", open: null },
  "GET /octo/products/:id": { scope: "catalog:read", open: null },
  "POST /octo/availability": { scope: "availability:read", open: null },
  "POST /octo/availability/calendar": { scope: "availability:read", open: null },
  "POST /octo/bookings": { scope: "bookings:write", open: null, of: "partner" },
  "GET /octo/bookings": { scope: "bookings:read", open: null, of: "partner" },
  "GET /octo/bookings/:uuid": { scope: "bookings:read", open: null, of: "partner" },
  "PATCH /octo/bookings/:uuid": { scope: "bookings:write", open: null, of: "partner" },
  "DELETE /octo/bookings/:uuid": { scope: "bookings:write", open: null, of: "partner" },
  "POST /octo/bookings/:uuid/confirm": { scope: "bookings:write", open: null, of: "partner" },
  "POST /octo/bookings/:uuid/extend": { scope: "bookings:write", open: null, of: "partner" },
  "POST /octo/bookings/:uuid/cancel": { scope: "bookings:write", open: null, of: "partner" },
  "GET /api/openapi.json": "public",
  "GET /api/docs": "public",
  "POST /wallet/v1/devices/:device/registrations/:type/:serial": "link",
  "DELETE /wallet/v1/devices/:device/registrations/:type/:serial": "link",
  "GET /wallet/v1/devices/:device/registrations/:type": "public",
  "GET /wallet/v1/passes/:type/:serial": "link",
  "POST /wallet/v1/log": "public",
  "POST /mcp": "public",
  "GET /mcp/server-card": "public",
  "GET /.well-known/mcp/catalog.json": "public",
  "GET /healthz": "public",
  "GET /readyz": "public",
  "GET /metrics": "operator",
  "POST /webhooks/:provider": "provider",
  "POST /sandbox/api/sessions/:id/outcome": "key",
};
