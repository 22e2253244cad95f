import type { MessageId } from "#src/locales/i18n.ts";
import type { Values } from "#src/locales/message.ts";
import { isForNight } from "#src/modules/mail/notifications/kinds/every-kind.ts";

/** An email that was given up. `link` tells of the secret link that its kind has, which is blanked once it is given up. */
export type FailedEmail = {
  kind: string;
  recipient: string;
  link: "none" | "kept" | "gone";
  /** When its booking's night ends; null where it is about none. */
  ends_at: Date | null;
  /** Whether the same was sent to the same address since, or waits to be. */
  is_replaced: boolean;
  /** Whether the mail server was away while it was tried; otherwise it answered, and refused. */
  server_was_away: boolean;
};

/** Why an email is of no use anymore. */
export const OBSOLETE = ["is_replaced", "link_gone", "night_over", "nobody"] as const;
export type Obsolete = (typeof OBSOLETE)[number];

/**
 * Why an email that was given up is not to be sent again, or null. Whether what it says is still true is asked when it is sent
 * (`whyWithheld`).
 */
export function whyObsolete(email: FailedEmail, now: Date): Obsolete | null {
  if (email.recipient === "") return "nobody";
  if (email.is_replaced) return "is_replaced";
  if (email.link === "gone") return "link_gone";
  return isForNight(email.kind) && email.ends_at !== null && email.ends_at <= now ? "night_over" : null;
}

/** What would become of the emails that were given up. `away` and `refused` would be sent again. */
export type FailedEmails = {
  away: number;
  refused: number;
  obsolete: Partial<Record<Obsolete, number>>;
  since: string | null;
};

/** Sorts them. `created_at` of the oldest becomes `since`, an ISO string. */
export function sortFailed(emails: readonly (FailedEmail & { created_at: Date })[], now: Date): FailedEmails {
  const sorted: FailedEmails = { away: 0, refused: 0, obsolete: {}, since: null };
  for (const email of emails) {
    const why = whyObsolete(email, now);
    if (why) sorted.obsolete[why] = (sorted.obsolete[why] ?? 0) + 1;
    else sorted[email.server_was_away ? "away" : "refused"] += 1;
  }
  const oldest = emails.reduce((least, { created_at }) => Math.min(least, created_at.getTime()), Infinity);
  if (emails.length > 0) sorted.since = new Date(oldest).toISOString();
  return sorted;
}

type Resent = { sent: number; aside: number; more?: boolean };

/** What is said after all of them were to be sent again. */
export function resentReply({ sent, aside, more }: Resent): { flash: MessageId; values?: Values } {
  if (more) return { flash: "operations.flash.againMore", values: { count: sent + aside } };
  if (sent > 0) return { flash: "operations.flash.again", values: { count: sent } };
  if (aside > 0) return { flash: "operations.flash.cleared", values: { count: aside } };
  return { flash: "operations.flash.nothing" };
}
