import type { Permission } from "#src/modules/base/identity/rules/permissions.ts";

/**
 * The files that staff take by their address, each with the permission that it needs: `routes.ts` has a route for each, and
 * `routes/admin/export.ts` says what is in it.
 */
export const EXPORTS = {
  "/admin/access/log.csv": "audit.read",
  "/admin/add-ons/sold.csv": "reports.read",
  "/admin/affiliates/partners.csv": "affiliates.read",
  "/admin/affiliates/statements/:partnerId/:month/statement.csv": "affiliates.read",
  "/admin/affiliates/statements/:partnerId/:month/statement.pdf": "affiliates.read",
  "/admin/affiliates/statements/payouts.csv": "books.close",
  "/admin/audit/log.csv": "audit.read",
  "/admin/bars/:id/settlement.csv": "crawls.read",
  "/admin/bars/:id/settlement.pdf": "crawls.read",
  "/admin/bookings/export.csv": "bookings.read",
  "/admin/bookings/export.xlsx": "bookings.read",
  "/admin/consents/log.csv": "settings.change",
  "/admin/coupons/coupons.csv": "coupons.read",
  "/admin/price-rules/price-rules.csv": "coupons.read",
  "/admin/dashboard/chart.csv": "reports.read",
  "/admin/earnings/earnings.csv": "reports.read",
  "/admin/earnings/earnings.xlsx": "reports.read",
  "/admin/emails/log.csv": "emails.read",
  "/admin/gift-cards/cards.csv": "payments.read",
  "/admin/groups/requests.csv": "bookings.read",
  "/admin/guides/month.csv": "schedule.read",
  "/admin/import/:id/errors.csv": "imports.change",
  "/admin/import/bookings.csv": "imports.change",
  "/admin/import/customers.csv": "imports.change",
  "/admin/invoices/:bookingId/cfdi.pdf": "payments.read",
  "/admin/invoices/:bookingId/cfdi.xml": "payments.read",
  "/admin/invoices/receipts.csv": "payments.read",
  "/admin/invoices/requests.csv": "payments.read",
  "/admin/languages/texts.csv": "content.change",
  "/admin/nights/:id/list.csv": "manifest.read",
  "/admin/nights/:id/list.pdf": "manifest.read",
  "/admin/nights/:id/waiting-list.csv": "bookings.read",
  "/admin/payments/all.csv": "payments.read",
  "/admin/payments/ledger.csv": "payments.read",
  "/admin/payments/moved.csv": "payments.read",
  "/admin/schedule/departures.csv": "schedule.read",
  "/admin/tills/office.csv": "payments.read",
  "/admin/tills/tills.csv": "payments.read",
} as const satisfies Record<string, Permission>;

/** The address of such a file, as a pattern. */
export type ExportPath = keyof typeof EXPORTS;

/** Those that a form asks for, because what they say is audited. */
export const POSTED: readonly ExportPath[] = ["/admin/bookings/export.csv", "/admin/bookings/export.xlsx"];
