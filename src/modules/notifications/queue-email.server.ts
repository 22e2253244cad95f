import type { Locale } from "#src/kernel/localized.ts";
import {
  type AccountMail,
  type BookingMail,
  type InvitationMail,
  type MessageMail,
  type MoneyMail,
  PAYLOADS,
} from "#src/modules/notifications/schema.ts";
import { insertEmail } from "#src/modules/notifications/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** What a mail is about: a booking, or something that its payload names. */
export type MailContent =
  | (BookingMail & { bookingId: string })
  | ((MessageMail | MoneyMail | AccountMail | InvitationMail) & { bookingId: null });

/** A mail to come. `dedupeKey` says which one it is (`booking.<id>.confirmation.1`): it is queued once, however often asked. */
export type QueuedEmail = MailContent & { dedupeKey: string; language: Locale; recipient: string };

/**
 * Writes a mail and the job that sends it in the transaction that causes it (mechanics 7). What it says is read when it is sent.
 * Gives whether it is a new one.
 */
export async function queueEmail(_ctx: Context, tx: Tx, mail: QueuedEmail): Promise<boolean> {
  const queued = await insertEmail(tx, {
    kind: mail.kind,
    dedupe_key: mail.dedupeKey,
    language: mail.language,
    recipient: mail.recipient,
    booking_id: mail.bookingId,
    payload: JSON.stringify(PAYLOADS[mail.kind].parse(mail.payload)),
  });
  return queued.length > 0;
}
