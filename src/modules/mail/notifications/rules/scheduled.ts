import { REMINDERS } from "#src/modules/mail/notifications/rules/reminders.ts";

/** The kinds of email that are sent at a time relative to a night, in the order of the page. */
export const SCHEDULED_KINDS = [...REMINDERS, "rating_request", "checkout_unfinished"] as const;
export type ScheduledKind = (typeof SCHEDULED_KINDS)[number];

/** The kind that an address names, or null. */
export const scheduledKindIn = (text: string | null): ScheduledKind | null =>
  SCHEDULED_KINDS.find((kind) => kind === text) ?? null;

/**
 * How many of a kind would leave in the next seven days as things are, and how many left in the last seven. Of unfinished bookings `next`
 * is how many wait.
 */
export type ScheduledEmail = { kind: ScheduledKind; next: number; last: number };

/** An email as it looks, with pictures inside. */
export type ExampleEmail = { subject: string; html: string };
