import { type Topic, topicOf } from "#src/modules/programs/webhooks/rules/topics.ts";

/** What OCTO calls what a program subscribes to. */
export const NOTIFICATION_TYPES = {
  PRODUCT_UPDATE: "crawls",
  AVAILABILITY_UPDATE: "nights",
  BOOKING_UPDATE: "bookings",
} as const satisfies Record<string, Topic>;
export type NotificationType = keyof typeof NOTIFICATION_TYPES;
export const NOTIFICATION_NAMES = Object.keys(NOTIFICATION_TYPES) as readonly NotificationType[];

/** The topics of OCTO's types, and back. */
export const topicsFrom = (types: readonly NotificationType[]): Topic[] =>
  types.map((type) => NOTIFICATION_TYPES[type]);
export const namesOf = (topics: readonly Topic[]): NotificationType[] =>
  NOTIFICATION_NAMES.filter((name) => topics.includes(NOTIFICATION_TYPES[name]));

type Data = { id?: string; uuid?: string; crawl_id?: string; date?: string };

/** By which something is asked for again. */
const KEYS: Record<NotificationType, (data: Data) => object> = {
  PRODUCT_UPDATE: ({ id }) => ({ productId: id }),
  AVAILABILITY_UPDATE: ({ crawl_id: productId, date }) => ({
    productId,
    localDateStart: date,
    localDateEnd: date,
  }),
  BOOKING_UPDATE: ({ uuid }) => ({ uuid }),
};

/** A message of ours as OCTO's notification: of what it tells, and the keys to ask for that again. */
export function notificationOf({ type, data }: { type: string; data: object }) {
  const name = NOTIFICATION_NAMES.find((one) => NOTIFICATION_TYPES[one] === topicOf(type));
  if (name === undefined) throw new Error(`OCTO has no notification for ${type}`);
  return { notificationType: name, data: KEYS[name](data) };
}
