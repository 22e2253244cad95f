import type { Scope } from "#src/modules/base/identity/rules/scopes.ts";

/** What a program subscribes to, the scope that its key needs for it, and the events that are told. */
export const TOPICS = {
  crawls: { scope: "catalog:read", types: ["crawl.changed"] },
  nights: { scope: "availability:read", types: ["availability.changed"] },
  bookings: {
    scope: "bookings:read",
    types: [
      "booking.held",
      "booking.confirmed",
      "booking.changed",
      "booking.cancelled",
      "booking.checked_in",
      "booking.refunded",
    ],
  },
} as const satisfies Record<string, { scope: Scope; types: readonly string[] }>;
export type Topic = keyof typeof TOPICS;
type ToldType = (typeof TOPICS)[Topic]["types"][number];
export const TOPIC_NAMES = Object.keys(TOPICS) as readonly Topic[];

/** The topic of a type; undefined of one to which no program subscribes. */
export const topicOf = (type: string): Topic | undefined =>
  TOPIC_NAMES.find((topic) => (TOPICS[topic].types as readonly string[]).includes(type));

/** The types of some topics, in their order. */
export const typesOf = (topics: readonly Topic[]): ToldType[] =>
  TOPIC_NAMES.filter((topic) => topics.includes(topic)).flatMap((topic) => TOPICS[topic].types);

/** The topics of some types. */
export const topicsOf = (types: readonly string[]): Topic[] =>
  TOPIC_NAMES.filter((topic) => types.some((type) => topicOf(type) === topic));

/** The scope that a key needs to be told of a type; of one that is no topic's, none. */
export function scopeFor(type: string): string {
  const topic = topicOf(type);
  return topic ? TOPICS[topic].scope : "";
}
