import type { Locale } from "#src/kernel/localized.ts";
import {
  type AccountEmail,
  type BookingEmail,
  type HoldEmail,
  type InvitationEmail,
  type MessageMail,
  type MoneyEmail,
  type PartnerAlert,
  type PartnerEmail,
  PAYLOADS,
  type ShiftEmail,
  type TillEmail,
  type Trial,
  type WaitingEmail,
} from "#src/modules/mail/notifications/schema.ts";
import { insertEmail } from "#src/modules/mail/notifications/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** What an email is about: a booking, or the subject its payload names. */
export type EmailContent =
  | (BookingEmail & { bookingId: string })
  | ((
      | MessageMail
      | MoneyEmail
      | AccountEmail
      | InvitationEmail
      | HoldEmail
      | WaitingEmail
      | ShiftEmail
      | TillEmail
      | PartnerEmail
      | PartnerAlert
    ) & { bookingId: null })
  | (Trial & { bookingId: string | null });

/** An email to queue. `dedupeKey` identifies it (`booking.<id>.confirmation.1`): it is queued once, however often requested. */
export type QueuedEmail = EmailContent & { dedupeKey: string; language: Locale; recipient: string };

/**
 * Queues an email and the job that sends it in the caller's transaction (rule mail-1). Its content is read when it is sent.
 * Returns whether it is new, or was only withheld for now.
 */
export async function queueEmail(ctx: Pick<Context, "now">, tx: Tx, email: QueuedEmail): Promise<boolean> {
  const row = {
    kind: email.kind,
    dedupe_key: email.dedupeKey,
    language: email.language,
    recipient: email.recipient,
    booking_id: email.bookingId,
    payload: JSON.stringify(PAYLOADS[email.kind].parse(email.payload)),
  };
  const queued = await insertEmail(tx, row, ctx.now);
  return queued.length > 0;
}
