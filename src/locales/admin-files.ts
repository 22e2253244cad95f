import type { Message } from "#src/locales/message.ts";

/** The texts of what only staff see: a map of its own, so that guests' browsers don't carry even their names. */
export const adminFiles = import.meta.glob<{ default: Record<string, Message> }>(
  "./*/{admin,audit,booking-admin,booking-admin-list,catalog-admin,coupons,customers,identity-admin,messages-admin,payments-cancel,reconciliation,reports,reviews-admin,schedule-admin}.json",
);
