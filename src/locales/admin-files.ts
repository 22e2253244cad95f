import type { Message } from "#src/locales/message.ts";

/** The texts of what only staff see: a map of its own, so that guests' browsers don't carry even their names. */
export const adminFiles = import.meta.glob<{ default: Record<string, Message> }>(
  "./*/{audit,cancelling,coupons,crawleditor,customers,dashboard,departures,admin,feedback,messages,money,people,reservation,sales}.json",
);
