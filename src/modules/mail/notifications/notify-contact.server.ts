import type { addressChangeAsked, addressChangeRefused, contactCorrected } from "#src/modules/sales/booking/events.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import type { BookingEmail } from "#src/modules/mail/notifications/schema.ts";
import { addSending, confirmableBooking, moveUnsent } from "#src/modules/mail/notifications/store.server.ts";
import { hasReplaced } from "#src/modules/evening/tickets/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

// Event handlers: what is mailed when a booking's contact is corrected, in the transaction that does it.

type PayloadOf<F extends (...args: never) => { payload: object }> = ReturnType<F>["payload"];

/**
 * Corrected: what was for the guest goes to them again. To another address go the tickets or the link, and what had not been
 * delivered to the old one; the old one is told, unless it doesn't work. A corrected name is on the tickets. What a guest changed of
 * the rest is told at their address.
 */
export async function notifyCorrected(
  ctx: Context,
  tx: Tx,
  { bookingId, key, from, reached, names, byGuest }: PayloadOf<typeof contactCorrected>,
): Promise<void> {
  const booking = await confirmableBooking(tx, bookingId);
  if (!booking) throw new Error(`no booking ${bookingId} to write about`);
  const { email, isConfirmed } = booking;
  const tell = telling(ctx, tx, bookingId, booking.language);
  const renewed = from !== null && (await hasReplaced(tx, bookingId));
  const again: BookingEmail = isConfirmed
    ? { kind: "booking_confirmation", payload: renewed ? { change: "replaced" } : {} }
    : { kind: "booking_link", payload: {} };
  if (from !== null) {
    if (email !== "") await addSending(tx, await moveUnsent(tx, { bookingId, from, to: email, now: ctx.now }));
    await tell(again, email, `contact.${key}`);
    if (reached) await tell(NOTICE, from, `contact.${key}.was`);
  } else if (names.was !== names.now && isConfirmed) await tell(again, email, `contact.${key}`);
  else if (byGuest) await tell(NOTICE, email, `contact.${key}`);
}
const NOTICE = { kind: "contact_changed", payload: {} } as const;

/** A guest wants the emails elsewhere: asks the reader of one address. */
export async function notifyAddressAsked(
  ctx: Context,
  tx: Tx,
  { bookingId, step, at, newEmail, token, until }: PayloadOf<typeof addressChangeAsked>,
): Promise<void> {
  const booking = await confirmableBooking(tx, bookingId);
  const kind = step === "old" ? "address_change_asked" : "address_change_confirm";
  const tell = telling(ctx, tx, bookingId, booking?.language ?? "en");
  await tell({ kind, payload: { newEmail, token, until } }, at, `address.${step}.${crypto.randomUUID()}`);
}

/** Its reader said no: here is the link that works now. */
export async function notifyAddressKept(
  ctx: Context,
  tx: Tx,
  { bookingId, key }: PayloadOf<typeof addressChangeRefused>,
): Promise<void> {
  const booking = await confirmableBooking(tx, bookingId);
  const tell = telling(ctx, tx, bookingId, booking?.language ?? "en");
  await tell({ kind: "booking_link", payload: {} }, booking?.email ?? "", `link.kept.${key}`);
}

const telling =
  (ctx: Context, tx: Tx, bookingId: string, language: string) =>
  async (email: BookingEmail, recipient: string, key: string): Promise<void> => {
    // there is nobody to write to, or their data has been deleted
    if (recipient === "") return;
    await queueEmail(ctx, tx, {
      ...email,
      bookingId,
      dedupeKey: `booking.${bookingId}.${key}`,
      language: language === "es" ? "es" : "en",
      recipient,
    });
  };
