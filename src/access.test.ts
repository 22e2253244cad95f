import { describe, expect, test } from "vitest";
import { DOWNLOADS, PAGES, UPLOADS } from "#src/access.ts";
import { gateOf, type PageAccess } from "#src/modules/base/identity/rules/access.ts";
import { ROLES } from "#src/modules/base/identity/rules/permissions.ts";

// Who may open what, written out a second time on purpose: expectations derived from the table would share its mistakes. A new
// page needs a line here as well.

const OPEN: Record<string, readonly string[]> = {
  public: [
    "/",
    "/*",
    "/.well-known/security.txt",
    "/about",
    "/account-deleted",
    "/book-now",
    "/cdmx-halloween-crawl",
    "/cities",
    "/cities/:city",
    "/contact",
    "/crawls",
    "/crawls/:slug",
    "/crawls/id/:slug",
    "/door-es.webmanifest",
    "/door.webmanifest",
    "/faq",
    "/forgot-password",
    "/gift-cards",
    "/gift-cards/balance",
    "/invitation",
    "/login",
    "/login/code",
    "/mezcal-tasting",
    "/own-account",
    "/privacy",
    "/private-groups",
    "/q/:id",
    "/reset-password",
    "/calendar/cities/:file",
    "/calendar/crawls/:file",
    "/feeds/things-to-do.json",
    "/llms.txt",
    "/robots.txt",
    "/sign-out",
    "/signup",
    "/site.webmanifest",
    "/sitemap.xml",
    "/terms",
    "/verify-email",
    "/vip-bar-crawl",
    "/widget",
  ],
  link: [
    "/bar/:token",
    "/gift-cards/:id",
    "/partner/:token",
    "/partner/:token/seen",
    "/partner/:token/codes/:code/:file",
    "/partner/:token/statements/:file",
    "/booking-confirmation/:bookingId",
    "/booking-confirmation/:bookingId/address",
    "/booking-confirmation/:bookingId/calendar.ics",
    "/booking-confirmation/:bookingId/cfdi.pdf",
    "/booking-confirmation/:bookingId/cfdi.xml",
    "/booking-confirmation/:bookingId/manage",
    "/booking-confirmation/:bookingId/receipt",
    "/booking-confirmation/:bookingId/receipt.pdf",
    "/booking-confirmation/:bookingId/ticket",
    "/booking-confirmation/:bookingId/tickets.pdf",
    "/booking-confirmation/:bookingId/wallet/:ticketId/google",
    "/booking-confirmation/:bookingId/wallet/:ticketId/ronda.pkpass",
    "/booking-confirmation/:bookingId/where",
    "/checkout",
    "/desk",
    "/desk/act",
    "/desk/bind/:token",
    "/desk/now",
    "/guide-calendar/:file",
    "/private-groups/:quoteId",
    "/preview/home",
    "/preview/pages/:page",
    "/rating/:bookingId",
    "/waiting-list",
    "/waiting-list/:entryId",
    "/sandbox/pay/:id",
    "/shifts/:token",
    "/table/:code",
    "/unsubscribe",
  ],
  development: ["/dev/mail", "/dev/mail/:id", "/dev/mail/:id/:file"],
};

// in: opens it · no: sees which permission is missing · home: is redirected to the home page
const GUARDED = `
  page                                      needs            admin  manager  support  marketing  bookkeeper  guide  customer
  /bookings                                 signed-in        in     in       in       in         in          in     in
  /bookings/*                               signed-in        in     in       in       in         in          in     in
  /profile                                  signed-in        in     in       in       in         in          in     in
  /profile/data.json                        signed-in        in     in       in       in         in          in     in
  /profile/*                                signed-in        in     in       in       in         in          in     in
  /admin                                    staff            in     in       in       in         in          in     home
  /admin/access                             audit.read       in     in       no       no         no          no     home
  /admin/access/log.csv                     audit.read       in     in       no       no         no          no     home
  /admin/affiliates/desks                   affiliates.read  in     in       no       in         in          no     home
  /admin/api-keys                           programs.change in     no       no       no         no          no     home
  /admin/connections                        staff            in     in       in       in         in          in     home
  /oauth/authorize                          staff            in     in       in       in         in          in     home
  /oauth/authorize/:id                      staff            in     in       in       in         in          in     home
  /oauth/consent/:id                        staff            in     in       in       in         in          in     home
  /admin/audit                              audit.read       in     in       no       no         no          no     home
  /admin/audit/log.csv                      audit.read       in     in       no       no         no          no     home
  /admin/bookings                           bookings.read    in     in       in       no         no          no     home
  /admin/bookings/export.csv                bookings.read    in     in       in       no         no          no     home
  /admin/bookings/export.xlsx               bookings.read    in     in       in       no         no          no     home
  /admin/bookings/bulk/:id                  bookings.read    in     in       in       no         no          no     home
  /admin/bookings/cancel                    bookings.change  in     in       in       no         no          no     home
  /admin/bookings/move                      bookings.change  in     in       in       no         no          no     home
  /admin/bookings/new                       bookings.change  in     in       in       no         no          no     home
  /admin/bookings/:bookingId                bookings.read    in     in       in       no         no          no     home
  /admin/bookings/:bookingId/emails/:emailId emails.read      in     in       in       no         no          no     home
  /admin/bookings/:bookingId/quote          bookings.read    in     in       in       no         no          no     home
  /admin/command                            staff            in     in       in       in         in          in     home
  /admin/dashboard                          staff            in     in       in       in         in          in     home
  /admin/dashboard/chart.csv                reports.read     in     in       no       in         in          no     home
  /admin/earnings                           reports.read     in     in       no       in         in          no     home
  /admin/earnings/earnings.csv              reports.read     in     in       no       in         in          no     home
  /admin/earnings/earnings.xlsx             reports.read     in     in       no       in         in          no     home
  /admin/dashboard/tonight                  manifest.read    in     in       in       no         no          in     home
  /admin/consents                           settings.change  in     no       no       no         no          no     home
  /admin/webhooks                           settings.change  in     no       no       no         no          no     home
  /admin/webhooks/new                       settings.change  in     no       no       no         no          no     home
  /admin/webhooks/:id                       settings.change  in     no       no       no         no          no     home
  /admin/consents/log.csv                   settings.change  in     no       no       no         no          no     home
  /admin/affiliates                         affiliates.read  in     in       no       in         in          no     home
  /admin/affiliates/new                     affiliates.change in    in       no       in         no          no     home
  /admin/affiliates/:id                     affiliates.read  in     in       no       in         in          no     home
  /admin/affiliates/partners.csv            affiliates.read  in     in       no       in         in          no     home
  /admin/affiliates/:id/link                affiliates.read  in     in       no       in         in          no     home
  /admin/affiliates/qr                      affiliates.read  in     in       no       in         in          no     home
  /admin/affiliates/qr/new                  affiliates.change in     in       no       in         no          no     home
  /admin/affiliates/qr/:id                  affiliates.read  in     in       no       in         in          no     home
  /admin/affiliates/qr/:id/:file            affiliates.read  in     in       no       in         in          no     home
  /admin/affiliates/widget                  affiliates.read  in     in       no       in         in          no     home
  /admin/gift-cards                         payments.read    in     in       in       no         in          no     home
  /admin/gift-cards/cards.csv               payments.read    in     in       in       no         in          no     home
  /admin/coupons                            coupons.read     in     in       no       in         no          no     home
  /admin/coupons/coupons.csv                coupons.read     in     in       no       in         no          no     home
  /admin/price-rules                        coupons.read     in     in       no       in         no          no     home
  /admin/price-rules/price-rules.csv        coupons.read     in     in       no       in         no          no     home
  /admin/door-sale                          sales.door       in     in       no       no         no          in     home
  /admin/emails                             emails.read     in     in       in       no         no          no     home
  /admin/emails/log.csv                     emails.read     in     in       in       no         no          no     home
  /admin/emails/scheduled                   settings.change  in     no       no       no         no          no     home
  /admin/emails/templates                   emails.change   in     in       no       no         no          no     home
  /admin/emails/templates/:kind             emails.change   in     in       no       no         no          no     home
  /admin/emails/templates/:kind/preview     emails.change   in     in       no       no         no          no     home
  /admin/emails/:emailId                    emails.read     in     in       in       no         no          no     home
  /admin/devices                            checkins.record  in     in       no       no         no          in     home
  /admin/door-alerts                        bookings.read    in     in       in       no         no          no     home
  /admin/feedback                           reviews.read    in     in       in       in         no          no     home
  /admin/general-options                    settings.change  in     no       no       no         no          no     home
  /admin/groups                             bookings.read    in     in       in       no         no          no     home
  /admin/groups/requests.csv                bookings.read    in     in       in       no         no          no     home
  /admin/general-options/logos              settings.change  in     no       no       no         no          no     home
  /admin/guides                             schedule.read    in     in       in       in         in          no     home
  /admin/guides/month.csv                   schedule.read    in     in       in       in         in          no     home
  /admin/my-shifts                          manifest.read    in     in       in       no         no          in     home
  /admin/health                             health.read      in     no       no       no         no          no     home
  /admin/home-content                       content.change   in     in       no       in         no          no     home
  /admin/home-content/pictures              content.change   in     in       no       in         no          no     home
  /admin/gallery                            content.change   in     in       no       in         no          no     home
  /admin/gallery/pictures                   content.change   in     in       no       in         no          no     home
  /admin/media                              content.change   in     in       no       in         no          no     home
  /admin/media/choice                       content.change   in     in       no       in         no          no     home
  /admin/media/pictures                     content.change   in     in       no       in         no          no     home
  /admin/instagram                          content.change   in     in       no       in         no          no     home
  /admin/import                             imports.change   in     in       no       no         no          no     home
  /admin/import/:id                         imports.change   in     in       no       no         no          no     home
  /admin/import/:id/errors.csv              imports.change   in     in       no       no         no          no     home
  /admin/import/bookings.csv                imports.change   in     in       no       no         no          no     home
  /admin/import/customers.csv               imports.change   in     in       no       no         no          no     home
  /admin/languages                          content.change   in     in       no       in         no          no     home
  /admin/languages/import                   content.change   in     in       no       in         no          no     home
  /admin/languages/texts.csv                content.change   in     in       no       in         no          no     home
  /admin/pages                              content.change   in     in       no       in         no          no     home
  /admin/pages/:page                        content.change   in     in       no       in         no          no     home
  /admin/messages                           messages.read    in     in       in       no         no          no     home
  /admin/messages/replies                   messages.read    in     in       in       no         no          no     home
  /admin/nights/:id                         manifest.read    in     in       in       no         no          in     home
  /admin/nights/:id/list.csv                manifest.read    in     in       in       no         no          in     home
  /admin/nights/:id/list.pdf                manifest.read    in     in       in       no         no          in     home
  /admin/nights/:id/now                     manifest.read    in     in       in       no         no          in     home
  /admin/nights/:id/waiting-list            bookings.read    in     in       in       no         no          no     home
  /admin/nights/:id/waiting-list.csv        bookings.read    in     in       in       no         no          no     home
  /admin/nights/:id/guides                  schedule.read    in     in       in       in         in          no     home
  /admin/opening                            settings.change  in     no       no       no         no          no     home
  /admin/invoices                           payments.read    in     in       in       no         in          no     home
  /admin/invoices/:bookingId/cfdi.pdf       payments.read    in     in       in       no         in          no     home
  /admin/invoices/:bookingId/cfdi.xml       payments.read    in     in       in       no         in          no     home
  /admin/invoices/receipts                  payments.read    in     in       in       no         in          no     home
  /admin/invoices/receipts.csv              payments.read    in     in       in       no         in          no     home
  /admin/invoices/requests.csv              payments.read    in     in       in       no         in          no     home
  /admin/ledger/:record/:id                 payments.read    in     in       in       no         in          no     home
  /admin/payments                           payments.read    in     in       in       no         in          no     home
  /admin/payments/all.csv                   payments.read    in     in       in       no         in          no     home
  /admin/payments/ledger.csv                payments.read    in     in       in       no         in          no     home
  /admin/payments/moved.csv                 payments.read    in     in       in       no         in          no     home
  /admin/pub-crawls                         crawls.read      in     in       in       in         in          no     home
  /admin/pub-crawls/pictures                crawls.change    in     in       no       no         no          no     home
  /admin/add-pub-crawl                      crawls.change    in     in       no       no         no          no     home
  /admin/edit-pub-crawl/:id                 crawls.read      in     in       in       in         in          no     home
  /admin/restore-pub-crawls                 crawls.read      in     in       in       in         in          no     home
  /admin/affiliates/statements              affiliates.read  in     in       no       in         in          no     home
  /admin/affiliates/statements/:partnerId/:month affiliates.read in  in       no       in         in          no     home
  /admin/affiliates/statements/:partnerId/:month/statement.csv affiliates.read in in no    in     in          no     home
  /admin/affiliates/statements/:partnerId/:month/statement.pdf affiliates.read in in no    in     in          no     home
  /admin/affiliates/statements/payouts.csv  books.close      in     in       no       no         in          no     home
  /admin/add-ons                            crawls.read      in     in       in       in         in          no     home
  /admin/add-ons/sold.csv                   reports.read     in     in       no       in         in          no     home
  /admin/add-ons/new                        crawls.change    in     in       no       no         no          no     home
  /admin/add-ons/:id                        crawls.read      in     in       in       in         in          no     home
  /admin/bars                               crawls.read      in     in       in       in         in          no     home
  /admin/bars/new                           crawls.change    in     in       no       no         no          no     home
  /admin/bars/:id                           crawls.read      in     in       in       in         in          no     home
  /admin/bars/:id/settlement.csv            crawls.read      in     in       in       in         in          no     home
  /admin/bars/:id/settlement.pdf            crawls.read      in     in       in       in         in          no     home
  /admin/edit-pub-crawl/:id/stops           crawls.read      in     in       in       in         in          no     home
  /admin/nights/:id/way                     checkins.record  in     in       no       no         no          in     home
  /admin/nights/:id/way/add-ons             checkins.record  in     in       no       no         no          in     home
  /admin/nights/:id/way/headcount           checkins.record  in     in       no       no         no          in     home
  /admin/nights/:id/way/taps                checkins.record  in     in       no       no         no          in     home
  /admin/cities                             crawls.read      in     in       in       in         in          no     home
  /admin/cities/new                         crawls.change    in     in       no       no         no          no     home
  /admin/cities/:id                         crawls.read      in     in       in       in         in          no     home
  /admin/schedule                           schedule.read    in     in       in       in         in          no     home
  /admin/schedule/departures.csv            schedule.read    in     in       in       in         in          no     home
  /admin/schedule/edit/:id                  schedule.read    in     in       in       in         in          no     home
  /admin/schedule/new                       schedule.change  in     in       no       no         no          no     home
  /admin/customers                          users.read       in     in       in       no         no          no     home
  /admin/customers/erase                    settings.change  in     no       no       no         no          no     home
  /admin/ticket-scanner                     checkins.record  in     in       no       no         no          in     home
  /admin/people                             users.read       in     in       in       no         no          no     home
  /admin/schedule/cancel                    schedule.change  in     in       no       no         no          no     home
  /admin/schedule/cancel/:id                schedule.change  in     in       no       no         no          no     home
  /admin/till                               sales.door       in     in       no       no         no          in     home
  /admin/tills                              payments.read    in     in       in       no         in          no     home
  /admin/tills/tills.csv                    payments.read    in     in       in       no         in          no     home
  /admin/tills/office                       payments.read    in     in       in       no         in          no     home
  /admin/tills/office.csv                   payments.read    in     in       in       no         in          no     home
  /admin/ticket-scanner/devices             checkins.record  in     in       no       no         no          in     home
  /admin/ticket-scanner/find                checkins.record  in     in       no       no         no          in     home
  /admin/ticket-scanner/list                checkins.record  in     in       no       no         no          in     home
  /admin/ticket-scanner/move                checkins.record  in     in       no       no         no          in     home
  /admin/ticket-scanner/pay-link            checkins.record  in     in       no       no         no          in     home
  /admin/*                                  staff            in     in       in       in         in          in     home`;

const [[, , ...roles], ...rows] = GUARDED.trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/)) as [string[], ...[string, PageAccess, ...string[]][]];

test("every page has its row, and needs what stands here", () => {
  const open = Object.entries(OPEN).flatMap(([access, pages]) => pages.map((page) => [page, access]));
  expect(PAGES).toEqual(Object.fromEntries([...open, ...rows.map(([page, needs]) => [page, needs])]));
});

test("every role has its column", () => expect(roles).toEqual([...ROLES]));

const GATE: Record<string, string> = { in: "open", no: "refused", home: "home" };
const asker = (role: string, secondFactor = true) => ({ kind: "user", role, secondFactor });
const accessOf = (page: string) => PAGES[page]!;

describe.each(rows)("%s, which needs %s,", (page, needs, ...words) => {
  test.each(roles.map((role, column) => [role, words[column]!]))("is for %s: %s", (role, word) =>
    expect(gateOf(asker(role), accessOf(page))).toBe(GATE[word]),
  );

  test("is for nobody who isn't signed in, and for staff only with a second factor", () => {
    expect(gateOf({ kind: "guest", role: null, secondFactor: false }, accessOf(page))).toBe("sign_in");
    const gates = roles.map((role) => gateOf(asker(role, false), accessOf(page)));
    const staff = Array.from({ length: 6 }, () => "second_factor");
    expect(gates).toEqual(needs === "signed-in" ? roles.map(() => "open") : [...staff, "home"]);
  });
});

test("files are taken from who may change what they are for", () =>
  expect(UPLOADS).toEqual({
    "/admin/pub-crawls/pictures": "crawls.change",
    "/admin/home-content/pictures": "content.change",
    "/admin/invoices": "payments.change",
    "/admin/general-options/logos": "settings.change",
    "/admin/media/pictures": "content.change",
    "/admin/gallery/pictures": "content.change",
    "/admin/languages/import": "content.change",
    "/admin/import": "imports.change",
  }));

// files that hold nothing about a person or money
const HARMLESS = [
  "/.well-known/security.txt",
  "/admin/languages/texts.csv",
  "/booking-confirmation/:bookingId/calendar.ics",
  "/door-es.webmanifest",
  "/door.webmanifest",
  "/feeds/things-to-do.json",
  "/llms.txt",
  "/robots.txt",
  "/site.webmanifest",
  "/sitemap.xml",
];

test("every file that is handed out is noted in the access log, or harmless", () => {
  // a Google pass is no file of ours: its address leads to one at Google
  const files = Object.keys(PAGES).filter((page) => /\.\w+$|\/wallet\//.test(page));
  expect([...DOWNLOADS, ...HARMLESS].toSorted()).toEqual(files.toSorted());
});
