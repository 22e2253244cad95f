import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { isLocale, type Locale, LOCALES, localizedPath } from "#src/kernel/localized.ts";
import { isAdmin } from "#src/modules/base/identity/rules/paths.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import routes from "#src/routes.ts";

type Entry = { path?: string | undefined; file: string; children?: Entry[] | undefined };

/** Demo data for pages about a single thing. */
type SampleBookings = {
  crawlId: string;
  departureId: string;
  /** That departure's local date. */
  date: string;
  pending: Booked;
  confirmed: Booked;
  paid: Booked;
  /** Which opens the places that an assistant keeps for a guest. */
  hold: string;
  payPath: string;
  emailId: string;
};
const MEXICO_CITY = "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b01";

type Booked = { id: string; token: string };

/** One page to check. Paths are English; `name` distinguishes states of one route. */
export type SitePage = Sample & {
  name: string;
  status: number;
  locales: readonly Locale[];
  /** Whether it has the site's header and footer. */
  framed: boolean;
  /** Whether it is a checkout step, which may load more code than other pages. */
  paying: boolean;
};

/** `canonical` is the path that the page declares, if different. */
type Sample = {
  state?: string;
  status?: number;
  path: (samples: SampleBookings) => string;
  canonical?: string;
  /** Who views it: an anonymous visitor by default. */
  as?: "customer" | "admin";
};

/** The accounts of the demo data. */
const ADDRESSES = { customer: "lucia@ronda.test", admin: "admin@ronda.test" } as const;

/** Opens a sample's page as its viewer: signs the browser in or out. */
export async function become(page: Page, origin: string, who: Sample["as"]): Promise<void> {
  await page.context().clearCookies();
  if (!who) return;
  const form = { email: ADDRESSES[who], password: "ronda-demo-2026" };
  const answer = await page.request.post(`${origin}/login`, { form, headers: { origin }, maxRedirects: 0 });
  if (answer.status() !== 302) throw new Error(`${who} could not sign in: ${answer.status()}`);
}

/** Samples for routes with parameters, and further states of routes that have several. Other routes are opened as is. */
const SAMPLES: Record<string, readonly Sample[]> = {
  "/*": [{ path: () => "/nope", status: 404 }],
  "/cities/:city": [{ path: () => "/cities/oaxaca" }],
  "/crawls/:slug": [{ path: () => "/crawls/oaxaca" }],
  "/crawls/id/:slug": [{ path: ({ crawlId }) => `/crawls/id/${crawlId}`, canonical: "/crawls/mexico-city" }],
  // the form opens only with the token of an email sent after the departure
  "/desk/bind/:token": [{ path: () => "/desk/bind/nope", status: 404 }],
  "/bar/:token": [{ state: "unknown", path: () => "/bar/nope", status: 404 }],
  "/partner/:token": [{ state: "unknown", path: () => "/partner/nope", status: 404 }],
  "/unsubscribe": [{ path: () => "/unsubscribe?token=nope", status: 404 }],
  // it opens only with the token of an emailed request
  "/shifts/:token": [{ path: () => "/shifts/nope", status: 404 }],
  // it opens only with the code of a table
  "/table/:code": [{ path: () => "/table/nope", status: 404 }],
  "/gift-cards/:id": [{ path: () => "/gift-cards/nope", status: 404 }],
  "/waiting-list": [
    { state: "nothing chosen", path: () => "/waiting-list" },
    { state: "a night", path: ({ departureId }) => `/waiting-list?departure=${departureId}` },
  ],
  "/private-groups/:quoteId": [{ path: () => "/private-groups/nope", status: 404 }],
  "/waiting-list/:entryId": [{ path: () => "/waiting-list/nope", status: 404 }],
  "/rating/:bookingId": [{ path: () => "/rating/nope", status: 404 }],
  "/checkout": [
    { state: "nothing chosen", path: () => "/checkout" },
    { state: "details", path: ({ departureId }) => `/checkout?departure=${departureId}` },
    { state: "from an assistant", path: ({ departureId, hold }) => `/checkout?departure=${departureId}&hold=${hold}` },
    {
      state: "payment",
      path: ({ departureId, pending }) => `/checkout?departure=${departureId}&booking=${pending.id}`,
    },
  ],
  "/booking-confirmation/:bookingId": [
    { state: "confirmed", path: ({ confirmed: { id, token } }) => `/booking-confirmation/${id}?token=${token}` },
    { state: "pending", path: ({ pending: { id, token } }) => `/booking-confirmation/${id}?token=${token}` },
    { state: "missing", path: () => "/booking-confirmation/nope", status: 404 },
  ],
  "/bookings": [{ state: "signed in", path: () => "/bookings", as: "customer" }],
  "/booking-confirmation/:bookingId/manage": [
    { state: "contact", path: ({ confirmed }) => manage(confirmed, "&do=contact") },
    { state: "all parts", path: ({ confirmed }) => manage(confirmed) },
    { state: "names", path: ({ confirmed }) => manage(confirmed, "&do=names") },
    { state: "dates", path: ({ confirmed }) => manage(confirmed, "&do=date") },
    { state: "a price", path: ({ confirmed }) => manage(confirmed, "&do=add&people=2") },
    { state: "who stays", path: ({ confirmed }) => manage(confirmed, "&do=remove") },
    { state: "add-ons", path: ({ confirmed }) => manage(confirmed, "&do=add_ons") },
    { state: "cancelling", path: ({ confirmed }) => manage(confirmed, "&do=cancel") },
    { state: "refused", path: ({ confirmed }) => manage(confirmed, "&do=invoice") },
    { state: "missing", path: () => "/booking-confirmation/nope/manage", status: 404 },
  ],
  "/booking-confirmation/:bookingId/address": [
    { state: "ended", path: ({ confirmed: { id } }) => `/booking-confirmation/${id}/address?change=nope`, status: 404 },
  ],
  "/booking-confirmation/:bookingId/receipt": [
    { state: "paid", path: ({ paid }) => receipt(paid) },
    { state: "nothing paid", path: ({ confirmed }) => receipt(confirmed) },
    { state: "missing", path: () => "/booking-confirmation/nope/receipt", status: 404 },
  ],
  "/profile": [
    { path: () => "/profile", as: "customer" },
    { state: "second factor asked for", path: () => "/profile?second-factor=required", as: "admin" },
  ],
  "/profile/*": [{ path: () => "/profile/nope", status: 404, as: "customer" }],
  "/bookings/*": [{ path: () => "/bookings/nope", status: 404, as: "customer" }],
  "/admin/access": [
    { path: () => "/admin/access", as: "admin" },
    { state: "filtered", path: () => "/admin/access?kind=sign_in&who=ronda", as: "admin" },
    { state: "nothing found", path: () => "/admin/access?who=nobody-at-all", as: "admin" },
  ],
  "/admin/affiliates/qr/:id": [{ state: "missing", path: () => "/admin/affiliates/qr/nope", status: 404, as: "admin" }],
  "/admin/audit": [
    { path: () => "/admin/audit", as: "admin" },
    { state: "filtered", path: () => "/admin/audit?type=booking&who=guest", as: "admin" },
    { state: "nothing found", path: () => "/admin/audit?action=nope", as: "admin" },
  ],
  "/admin/dashboard": [
    { path: () => "/admin/dashboard", as: "admin" },
    { state: "a year as a table", path: () => "/admin/dashboard?period=12m&by=service&table=sales", as: "admin" },
  ],
  "/admin/earnings": [
    { path: () => "/admin/earnings?period=90d", as: "admin" },
    { state: "nothing found", path: () => "/admin/earnings?period=7d&city=san-cristobal", as: "admin" },
  ],
  "/admin/affiliates/statements": [{ path: () => "/admin/affiliates/statements", as: "admin" }],
  "/admin/affiliates/statements/:partnerId/:month": [
    { state: "missing", path: () => "/admin/affiliates/statements/nope/nope", status: 404, as: "admin" },
  ],
  "/admin/door-sale": [{ path: () => "/admin/door-sale", as: "admin" }],
  "/admin/till": [{ path: () => "/admin/till", as: "admin" }],
  "/admin/invoices": [
    { path: () => "/admin/invoices", as: "admin" },
    { state: "nothing found", path: () => "/admin/invoices?view=all&q=nobody-at-all", as: "admin" },
  ],
  "/admin/invoices/receipts": [
    { path: () => "/admin/invoices/receipts?practice=1", as: "admin" },
    { state: "all of them", path: () => "/admin/invoices/receipts?of=all", as: "admin" },
  ],
  "/admin/tills": [
    { path: () => "/admin/tills", as: "admin" },
    { state: "with a difference", path: () => "/admin/tills?state=different", as: "admin" },
  ],
  "/admin/tills/office": [
    { path: () => "/admin/tills/office", as: "admin" },
    { state: "a bar", path: () => "/admin/tills/office?kind=bar", as: "admin" },
  ],
  "/admin/pub-crawls": [
    { path: () => "/admin/pub-crawls", as: "admin" },
    { state: "nothing found", path: () => "/admin/pub-crawls?q=nothing-of-that-name", as: "admin" },
  ],
  "/admin/add-pub-crawl": [{ path: () => "/admin/add-pub-crawl", as: "admin" }],
  "/admin/edit-pub-crawl/:id": [
    { path: ({ crawlId }) => `/admin/edit-pub-crawl/${crawlId}`, as: "admin" },
    { state: "missing", path: () => "/admin/edit-pub-crawl/nope", status: 404, as: "admin" },
  ],
  "/admin/cities": [{ path: () => "/admin/cities", as: "admin" }],
  "/admin/cities/new": [{ path: () => "/admin/cities/new", as: "admin" }],
  "/admin/cities/:id": [
    { path: () => "/admin/cities/oaxaca", as: "admin" },
    { state: "missing", path: () => "/admin/cities/atlantis", status: 404, as: "admin" },
  ],
  "/admin/affiliates/:id/link": [
    { state: "missing", path: () => "/admin/affiliates/nope/link", status: 404, as: "admin" },
  ],
  "/admin/add-ons": [{ path: () => "/admin/add-ons", as: "admin" }],
  "/admin/add-ons/new": [{ path: () => "/admin/add-ons/new", as: "admin" }],
  "/admin/add-ons/:id": [
    { path: () => "/admin/add-ons/5f0d6a52-7c1e-4b9a-9d53-0000000000a1", as: "admin" },
    { state: "missing", path: () => "/admin/add-ons/nope", status: 404, as: "admin" },
  ],
  "/admin/webhooks": [{ path: () => "/admin/webhooks", as: "admin" }],
  "/admin/webhooks/new": [{ path: () => "/admin/webhooks/new", as: "admin" }],
  "/admin/webhooks/:id": [{ state: "missing", path: () => "/admin/webhooks/nope", status: 404, as: "admin" }],
  "/admin/bars": [{ path: () => "/admin/bars", as: "admin" }],
  "/admin/bars/new": [{ path: () => "/admin/bars/new", as: "admin" }],
  "/admin/bars/:id": [
    { path: () => "/admin/bars/5f0d6a52-7c1e-4b9a-9d53-000000000003", as: "admin" },
    { state: "missing", path: () => "/admin/bars/nope", status: 404, as: "admin" },
  ],
  "/admin/edit-pub-crawl/:id/stops": [
    { path: ({ crawlId }) => `/admin/edit-pub-crawl/${crawlId}/stops`, as: "admin" },
    { state: "missing", path: () => "/admin/edit-pub-crawl/nope/stops", status: 404, as: "admin" },
  ],
  "/admin/nights/:id/waiting-list": [
    { path: ({ departureId }) => `/admin/nights/${departureId}/waiting-list`, as: "admin" },
  ],
  "/admin/nights/:id/way": [
    { path: ({ departureId }) => `/admin/nights/${departureId}/way`, as: "admin" },
    { state: "changing", path: ({ departureId }) => `/admin/nights/${departureId}/way?change`, as: "admin" },
    { state: "missing", path: () => "/admin/nights/nope/way", status: 404, as: "admin" },
  ],
  "/admin/nights/:id/way/add-ons": [
    { path: ({ departureId }) => `/admin/nights/${departureId}/way/add-ons`, as: "admin" },
  ],
  "/admin/nights/:id/way/headcount": [
    { path: ({ departureId }) => `/admin/nights/${departureId}/way/headcount`, as: "admin" },
  ],
  "/admin/restore-pub-crawls": [{ path: () => "/admin/restore-pub-crawls", as: "admin" }],
  "/admin/general-options": [
    { path: () => "/admin/general-options", as: "admin" },
    { state: "booking rules", path: () => "/admin/general-options?section=booking", as: "admin" },
    { state: "currencies", path: () => "/admin/general-options?section=currencies", as: "admin" },
    { state: "calendar", path: () => "/admin/general-options?section=calendar", as: "admin" },
    { state: "the night", path: () => "/admin/general-options?section=night", as: "admin" },
    { state: "payments", path: () => "/admin/general-options?section=payments", as: "admin" },
    { state: "sites", path: () => "/admin/general-options?section=sites", as: "admin" },
    { state: "mail", path: () => "/admin/general-options?section=mail", as: "admin" },
    { state: "changes", path: () => "/admin/general-options?section=mail&changes", as: "admin" },
  ],
  "/admin/media": [
    { path: () => "/admin/media", as: "admin" },
    { state: "nothing found", path: () => "/admin/media?q=nothing-of-that-name", as: "admin" },
  ],
  "/admin/guides": [{ path: () => "/admin/guides", as: "admin" }],
  "/admin/my-shifts": [{ path: () => "/admin/my-shifts", as: "admin" }],
  "/admin/consents": [
    { path: () => "/admin/consents", as: "admin" },
    { state: "none found", path: () => "/admin/consents?decision=withdrawn&language=es", as: "admin" },
    { state: "what is reported", path: () => "/admin/consents?view=events", as: "admin" },
  ],
  "/admin/home-content": [
    { path: () => "/admin/home-content", as: "admin" },
    { state: "a list", path: () => "/admin/home-content?section=events", as: "admin" },
    { state: "order", path: () => "/admin/home-content?section=layout", as: "admin" },
    { state: "versions", path: () => "/admin/home-content?versions=1", as: "admin" },
  ],
  "/admin/pages": [{ path: () => "/admin/pages", as: "admin" }],
  "/admin/pages/:page": [
    { path: () => "/admin/pages/terms", as: "admin" },
    { state: "questions", path: () => "/admin/pages/faq", as: "admin" },
    { state: "versions", path: () => "/admin/pages/about?versions=1", as: "admin" },
    { state: "missing", path: () => "/admin/pages/nope", status: 404, as: "admin" },
  ],
  "/preview/pages/:page": [
    { path: () => "/preview/pages/terms", as: "admin" },
    { state: "about us", path: () => "/preview/pages/about", as: "admin" },
    { state: "not for guests", path: () => "/preview/pages/faq", status: 404 },
  ],
  "/preview/home": [
    { path: () => "/preview/home", as: "admin" },
    { state: "ended", path: () => "/preview/home?until=1&key=nope", status: 404 },
  ],
  "/admin/languages": [
    { path: () => "/admin/languages", as: "admin" },
    { state: "missing", path: () => "/admin/languages?state=missing", as: "admin" },
    { state: "none found", path: () => "/admin/languages?q=nothing-like-this", as: "admin" },
  ],
  "/admin/languages/import": [{ path: () => "/admin/languages/import", as: "admin" }],
  "/admin/import/:id": [{ state: "missing", path: () => "/admin/import/nope", status: 404, as: "admin" }],
  "/admin/opening": [{ path: () => "/admin/opening", as: "admin" }],
  "/admin/affiliates": [
    { path: () => "/admin/affiliates", as: "admin" },
    {
      state: "one chosen",
      path: () => "/admin/affiliates?partner=5f0d6a52-7c1e-4b9a-9d53-00000000aa01&by=campaign",
      as: "admin",
    },
    { state: "none found", path: () => "/admin/affiliates?q=nothing-like-this", as: "admin" },
  ],
  "/admin/affiliates/new": [{ path: () => "/admin/affiliates/new", as: "admin" }],
  "/admin/affiliates/:id": [
    { path: () => "/admin/affiliates/5f0d6a52-7c1e-4b9a-9d53-00000000aa01", as: "admin" },
    { state: "missing", path: () => "/admin/affiliates/nope", status: 404, as: "admin" },
  ],
  "/admin/gift-cards": [
    { path: () => "/admin/gift-cards", as: "admin" },
    { state: "a new one", path: () => "/admin/gift-cards?open=new", as: "admin" },
  ],
  "/admin/coupons": [
    { path: () => "/admin/coupons", as: "admin" },
    { state: "a new one", path: () => "/admin/coupons?edit=new", as: "admin" },
    { state: "none found", path: () => "/admin/coupons?q=nope", as: "admin" },
  ],
  "/admin/price-rules": [
    { path: () => "/admin/price-rules", as: "admin" },
    { state: "a new one", path: () => "/admin/price-rules?edit=new", as: "admin" },
  ],
  "/admin/emails": [
    { path: () => "/admin/emails", as: "admin" },
    { state: "one open", path: ({ emailId }) => `/admin/emails?open=${emailId}`, as: "admin" },
    { state: "none failed", path: () => "/admin/emails?status=failed", as: "admin" },
    { state: "none found", path: () => "/admin/emails?q=nobody-like-this", as: "admin" },
  ],
  "/admin/emails/scheduled": [
    { path: () => "/admin/emails/scheduled", as: "admin" },
    { state: "one shown", path: () => "/admin/emails/scheduled?show=reminder_day_before", as: "admin" },
  ],
  "/admin/emails/templates": [{ path: () => "/admin/emails/templates", as: "admin" }],
  "/admin/emails/templates/:kind": [
    { path: () => "/admin/emails/templates/booking_confirmation", as: "admin" },
    { state: "without a booking", path: () => "/admin/emails/templates/account_reset", as: "admin" },
    { state: "versions", path: () => "/admin/emails/templates/booking_link?versions=1", as: "admin" },
    { state: "missing", path: () => "/admin/emails/templates/nope", status: 404, as: "admin" },
  ],
  "/admin/emails/:emailId": [
    { path: ({ emailId }) => `/admin/emails/${emailId}`, as: "admin" },
    { state: "missing", path: () => "/admin/emails/nope", status: 404, as: "admin" },
  ],
  "/admin/gallery": [
    { path: () => "/admin/gallery", as: "admin" },
    { state: "none", path: () => "/admin/gallery?site=oaxaca", as: "admin" },
  ],
  "/admin/instagram": [
    { path: () => "/admin/instagram", as: "admin" },
    { state: "a new one", path: () => "/admin/instagram?edit=new", as: "admin" },
  ],
  "/admin/bookings": [
    { path: () => "/admin/bookings", as: "admin" },
    { state: "nothing found", path: () => "/admin/bookings?q=nobody-like-this", as: "admin" },
  ],
  "/admin/bookings/bulk/:id": [{ state: "missing", path: () => "/admin/bookings/bulk/nope", status: 404, as: "admin" }],
  "/admin/bookings/cancel": [
    {
      state: "several",
      path: ({ confirmed, pending }) => `/admin/bookings/cancel?ids=${confirmed.id},${pending.id}`,
      as: "admin",
    },
    { state: "none chosen", path: () => "/admin/bookings/cancel", status: 404, as: "admin" },
  ],
  "/admin/bookings/move": [
    {
      state: "to the same night",
      path: ({ confirmed, departureId }) => `/admin/bookings/move?ids=${confirmed.id}&to=${departureId}`,
      as: "admin",
    },
    { state: "no night chosen", path: ({ confirmed }) => `/admin/bookings/move?ids=${confirmed.id}`, as: "admin" },
  ],
  "/admin/bookings/:bookingId": [
    { state: "confirmed", path: ({ confirmed: { id } }) => `/admin/bookings/${id}`, as: "admin" },
    { state: "pending", path: ({ pending: { id } }) => `/admin/bookings/${id}`, as: "admin" },
    { state: "missing", path: () => "/admin/bookings/nope", status: 404, as: "admin" },
  ],
  "/admin/schedule": [
    { path: () => "/admin/schedule", as: "admin" },
    { state: "a day", path: ({ date }) => `/admin/schedule?day=${date}`, as: "admin" },
    { state: "week", path: () => "/admin/schedule?view=week", as: "admin" },
    { state: "list", path: () => "/admin/schedule?view=list", as: "admin" },
  ],
  "/admin/schedule/new": [
    { state: "one", path: () => "/admin/schedule/new", as: "admin" },
    { state: "series", path: () => "/admin/schedule/new?kind=series", as: "admin" },
  ],
  "/admin/schedule/edit/:id": [{ path: ({ departureId }) => `/admin/schedule/edit/${departureId}`, as: "admin" }],
  "/admin/ledger/:record/:id": [
    { path: ({ paid }) => `/admin/ledger/booking/${paid.id}`, as: "admin" },
    { state: "missing", path: () => "/admin/ledger/booking/nope", status: 404, as: "admin" },
  ],
  "/admin/nights/:id": [
    { path: ({ departureId }) => `/admin/nights/${departureId}`, as: "admin" },
    { state: "who has notes", path: ({ departureId }) => `/admin/nights/${departureId}?show=notes`, as: "admin" },
    { state: "missing", path: () => "/admin/nights/nope", status: 404, as: "admin" },
  ],
  "/admin/customers": [
    { path: () => "/admin/customers", as: "admin" },
    { state: "nobody found", path: () => "/admin/customers?q=nobody-is-called-that", as: "admin" },
    { state: "one open", path: ({ paid }) => `/admin/customers?open=${paid.id}`, as: "admin" },
  ],
  "/admin/customers/erase": [
    { path: () => "/admin/customers/erase", as: "admin" },
    { state: "one found", path: ({ paid }) => `/admin/customers/erase?of=booking.${paid.id}`, as: "admin" },
  ],
  "/admin/api-keys": [
    { path: () => "/admin/api-keys", as: "admin" },
    { state: "new", path: () => "/admin/api-keys?new=1", as: "admin" },
  ],
  "/admin/connections": [{ path: () => "/admin/connections", as: "admin" }],
  "/oauth/authorize": [{ path: () => "/oauth/authorize?client_id=nobody", as: "admin" }],
  "/oauth/authorize/:id": [{ path: () => `/oauth/authorize/${"x".repeat(43)}`, as: "admin" }],
  "/oauth/consent/:id": [{ path: () => `/oauth/consent/${"x".repeat(43)}`, as: "admin" }],
  "/admin/affiliates/desks": [
    { path: () => "/admin/affiliates/desks", as: "admin" },
    { state: "binding", path: () => "/admin/affiliates/desks?bind=1", as: "admin" },
  ],
  "/admin/devices": [{ path: () => "/admin/devices", as: "admin" }],
  "/admin/door-alerts": [{ path: () => "/admin/door-alerts", as: "admin" }],
  "/admin/people": [
    { path: () => "/admin/people", as: "admin" },
    { state: "inviting", path: () => "/admin/people?do=invite", as: "admin" },
  ],
  "/admin/schedule/cancel": [
    { path: ({ departureId }) => `/admin/schedule/cancel?nights=${departureId}`, as: "admin" },
  ],
  "/admin/schedule/cancel/:id": [
    {
      state: "preview",
      path: ({ departureId }) => `/admin/schedule/cancel/${departureId}`,
      as: "admin",
    },
    { state: "missing", path: () => "/admin/schedule/cancel/nope", status: 404, as: "admin" },
  ],
  "/admin/*": [{ path: () => "/admin/nope", status: 404, as: "admin" }],
  "/reset-password": [
    { state: "with a link", path: () => "/reset-password?token=nope" },
    { state: "without", path: () => "/reset-password" },
  ],
  "/verify-email": [
    { state: "with a link", path: () => "/verify-email?token=nope" },
    { state: "without", path: () => "/verify-email" },
  ],
  "/login": [{ path: () => "/login" }, { state: "with a note", path: () => "/login?note=check-email" }],
  "/sandbox/pay/:id": [{ path: ({ payPath }) => payPath }],
  "/dev/mail/:id": [{ path: ({ emailId }) => `/dev/mail/${emailId}` }],
};

const manage = ({ id, token }: Booked, query = "") => `/booking-confirmation/${id}/manage?token=${token}${query}`;

const receipt = ({ id, token }: Booked) => `/booking-confirmation/${id}/receipt?token=${token}`;

/** The routes of checkout steps. */
const PAYING = ["/checkout", "/sandbox/pay/:id", "/booking-confirmation/:bookingId"];
const FRAME = "routes/public/site-layout.tsx";

type PageRoute = { locales: Locale[]; framed: boolean };

/** Every page of src/routes.ts by its English path, with its languages. Routes without a page are left out. */
function pageRoutes(): Map<string, PageRoute> {
  const found = new Map<string, PageRoute>();
  for (const { path, framed } of pagePaths(routes, "", false)) {
    const [, first] = path.split("/");
    const locale = isLocale(first) ? first : "en";
    const plain = localizedPath(path, "en");
    found.set(plain, { framed, locales: [...(found.get(plain)?.locales ?? []), locale] });
  }
  return found;
}

function pagePaths(entries: readonly Entry[], parent: string, framed: boolean): { path: string; framed: boolean }[] {
  return entries.flatMap(({ path, file, children }) => {
    const here = path ? `${parent}/${path}` : parent;
    if (children) return pagePaths(children, here, framed || file === FRAME);
    return file.endsWith(".tsx") ? [{ path: here || "/", framed }] : [];
  });
}

/** Routes with parameters that have no sample, and samples without a route: both are mistakes in the table above. */
export function unmatchedSamples(): string[] {
  const paths = [...pageRoutes().keys()];
  const wanting = paths.filter((path) => /[:*]/.test(path) && !SAMPLES[path]);
  return [...wanting, ...[...Object.keys(SAMPLES), ...PAYING].filter((path) => !paths.includes(path))];
}

/** A route opened as is; an admin page as an admin. */
const plainSample = (route: string): Sample => ({
  path: () => route,
  ...(isAdmin(route) ? { as: "admin" as const } : {}),
});

/** Every page in every state that has a sample. */
export const sitePages = (): SitePage[] =>
  [...pageRoutes()].flatMap(([route, { locales, framed }]) =>
    (SAMPLES[route] ?? [plainSample(route)]).map((sample: Sample) => ({
      ...sample,
      name: sample.state ? `${route} (${sample.state})` : route,
      status: sample.status ?? 200,
      framed,
      paying: PAYING.includes(route),
      locales: LOCALES.filter((locale) => locales.includes(locale)),
    })),
  );

/**
 * Books at a server with the demo data, once for free and once fully paid, so that the pages of a booking, a payment and an email
 * can be opened. `last`: on the last available departure, which no other test uses.
 */
export async function makeSamples(origin: string, { last = false } = {}): Promise<SampleBookings> {
  const departures = await post<Departure[]>(`${origin}/api/scheduled-crawls`);
  const departure = (last ? departures.toReversed() : departures).find(
    (one) => one.availability_level === "high" && one.is_available && !one.external_booking_link && !one.on_sale,
  );
  if (!departure) throw new Error("the demo data has no departure with seats");
  const pending = await book(origin, departure.id, null);
  const confirmed = await book(origin, departure.id, "GRATIS100");
  const paid = await book(origin, departure.id, null);
  const payment = await pay(origin, pending.id, "sandbox");
  await pay(origin, confirmed.id, "free");
  await approve(origin, paid.id);
  return {
    crawlId: MEXICO_CITY,
    departureId: departure.id,
    date: departure.date,
    pending,
    confirmed,
    paid,
    // a night that is to be cancelled has the guests above alone
    hold: last ? "" : await holdByAssistant(origin, departure.id),
    payPath: localizedPath(new URL(payment.redirect_url).pathname, "en"),
    emailId: await firstEmail(origin),
  };
}

async function book(origin: string, departureId: string, coupon: string | null): Promise<Booked> {
  const { id, access_token } = await post<{ id: string; access_token: string }>(`${origin}/api/bookings`, {
    scheduled_crawl_id: departureId,
    number_of_people: 2,
    customer: {
      first_name: "Sofía",
      last_name: "Navarro",
      email: "sofia.navarro@example.test",
      phone: "+52 55 1234 5678",
      country: "ES",
    },
    additional_names: ["Marta Navarro"],
    currency: "MXN",
    coupon_code: coupon,
    language: "en",
    agreed_to_terms: true,
  });
  return { id, token: access_token };
}

const pay = (origin: string, bookingId: string, provider: string) =>
  post<{ redirect_url: string }>(`${origin}/api/bookings/${bookingId}/payments`, {
    provider,
    method: provider === "free" ? "free" : "card",
  });

/** Has an assistant keep places, as one that speaks the protocol does. Returns the token of its link. */
async function holdByAssistant(origin: string, departureId: string): Promise<string> {
  const protocol = "2026-07-28"; // any day: a revision of the protocol
  const wish = { night_id: departureId, people: 2, language: "en", idempotency_key: randomUUID() };
  const client = {
    "io.modelcontextprotocol/protocolVersion": protocol,
    "io.modelcontextprotocol/clientInfo": { name: "Concierge", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name: "hold_places", arguments: wish, _meta: client };
  const answer = await fetch(`${origin}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": protocol,
      "mcp-method": "tools/call",
      "mcp-name": params.name,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  const text = await answer.text();
  const [, token] = /[?&]hold=([\w-]+)/.exec(text) ?? [];
  if (!token) throw new Error(`the assistant was answered ${answer.status}: ${text}`);
  return token;
}

/** Pays at the sandbox's page and returns. */
async function approve(origin: string, bookingId: string): Promise<void> {
  const { redirect_url } = await pay(origin, bookingId, "sandbox");
  const body = new URLSearchParams({ outcome: "approve" });
  const answer = await fetch(redirect_url, { method: "POST", body, headers: { origin }, redirect: "manual" });
  const back = answer.headers.get("location");
  if (!back) throw new Error(`the sandbox answered ${answer.status}`);
  await (await fetch(new URL(back, origin))).text();
}

/** The newest captured email: a job writes it shortly after the booking. */
async function firstEmail(origin: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const list = await (await fetch(`${origin}/dev/mail`)).text();
    const [, id] = /href="\/dev\/mail\/([\w-]+)"/.exec(list) ?? [];
    if (id) return id;
    await wait(100); // sleeps: between two polls
  }
  throw new Error("no email was captured");
}

async function post<T>(url: string, body?: object): Promise<T> {
  const answer = await fetch(
    url,
    body && {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
      body: JSON.stringify(body),
    },
  );
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
