import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { allows, type Permission, ROLES } from "#src/modules/base/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";
import { readSettings } from "#src/platform/env.server.ts";
import { NOON } from "#tests/database.ts";

// Who may do what, by use case: the permission that each asks for in its first lines. Each is asked by every role, and refuses before it
// reads anything; a use case that asks for another permission, or is missing here, fails. What depends on more than the role (whose
// till, whose shift, whose booking) stands beside the use cases, and who opens which page in access.test.ts.

const NEEDED: Record<Permission, readonly string[]> = {
  "affiliates.change": [
    "partners/commission/add-terms addTerms",
    "sales/affiliates/email-link emailPartnerLink",
    "sales/affiliates/queries partnerToAdd",
    "sales/affiliates/queries qrCodeToAdd",
    "sales/affiliates/renew-link renewPartnerLink",
    "sales/affiliates/revoke-link restorePartnerLink",
    "sales/affiliates/save-partner addPartner",
    "sales/affiliates/save-partner changePartner",
    "sales/affiliates/save-qr-code addQrCode",
    "sales/affiliates/save-qr-code updateQrCode",
    "sales/affiliates/save-qr-code switchQrCode",
    "sales/affiliates/switch-partner switchPartner",
    "office/booking-admin/change-partner changePartner",
    "office/booking-admin/decide-doubt decideDoubt",
    "office/booking-admin/read-panel partnersToCredit",
    "partners/commission/answer-question answerQuestion",
    "partners/desk/offer-binding offerBinding",
    "partners/desk/offer-binding renewBinding",
  ],
  "affiliates.read": [
    "sales/affiliates/queries openPartner",
    "sales/affiliates/queries listQrCodes",
    "sales/affiliates/queries openQrCode",
    "sales/affiliates/queries openPartnerWidget",
    "sales/affiliates/read-link partnerLink",
    "partners/partner-admin/write-qr-file staffQrFile",
    "partners/commission/list-partners listPartners",
    "partners/commission/list-partners partnerFunnel",
    "partners/commission/queries openTerms",
    "partners/commission/queries statementsPage",
    "partners/commission/queries statementPage",
    "partners/commission/read-statement-file staffStatementFile",
    "partners/commission/write-partners partnersSheet",
    "partners/desk/queries adminDesks",
  ],
  "audit.read": [
    "office/audit-log/queries readAuditLog",
    "office/audit-log/queries readAccessLog",
    "office/audit-log/write-csv writeAuditLog",
    "office/audit-log/write-csv writeAccessLog",
  ],
  "bookings.change": [
    "changes/groups/close-request closeRequest",
    "changes/groups/offer-change offerChange",
    "changes/groups/send-quote sendQuote",
    "changes/groups/take-deposit takeDeposit",
    "sales/waiting/offer-places offerByHand",
    "sales/waiting/remove-entry removeEntry",
    "office/booking-admin/add-note addNote",
    "office/booking-admin/change-guests changeGuests",
    "office/booking-admin/correct-contact correctContact",
    "office/booking-admin/email-bookings emailBookings",
    "office/booking-admin/enter-booking enterBooking",
    "office/booking-admin/queries previewBulkEmail",
    "office/booking-admin/queries previewTag",
    "office/booking-admin/read-panel addOnsToChange",
    "office/booking-admin/read-panel adminDates",
    "office/booking-admin/read-panel handPrice",
    "office/booking-admin/read-panel sellableDepartures",
    "office/booking-admin/start-bulk-act startBulkAct",
    "office/booking-admin/tag-bookings tagBookings",
    "office/booking-admin/test-letter testLetter",
    "evening/door/look-at-double lookAtDouble",
    "evening/door/undo-absence undoAbsence",
    "mail/notifications/resend-email resendEmail",
    "mail/notifications/send-link sendLink",
    "changes/cancellation/cancel-as-admin cancelAsAdmin",
    "money/payments/take-payment takePayment",
  ],
  "bookings.read": [
    "changes/groups/queries requestsSheet",
    "changes/groups/queries listRequests",
    "changes/groups/queries openRequest",
    "sales/booking/queries listBookings",
    "sales/waiting/queries nightList",
    "office/booking-admin/delete-view deleteView",
    "office/booking-admin/export-bookings exportBookings",
    "office/booking-admin/queries listBookings",
    "office/booking-admin/queries listViews",
    "office/booking-admin/queries bulkBoard",
    "office/booking-admin/queries listChoices",
    "office/booking-admin/read-panel bookingPanel",
    "office/booking-admin/rename-view renameView",
    "office/booking-admin/save-view saveView",
    "evening/door/queries doorAlerts",
    "changes/cancellation/cancel-as-admin priceAdminCancellation",
  ],
  "books.close": ["partners/commission/close-month closeMonth", "partners/commission/write-csv payoutsSheet"],
  "checkins.record": [
    "evening/door/enter-guest enterGuest",
    "evening/door/queries guestList",
    "evening/door/queries findGuest",
    "evening/door/queries payLink",
    "evening/door/register-device registerDevice",
    "evening/door/rename-device renameDevice",
    "evening/door/revoke-device revokeDevice",
    "evening/door/undo-entry undoEntry",
    "evening/stops/read-night guidedNight",
    "evening/till/release-places releasePlaces",
  ],
  "content.change": [
    "site/content/add-image addImage",
    "site/content/add-post addPost",
    "site/content/delete-item deleteItem",
    "site/content/describe-image describeImage",
    "site/content/discard-draft discardDraft",
    "site/content/move-item moveItem",
    "site/content/publish-draft publishDraft",
    "site/content/queries homeToEdit",
    "site/content/queries listHomeVersions",
    "site/content/queries homeHistory",
    "site/content/queries galleryForStaff",
    "site/content/queries postsForStaff",
    "site/content/read-pages listPages",
    "site/content/read-pages pageToEdit",
    "site/content/read-pages pageHistory",
    "site/content/read-pages listPageVersions",
    "site/content/restore-item restoreItem",
    "site/content/restore-version restoreVersion",
    "site/content/save-draft saveDraft",
    "site/content/share-preview sharePreview",
    "site/content/switch-item switchItem",
    "site/content/update-post updatePost",
    "site/media/describe-picture describePicture",
    "site/media/queries pictureLibrary",
    "site/media/queries openPicture",
    "site/media/queries pictureTexts",
    "site/media/replace-picture replacePicture",
    "site/media/restore-picture restorePicture",
    "site/media/trash-picture trashPicture",
    "office/translations/list-records listRecords",
  ],
  "imports.change": [
    "office/importing/make-import makeImport",
    "office/importing/map-columns mapColumns",
    "office/importing/map-columns dropDraft",
    "office/importing/queries importsPage",
    "office/importing/queries importPage",
    "office/importing/queries errorSheet",
    "office/importing/queries templateSheet",
    "office/importing/send-confirmations sendConfirmations",
    "office/importing/start-import startImport",
    "office/importing/undo-import undoImport",
  ],
  "coupons.change": [
    "sales/coupons/create-coupon createCoupon",
    "sales/coupons/delete-coupon deleteCoupon",
    "sales/coupons/switch-coupon switchCoupon",
    "sales/coupons/update-coupon updateCoupon",
    "sales/price-rules/create-rule createRule",
    "sales/price-rules/delete-rule deleteRule",
    "sales/price-rules/switch-rule switchRule",
    "sales/price-rules/update-rule updateRule",
  ],
  "coupons.read": [
    "sales/coupons/queries listCoupons",
    "sales/coupons/queries openCoupon",
    "sales/coupons/write-csv couponsSheet",
    "sales/price-rules/queries listRules",
    "sales/price-rules/queries openRule",
    "sales/price-rules/write-csv priceRulesSheet",
  ],
  "crawls.change": [
    "site/catalog/add-crawl addCrawl",
    "site/catalog/delete-crawl deleteCrawl",
    "site/catalog/order-cities orderCities",
    "site/catalog/queries crawlToAdd",
    "site/catalog/queries cityToAdd",
    "site/catalog/overrule-title overruleTitle",
    "site/catalog/restore-crawl restoreCrawl",
    "site/catalog/save-city addCity",
    "site/catalog/save-city updateCity",
    "site/catalog/switch-city switchCity",
    "site/catalog/switch-crawl switchCrawl",
    "site/catalog/update-crawl updateCrawl",
    "evening/stops/queries barToAdd",
    "sales/add-ons/queries addOnToAdd",
    "sales/add-ons/save-add-on createAddOn",
    "sales/add-ons/save-add-on updateAddOn",
    "sales/add-ons/save-add-on switchAddOn",
    "sales/add-ons/save-add-on raiseAddOn",
    "sales/add-ons/save-add-on deleteAddOn",
    "evening/stops/save-bar addBar",
    "evening/stops/save-bar updateBar",
    "evening/stops/save-bar switchBar",
    "evening/stops/save-bar renewBarLink",
    "evening/stops/save-crawl-stops setCrawlStops",
  ],
  "crawls.read": [
    "sales/add-ons/queries addOnsForStaff",
    "sales/add-ons/queries addOnToEdit",
    "site/catalog/queries crawlsForStaff",
    "site/catalog/queries deletedCrawls",
    "site/catalog/queries crawlToEdit",
    "site/catalog/queries citiesForStaff",
    "site/catalog/queries cityToEdit",
    "site/catalog/queries catalogTexts",
    "evening/stops/queries barsForStaff",
    "evening/stops/queries barToEdit",
    "evening/stops/queries crawlStopsToEdit",
    "evening/vouchers/queries settlementOf",
  ],
  "emails.change": [
    "mail/notifications/preview-template previewTemplate",
    "mail/notifications/publish-template publishTemplate",
    "mail/notifications/read-templates listTemplates",
    "mail/notifications/read-templates openTemplate",
    "mail/notifications/read-templates listTemplateVersions",
    "mail/notifications/read-templates everyTemplate",
    "mail/notifications/resend-failed-emails resendFailedEmails",
    "mail/notifications/restore-template restoreTemplate",
    "mail/notifications/retry-email retryEmail",
    "mail/notifications/test-template testTemplate",
  ],
  "emails.read": [
    "mail/notifications/queries previewEmail",
    "mail/notifications/queries emailLog",
    "mail/notifications/queries openLoggedEmail",
    "mail/notifications/queries previewLoggedEmail",
    "mail/notifications/write-email-log writeEmailLog",
  ],
  "health.read": ["office/operations/queries healthOf"],
  "manifest.read": [
    "evening/guides/answer-shifts answerOwn",
    "evening/guides/queries ownShifts",
    "evening/guides/renew-calendar renewCalendar",
    "evening/guides/show-guide showOneself",
    "office/night/queries readNight",
    "office/night/reveal-phone revealPhone",
    "office/reports/queries tonight",
  ],
  "messages.change": [
    "site/messages/answer-message answerMessage",
    "site/messages/close-message closeMessage",
    "site/messages/delete-reply deleteReply",
    "site/messages/judge-message judgeMessage",
    "site/messages/save-reply saveReply",
  ],
  "messages.read": [
    "site/messages/queries listMessages",
    "site/messages/queries openMessage",
    "site/messages/queries savedReplies",
  ],
  "payments.change": [
    "partners/commission/agree-statement agreeForPartner",
    "partners/commission/pay-statement paySheet",
    "partners/commission/pay-statement payStatement",
    "evening/guides/pay-nights payNights",
    "evening/guides/pay-nights unpayNights",
    "evening/guides/set-pay setPay",
    "books/invoices/issue-invoice issueInvoice",
    "books/invoices/refuse-invoice refuseInvoice",
    "money/payments/check-payment checkPayment",
    "money/payments/close-manual-refund closeManualRefund",
    "money/payments/hand-over-cash handOverCash",
    "money/payments/reprocess-event reprocessEvent",
    "money/payments/resolve-review resolveReview",
    "money/payments/retry-refund retryRefund",
    "books/reconciliation/acknowledge-run acknowledgeRun",
    "evening/till/close-till closeTill",
    "evening/till/look-at-till lookAtTill",
    "evening/till/record-office-move recordOfficeMove",
    "evening/till/settle-refusal settleRefusal",
    "evening/till/undo-office-move undoOfficeMove",
  ],
  "payments.read": [
    "sales/gift-cards/queries giftCardsSheet",
    "sales/gift-cards/queries listGiftCards",
    "books/invoices/list-receipts listReceipts",
    "books/invoices/list-receipts writeReceipts",
    "books/invoices/list-requests writeRequests",
    "books/invoices/queries listRequests",
    "books/invoices/queries openInvoiceFile",
    "books/invoices/queries openRequest",
    "books/reconciliation/queries paymentsAdmin",
    "books/reconciliation/queries listMoney",
    "books/reconciliation/write-money-list writeMoneyList",
    "books/reconciliation/write-moved writeMoved",
    "evening/till/queries tillsPage",
    "evening/till/read-office officeCash",
    "evening/till/write-csv tillsSheet",
    "evening/till/write-office officeSheet",
  ],
  "programs.change": [
    "programs/api-keys/change-key changeKey",
    "programs/api-keys/make-key makeKey",
    "programs/api-keys/queries adminKeys",
    "programs/api-keys/revoke-key revokeKey",
    "programs/api-keys/rotate-key rotateKey",
  ],
  "reports.read": [
    "sales/booking/write-add-ons soldAddOnsSheet",
    "office/reports/queries salesReport",
    "office/reports/read-earnings readEarnings",
  ],
  "reviews.change": [
    "evening/reviews/answer-review answerReview",
    "evening/reviews/handle-review handleReview",
    "evening/reviews/hide-review hideReview",
    "evening/reviews/publish-review publishReview",
  ],
  "reviews.read": ["evening/reviews/queries listReviews", "evening/reviews/queries openReview"],
  "roles.change": [
    "base/identity/change-role changeRole",
    "base/identity/invite-person invitePerson",
    "base/identity/revoke-invitation revokeInvitation",
    "base/identity/revoke-sessions revokeSessions",
  ],
  "sales.door": [
    "evening/till/cancel-sale cancelSale",
    "evening/till/check-credit checkCredit",
    "evening/till/count-till countTill",
    "evening/till/open-till openTill",
    "evening/till/pay-out payOut",
    "evening/till/queries doorOffer",
    "evening/till/queries doorSale",
    "evening/till/queries ownTill",
    "evening/till/sell-at-door sellAtDoor",
    "evening/till/sell-offline sellOffline",
    "evening/till/send-back-till sendBackTill",
    "evening/till/take-over-till takeOverTill",
    "evening/till/undo-sale undoSale",
  ],
  "schedule.change": [
    "evening/guides/assign-guide assignGuide",
    "evening/guides/repeat-request repeatRequest",
    "evening/guides/show-guide showGuide",
    "evening/guides/withdraw-shift withdrawShift",
    "changes/cancellation/cancel-departure-bookings cancelDepartureBookings",
    "changes/cancellation/queries cancellationPage",
    "changes/cancellation/queries cancellationsPage",
    "sales/schedule/change-capacity changeCapacity",
    "sales/schedule/create-departures planDepartures",
    "sales/schedule/create-departures createDepartures",
    "sales/schedule/delete-departure deleteDeparture",
    "sales/schedule/duplicate-departure duplicateDeparture",
    "sales/schedule/edit-departure editDeparture",
    "sales/schedule/edit-selection editSelection",
    "sales/schedule/queries departuresToCreate",
  ],
  "schedule.read": ["evening/guides/queries guidesPage", "evening/guides/write-month writeMonth"],
  "settings.change": [
    "partners/measurement/queries readConsents",
    "programs/webhooks/queries endpointToAdd",
    "programs/webhooks/queries listEndpoints",
    "programs/webhooks/queries openEndpoint",
    "programs/webhooks/renew-secret renewSecret",
    "programs/webhooks/renew-secret showSecret",
    "programs/webhooks/replay-messages replayMessages",
    "programs/webhooks/save-endpoint addEndpoint",
    "programs/webhooks/save-endpoint changeEndpoint",
    "programs/webhooks/save-endpoint deleteEndpoint",
    "programs/webhooks/save-endpoint switchEndpoint",
    "programs/webhooks/send-test sendTest",
    "partners/measurement/queries readAdEvents",
    "partners/measurement/write-csv consentsSheet",
    "mail/notifications/queries scheduledEmails",
    "mail/notifications/queries exampleEmails",
    "mail/notifications/test-mail testMail",
    "office/opening/confirm-brand confirmBrand",
    "office/opening/open-sales openSales",
    "office/opening/open-sales closeSales",
    "office/opening/queries openingOf",
    "office/options/queries openOptions",
    "office/options/save-options saveOptions",
    "office/options/save-rates saveRates",
    "office/options/take-back-options takeBackOptions",
    "office/privacy/erase-person erasePerson",
    "office/privacy/erase-person findPerson",
    "office/privacy/erase-person foreseeErasure",
  ],
  "users.read": ["office/customers/queries customerList", "base/identity/queries staffPage"],
};

/** A use case as `module/file function`. */
const NAMED = Object.entries(NEEDED).flatMap(([permission, names]) =>
  names.map((name) => [name, permission as Permission] as const),
);

/** A database that tells when it is first asked, and never answers. */
function silentDatabase() {
  const { promise, resolve } = Promise.withResolvers<"asked">();
  const silent: object = new Proxy(() => silent, {
    get: (_, name) => (resolve("asked"), name === "then" ? () => {} : silent),
    apply: () => silent,
  });
  return { silent, asked: promise };
}

const settings = readSettings({ BASE_URL: "http://ronda.test" });

/** Whether a use case refuses somebody for want of the permission. */
async function refuses(name: string, permission: Permission, role: string, secondFactor = true): Promise<boolean> {
  const [file, use] = name.split(" ") as [string, string];
  const module = (await import(path.resolve("src/modules", `${file}.server.ts`))) as Record<
    string,
    (...input: unknown[]) => unknown
  >;
  const actor = {
    kind: "user",
    role,
    secondFactor,
    userId: crypto.randomUUID(),
    browser: null,
    address: "",
    userAgent: "",
  };
  const { silent, asked: databaseAsked } = silentDatabase();
  const ctx = { actor, settings, now: NOON, locale: "en", site: "cdmx", db: silent, pool: silent };
  // what it is called with is nothing: whoever isn't refused meets that or the database
  const called = (async () => module[use]!(ctx as unknown as Context, {}, {}, {}, {}))().catch(() => "failed" as const);
  const answer = await Promise.race([called, databaseAsked]);
  if (typeof answer !== "object" || answer === null) return false;
  const { reason, missing = permission } = answer as { reason?: string; missing?: string };
  return reason === "forbidden" && missing === permission;
}

describe("a use case is for whoever has its permission, and for nobody else", () => {
  test.each(NAMED)("%s: %s", async (name, permission) => {
    for (const role of [...ROLES, "nobody"])
      expect([role, await refuses(name, permission, role)]).toEqual([role, !allows(role, permission)]);
    expect(await refuses(name, permission, "admin", false), "an admin without a second factor").toBe(true);
  });
});

test("every use case that asks for a permission first stands above", () => {
  const asking = fs.globSync("src/modules/*/*/*.server.ts").flatMap((found) => {
    const file = found.slice("src/modules/".length, -".server.ts".length);
    return fs
      .readFileSync(found, "utf8")
      .split(/^export /m)
      .flatMap((text) => {
        const [name, before] = [
          /^(?:async )?(?:function|const) (\w+)/.exec(text)?.[1],
          text.split('if (!can(ctx.actor, "')[0]!,
        ];
        const isFirst = before !== text && !before.includes("await") && before.split("\n").length <= 15;
        const says = text.slice(before.length).split("\n").slice(0, 2).join("\n");
        return name && isFirst && /forbidden|refused\(\)/.test(says) ? [`${file} ${name}`] : [];
      });
  });
  expect(asking.toSorted()).toEqual(NAMED.map(([name]) => name).toSorted());
});
