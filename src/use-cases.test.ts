import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { allows, type Permission, ROLES } from "#src/modules/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";
import { readSettings } from "#src/platform/env.server.ts";
import { NOON } from "#tests/database.ts";

// Who may do what, by use case: the permission that each asks for in its first lines. Each is asked by every role, and refuses before it
// reads anything; a use case that asks for another permission, or is missing here, fails. What depends on more than the role (whose
// till, whose shift, whose booking) stands beside the use cases, and who opens which page in access.test.ts.

const NEEDED: Record<Permission, readonly string[]> = {
  "affiliates.change": [
    "affiliates/add-terms addTerms",
    "affiliates/email-link emailPartnerLink",
    "affiliates/queries partnerToAdd",
    "affiliates/queries qrCodeToAdd",
    "affiliates/renew-link renewPartnerLink",
    "affiliates/revoke-link restorePartnerLink",
    "affiliates/save-partner addPartner",
    "affiliates/save-partner changePartner",
    "affiliates/save-qr-code addQrCode",
    "affiliates/save-qr-code updateQrCode",
    "affiliates/save-qr-code switchQrCode",
    "affiliates/switch-partner switchPartner",
    "booking-admin/change-partner changePartner",
    "booking-admin/decide-doubt decideDoubt",
    "booking-admin/read-panel partnersToCredit",
    "commission/answer-question answerQuestion",
    "desk/offer-binding offerBinding",
    "desk/offer-binding renewBinding",
  ],
  "affiliates.read": [
    "affiliates/queries openPartner",
    "affiliates/queries listQrCodes",
    "affiliates/queries openQrCode",
    "affiliates/queries openPartnerWidget",
    "affiliates/read-link partnerLink",
    "affiliates/write-qr-file staffQrFile",
    "commission/list-partners listPartners",
    "commission/list-partners partnerFunnel",
    "commission/queries statementsPage",
    "commission/queries statementPage",
    "commission/read-statement-file staffStatementFile",
    "commission/write-partners partnersSheet",
    "desk/queries adminDesks",
  ],
  "audit.read": [
    "audit/queries readAuditLog",
    "audit/queries readAccessLog",
    "audit/write-csv writeAuditLog",
    "audit/write-csv writeAccessLog",
  ],
  "bookings.change": [
    "waiting/offer-places offerByHand",
    "waiting/remove-entry removeEntry",
    "booking-admin/add-note addNote",
    "booking-admin/change-guests changeGuests",
    "booking-admin/correct-contact correctContact",
    "booking-admin/email-bookings emailBookings",
    "booking-admin/enter-booking enterBooking",
    "booking-admin/queries previewBulkEmail",
    "booking-admin/queries previewTag",
    "booking-admin/read-panel adminDates",
    "booking-admin/read-panel handPrice",
    "booking-admin/read-panel sellableDepartures",
    "booking-admin/start-bulk-act startBulkAct",
    "booking-admin/tag-bookings tagBookings",
    "booking-admin/test-letter testLetter",
    "door/look-at-double lookAtDouble",
    "door/undo-absence undoAbsence",
    "notifications/resend-email resendEmail",
    "notifications/send-link sendLink",
    "payments/cancel-as-admin cancelAsAdmin",
    "payments/take-payment takePayment",
  ],
  "bookings.read": [
    "waiting/queries nightList",
    "booking-admin/delete-view deleteView",
    "booking-admin/export-bookings exportBookings",
    "booking-admin/queries listBookings",
    "booking-admin/queries listViews",
    "booking-admin/queries bulkBoard",
    "booking-admin/queries listChoices",
    "booking-admin/read-panel bookingPanel",
    "booking-admin/rename-view renameView",
    "booking-admin/save-view saveView",
    "door/queries doorAlerts",
    "payments/cancel-as-admin priceAdminCancellation",
  ],
  "books.close": ["commission/close-month closeMonth", "commission/write-csv payoutsSheet"],
  "checkins.record": [
    "door/enter-guest enterGuest",
    "door/queries guestList",
    "door/queries findGuest",
    "door/queries payLink",
    "door/register-device registerDevice",
    "door/rename-device renameDevice",
    "door/revoke-device revokeDevice",
    "door/undo-entry undoEntry",
    "stops/read-night guidedNight",
    "till/release-places releasePlaces",
  ],
  "content.change": [
    "content/add-image addImage",
    "content/add-post addPost",
    "content/delete-item deleteItem",
    "content/describe-image describeImage",
    "content/discard-home-draft discardHomeDraft",
    "content/discard-page-draft discardPageDraft",
    "content/move-item moveItem",
    "content/publish-home publishHome",
    "content/publish-page publishPage",
    "content/queries homeToEdit",
    "content/queries listHomeVersions",
    "content/queries homeHistory",
    "content/queries galleryForStaff",
    "content/queries postsForStaff",
    "content/read-pages listPages",
    "content/read-pages pageToEdit",
    "content/read-pages pageHistory",
    "content/read-pages listPageVersions",
    "content/restore-home restoreHome",
    "content/restore-item restoreItem",
    "content/restore-page restorePage",
    "content/save-home-draft saveHomeDraft",
    "content/save-page-draft savePageDraft",
    "content/share-preview sharePreview",
    "content/switch-item switchItem",
    "content/update-post updatePost",
    "media/describe-picture describePicture",
    "media/queries pictureLibrary",
    "media/queries openPicture",
    "media/queries pictureTexts",
    "media/replace-picture replacePicture",
    "media/restore-picture restorePicture",
    "media/trash-picture trashPicture",
    "translations/list-records listRecords",
  ],
  "coupons.change": [
    "coupons/create-coupon createCoupon",
    "coupons/delete-coupon deleteCoupon",
    "coupons/switch-coupon switchCoupon",
    "coupons/update-coupon updateCoupon",
  ],
  "coupons.read": ["coupons/queries listCoupons", "coupons/queries openCoupon", "coupons/write-csv couponsSheet"],
  "crawls.change": [
    "catalog/add-crawl addCrawl",
    "catalog/delete-crawl deleteCrawl",
    "catalog/order-cities orderCities",
    "catalog/queries crawlToAdd",
    "catalog/queries cityToAdd",
    "catalog/overrule-title overruleTitle",
    "catalog/restore-crawl restoreCrawl",
    "catalog/save-city addCity",
    "catalog/save-city updateCity",
    "catalog/switch-city switchCity",
    "catalog/switch-crawl switchCrawl",
    "catalog/update-crawl updateCrawl",
    "stops/queries barToAdd",
    "stops/save-bar addBar",
    "stops/save-bar updateBar",
    "stops/save-bar switchBar",
    "stops/save-bar renewBarLink",
    "stops/save-crawl-stops setCrawlStops",
  ],
  "crawls.read": [
    "catalog/queries crawlsForStaff",
    "catalog/queries deletedCrawls",
    "catalog/queries crawlToEdit",
    "catalog/queries citiesForStaff",
    "catalog/queries cityToEdit",
    "catalog/queries catalogTexts",
    "stops/queries barsForStaff",
    "stops/queries barToEdit",
    "stops/queries crawlStopsToEdit",
    "vouchers/queries settlementOf",
  ],
  "emails.change": [
    "notifications/preview-template previewTemplate",
    "notifications/publish-template publishTemplate",
    "notifications/read-templates listTemplates",
    "notifications/read-templates openTemplate",
    "notifications/read-templates listTemplateVersions",
    "notifications/read-templates everyTemplate",
    "notifications/resend-failed-emails resendFailedEmails",
    "notifications/restore-template restoreTemplate",
    "notifications/retry-email retryEmail",
    "notifications/test-template testTemplate",
  ],
  "emails.read": [
    "notifications/queries previewEmail",
    "notifications/queries emailLog",
    "notifications/queries openLoggedEmail",
    "notifications/queries previewLoggedEmail",
    "notifications/write-email-log writeEmailLog",
  ],
  "health.read": ["operations/queries healthOf"],
  "manifest.read": [
    "guides/answer-shifts answerOwn",
    "guides/queries ownShifts",
    "guides/renew-calendar renewCalendar",
    "guides/show-guide showOneself",
    "night/queries readNight",
    "night/reveal-phone revealPhone",
    "reports/queries tonight",
  ],
  "messages.change": [
    "messages/answer-message answerMessage",
    "messages/close-message closeMessage",
    "messages/delete-reply deleteReply",
    "messages/judge-message judgeMessage",
    "messages/save-reply saveReply",
  ],
  "messages.read": ["messages/queries listMessages", "messages/queries openMessage", "messages/queries savedReplies"],
  "payments.change": [
    "commission/agree-statement agreeForPartner",
    "commission/pay-statement paySheet",
    "commission/pay-statement payStatement",
    "guides/pay-nights payNights",
    "guides/pay-nights unpayNights",
    "guides/set-pay setPay",
    "invoices/issue-invoice issueInvoice",
    "invoices/refuse-invoice refuseInvoice",
    "payments/check-payment checkPayment",
    "payments/close-manual-refund closeManualRefund",
    "payments/hand-over-cash handOverCash",
    "payments/reprocess-event reprocessEvent",
    "payments/resolve-review resolveReview",
    "payments/retry-refund retryRefund",
    "reconciliation/acknowledge-run acknowledgeRun",
    "till/close-till closeTill",
    "till/look-at-till lookAtTill",
    "till/record-office-move recordOfficeMove",
    "till/settle-refusal settleRefusal",
    "till/undo-office-move undoOfficeMove",
  ],
  "payments.read": [
    "invoices/list-receipts listReceipts",
    "invoices/list-receipts writeReceipts",
    "invoices/list-requests writeRequests",
    "invoices/queries listRequests",
    "invoices/queries openInvoiceFile",
    "invoices/queries openRequest",
    "reconciliation/queries paymentsAdmin",
    "reconciliation/queries listMoney",
    "reconciliation/write-money-list writeMoneyList",
    "reconciliation/write-moved writeMoved",
    "till/queries tillsPage",
    "till/read-office officeCash",
    "till/write-csv tillsSheet",
    "till/write-office officeSheet",
  ],
  "reports.read": ["reports/queries salesReport"],
  "reviews.change": [
    "reviews/answer-review answerReview",
    "reviews/handle-review handleReview",
    "reviews/hide-review hideReview",
    "reviews/publish-review publishReview",
  ],
  "reviews.read": ["reviews/queries listReviews", "reviews/queries openReview"],
  "roles.change": [
    "identity/change-role changeRole",
    "identity/invite-person invitePerson",
    "identity/revoke-invitation revokeInvitation",
    "identity/revoke-sessions revokeSessions",
  ],
  "sales.door": [
    "till/cancel-sale cancelSale",
    "till/count-till countTill",
    "till/open-till openTill",
    "till/pay-out payOut",
    "till/queries doorOffer",
    "till/queries doorSale",
    "till/queries ownTill",
    "till/sell-at-door sellAtDoor",
    "till/sell-offline sellOffline",
    "till/send-back-till sendBackTill",
    "till/take-over-till takeOverTill",
    "till/undo-sale undoSale",
  ],
  "schedule.change": [
    "guides/assign-guide assignGuide",
    "guides/repeat-request repeatRequest",
    "guides/show-guide showGuide",
    "guides/withdraw-shift withdrawShift",
    "payments/cancel-departure-bookings cancelDepartureBookings",
    "payments/queries cancellationPage",
    "payments/queries cancellationsPage",
    "schedule/change-capacity changeCapacity",
    "schedule/create-departures planDepartures",
    "schedule/create-departures createDepartures",
    "schedule/delete-departure deleteDeparture",
    "schedule/duplicate-departure duplicateDeparture",
    "schedule/edit-departure editDeparture",
    "schedule/edit-selection editSelection",
    "schedule/queries departuresToCreate",
  ],
  "schedule.read": ["guides/queries guidesPage", "guides/write-month writeMonth"],
  "settings.change": [
    "measurement/queries readConsents",
    "measurement/queries readAdEvents",
    "measurement/write-csv consentsSheet",
    "notifications/queries scheduledEmails",
    "notifications/queries exampleEmails",
    "notifications/test-mail testMail",
    "opening/confirm-brand confirmBrand",
    "opening/open-sales openSales",
    "opening/open-sales closeSales",
    "opening/queries openingOf",
    "options/queries openOptions",
    "options/save-options saveOptions",
    "options/save-rates saveRates",
    "options/take-back-options takeBackOptions",
    "privacy/erase-person erasePerson",
    "privacy/erase-person findPerson",
    "privacy/erase-person foreseeErasure",
  ],
  "users.read": ["customers/queries customerList", "identity/queries staffPage"],
};

/** A use case as `module/file function`. */
const NAMED = Object.entries(NEEDED).flatMap(([permission, names]) =>
  names.map((name) => [name, permission as Permission] as const),
);

/** A database that tells when it is first asked, and never answers. */
function silentDatabase() {
  const { promise: asked, resolve } = Promise.withResolvers<"asked">();
  const silent: object = new Proxy(() => silent, {
    get: (_, name) => (resolve("asked"), name === "then" ? () => {} : silent),
    apply: () => silent,
  });
  return { silent, asked };
}

const settings = readSettings({ BASE_URL: "http://ronda.test" });

/** Whether a use case refuses somebody for want of the permission. */
async function refuses(name: string, permission: Permission, role: string, secondFactor = true): Promise<boolean> {
  const [file, use] = name.split(" ") as [string, string];
  const module = (await import(path.resolve("src/modules", `${file}.server.ts`))) as Record<
    string,
    (...asked: unknown[]) => unknown
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
  const { silent, asked } = silentDatabase();
  const ctx = { actor, settings, now: NOON, locale: "en", site: "cdmx", db: silent, pool: silent };
  // what it is called with is nothing: whoever isn't refused meets that or the database
  const called = (async () => module[use]!(ctx as unknown as Context, {}, {}, {}, {}))().catch(() => "failed" as const);
  const answer = await Promise.race([called, asked]);
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
  const asking = fs.globSync("src/modules/*/*.server.ts").flatMap((found) => {
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
