import type { Locale } from "#src/kernel/localized.ts";
import {
  type BookingEmailKind,
  type Email,
  KINDS,
  type TemplateKind,
  type TrialKind,
} from "#src/modules/mail/notifications/kinds/every-kind.ts";
import {
  guestAddress,
  insertEmail,
  insertEmailLater,
  languagesOf,
  type NewEmail,
} from "#src/modules/mail/notifications/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** What an email is about: a booking, or the subject its payload names. */
type EmailContent =
  | (Email<BookingEmailKind> & { bookingId: string })
  | (Email<Exclude<TemplateKind, BookingEmailKind>> & { bookingId: null })
  | (Email<TrialKind> & { bookingId: string | null });

/** An email to queue. `dedupeKey` identifies it (`booking.<id>.confirmation.1`): it is queued once, however often requested. */
export type QueuedEmail = EmailContent & { dedupeKey: string; language: Locale; recipient: string };

/**
 * Queues an email and the job that sends it in the caller's transaction (rule mail-1). Its content is read when it is sent.
 * Returns whether it is new, or was only withheld for now.
 */
export const queueEmail = (ctx: Pick<Context, "now">, tx: Tx, email: QueuedEmail): Promise<boolean> =>
  insertEmail(tx, rowOf(email), ctx.now);

const rowOf = (email: QueuedEmail): NewEmail => ({
  kind: email.kind,
  dedupe_key: email.dedupeKey,
  language: email.language,
  recipient: email.recipient,
  booking_id: email.bookingId,
  payload: JSON.stringify(KINDS[email.kind].payload.parse(email.payload)),
});

/**
 * Queues an email to a booking's guest, in the booking's language; none where their data has been deleted. `key` may need the version of
 * the booking.
 */
export async function queueToGuest(
  ctx: Context,
  tx: Tx,
  bookingId: string,
  { key, ...email }: Email<BookingEmailKind> & { key: string | ((version: number) => string) },
): Promise<void> {
  const booking = await guestAddress(tx, bookingId);
  if (!booking) throw new Error(`no booking ${bookingId} to write about`);
  await queueTo(
    ctx,
    tx,
    { id: bookingId, ...booking },
    { ...email, key: typeof key === "string" ? key : key(booking.version) },
  );
}

/** The same where the booking's address and language are known. */
export async function queueTo(
  ctx: Context,
  tx: Tx,
  { id: bookingId, email: recipient, language }: { id: string; email: string; language: string },
  { key, ...email }: Email<BookingEmailKind> & { key: string },
): Promise<void> {
  if (recipient === "") return;
  const content = { ...email, dedupeKey: `booking.${bookingId}.${key}`, recipient, bookingId };
  await insertEmailLater(tx, rowOf({ ...content, language: language === "es" ? "es" : "en" }), ctx.now);
}

/** Queues an email to every address of ADMIN_EMAILS, in the language of that person's account. */
export async function queueToStaff(ctx: Context, tx: Tx, key: string, content: EmailContent): Promise<void> {
  const addresses = ctx.settings.ADMIN_EMAILS;
  const spoken = new Map((await languagesOf(tx, addresses)).map((row) => [row.email, row.language]));
  for (const recipient of addresses) {
    const language = spoken.get(recipient) === "es" ? "es" : "en";
    await queueEmail(ctx, tx, { ...content, dedupeKey: `${key}.${recipient}`, language, recipient });
  }
}
