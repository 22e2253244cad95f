import vouchers from "./vouchers.json";
import waiting from "./waiting.json";
import waitingAdmin from "./waiting-admin.json";
import vouchersAdmin from "./vouchers-admin.json";
import stops from "./stops.json";
import stopsAdmin from "./stops-admin.json";
import opening from "./opening.json";
import operations from "./operations.json";
import options from "./options.json";
import audit from "./audit.json";
import reports from "./reports.json";
import invoicesAdmin from "./invoices-admin.json";
import identity from "./identity.json";
import scheduleBookNow from "./schedule-book-now.json";
import bookingMine from "./booking-mine.json";
import catalogCities from "./catalog-cities.json";
import catalogAdmin from "./catalog-admin.json";
import catalogCitiesAdmin from "./catalog-cities-admin.json";
import catalog from "./catalog.json";
import catalogProof from "./catalog-proof.json";
import credits from "./credits.json";
import admin from "./admin.json";
import contentAdmin from "./content-admin.json";
import contentPages from "./content-pages.json";
import contentPreview from "./content-preview.json";
import contentCampaigns from "./content-campaigns.json";
import schedule from "./schedule.json";
import paymentsCancel from "./payments-cancel.json";
import privacyAdmin from "./privacy-admin.json";
import bookingCheckout from "./booking-checkout.json";
import common from "./common.json";
import paymentsConfirmation from "./payments-confirmation.json";
import affiliates from "./affiliates.json";
import affiliatesQr from "./affiliates-qr.json";
import affiliatesWidget from "./affiliates-widget.json";
import messages from "./messages.json";
import affiliatesAdmin from "./affiliates-admin.json";
import affiliatesLinkAdmin from "./affiliates-link-admin.json";
import commissionPage from "./commission-page.json";
import coupons from "./coupons.json";
import scheduleAdmin from "./schedule-admin.json";
import commissionAdmin from "./commission-admin.json";
import customers from "./customers.json";
import desk from "./desk.json";
import deskAdmin from "./desk-admin.json";
import doorAdmin from "./door-admin.json";
import editing from "./editing.json";
import errors from "./errors.json";
import reviewsAdmin from "./reviews-admin.json";
import contentHome from "./content-home.json";
import notifications from "./notifications.json";
import notificationsUnsubscribe from "./notifications-unsubscribe.json";
import night from "./night.json";
import notificationsAdmin from "./notifications-admin.json";
import notificationsTemplates from "./notifications-templates.json";
import paymentsManage from "./payments-manage.json";
import measurement from "./measurement.json";
import guides from "./guides.json";
import guidesAdmin from "./guides-admin.json";
import mediaAdmin from "./media-admin.json";
import messagesAdmin from "./messages-admin.json";
import messagesReplies from "./messages-replies.json";
import reconciliation from "./reconciliation.json";
import identityAdmin from "./identity-admin.json";
import identityProfile from "./identity-profile.json";
import reviews from "./reviews.json";
import reviewsCrawl from "./reviews-crawl.json";
import receipts from "./receipts.json";
import bookingAdminBulk from "./booking-admin-bulk.json";
import bookingAdminList from "./booking-admin-list.json";
import bookingAdmin from "./booking-admin.json";
import sandbox from "./sandbox.json";
import doorScanner from "./door-scanner.json";
import site from "./site.json";
import tickets from "./tickets.json";
import till from "./till.json";
import translations from "./translations.json";

export default {
  ...vouchers,
  ...vouchersAdmin,
  ...waiting,
  ...waitingAdmin,
  ...stops,
  ...stopsAdmin,
  ...audit,
  ...options,
  ...reports,
  ...opening,
  ...operations,
  ...identity,
  ...invoicesAdmin,
  ...common,
  ...site,
  ...contentHome,
  ...scheduleBookNow,
  ...bookingMine,
  ...catalogCities,
  ...catalogAdmin,
  ...catalogCitiesAdmin,
  ...catalog,
  ...catalogProof,
  ...credits,
  ...admin,
  ...contentAdmin,
  ...contentPages,
  ...contentPreview,
  ...contentCampaigns,
  ...schedule,
  ...paymentsCancel,
  ...privacyAdmin,
  ...bookingCheckout,
  ...paymentsConfirmation,
  ...affiliates,
  ...affiliatesQr,
  ...affiliatesWidget,
  ...messages,
  ...affiliatesAdmin,
  ...affiliatesLinkAdmin,
  ...commissionPage,
  ...coupons,
  ...scheduleAdmin,
  ...commissionAdmin,
  ...customers,
  ...desk,
  ...deskAdmin,
  ...doorAdmin,
  ...editing,
  ...errors,
  ...reviewsAdmin,
  ...night,
  ...notifications,
  ...notificationsAdmin,
  ...notificationsTemplates,
  ...notificationsUnsubscribe,
  ...paymentsManage,
  ...measurement,
  ...guides,
  ...guidesAdmin,
  ...mediaAdmin,
  ...messagesAdmin,
  ...messagesReplies,
  ...reconciliation,
  ...identityAdmin,
  ...identityProfile,
  ...reviews,
  ...reviewsCrawl,
  ...receipts,
  ...bookingAdminBulk,
  ...bookingAdminList,
  ...bookingAdmin,
  ...sandbox,
  ...doorScanner,
  ...tickets,
  ...till,
  ...translations,
};
