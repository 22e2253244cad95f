import type { Message } from "#src/locales/message.ts";

/** The admin's texts: a map of its own, so that guests' browsers don't even load their names. */
export const adminFiles = import.meta.glob<{ default: Record<string, Message> }>(
  "./*/{admin,affiliates-admin,affiliates-link-admin,affiliates-qr,audit,booking-admin,booking-admin-bulk,booking-admin-list,catalog-admin,catalog-cities-admin,commission-admin,content-admin,content-pages,coupons,customers,desk-admin,door-admin,door-scanner,editing,guides-admin,identity-admin,invoices-admin,measurement,media-admin,messages-admin,messages-replies,night,notifications-admin,notifications-templates,opening,operations,options,payments-cancel,privacy-admin,reconciliation,reports,reviews-admin,schedule-admin,stops-admin,till,translations,vouchers-admin,waiting-admin}.json",
);
