import { contactCorrected } from "#src/modules/sales/booking/events.ts";
import { guestOf, hashOf } from "#src/modules/sales/booking/guard-unpaid.server.ts";
import type { LockedBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { renewLink } from "#src/modules/sales/booking/renew-link.server.ts";
import { type Contact, correctedFields, isSameAddress } from "#src/modules/sales/booking/rules/contact.ts";
import { lineOf } from "#src/modules/sales/booking/rules/unpaid.ts";
import { setContact } from "#src/modules/sales/booking/store/booking.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Call with the booking locked: writes who booked it and how they are reached. Another email address ends every earlier link. What is
 * mailed again follows from the event; `key` makes that idempotent. Returns whether anything changed. The caller checks permissions.
 */
export async function writeContact(
  ctx: Context,
  tx: Tx,
  booking: LockedBooking,
  { contact, key, byGuest }: { contact: Contact; key: string; byGuest: boolean },
): Promise<boolean> {
  const fields = correctedFields(booking, contact);
  if (fields.length === 0) return false;
  const { id, email, phone } = booking;
  const isMoved = !isSameAddress(email, contact.email);
  // unpaid places count for the mailbox and the phone that they are kept with
  const heldEmail = guestOf(ctx, contact.email);
  const heldPhone = contact.phone === "" ? null : hashOf(ctx, lineOf(contact.phone));
  await setContact(tx, id, {
    ...contact,
    ...(isMoved ? { email_proven: false, held_domain: null } : {}),
    ...(isMoved && booking.held_email !== null ? { held_email: heldEmail } : {}),
    ...(phone !== contact.phone && booking.held_phone !== null ? { held_phone: heldPhone } : {}),
  });
  if (isMoved) await renewLink(ctx, tx, id);
  // which fields, not what they say: the audit log is never purged
  await audit(tx, ctx, {
    action: "booking.contact_corrected",
    subject: ["booking", id],
    changes: { corrected: [null, fields] },
  });
  const nameOf = (one: Contact) => `${one.first_name} ${one.last_name}`.trim();
  const names = { was: nameOf(booking), now: nameOf(contact) };
  const reached = isMoved && (await ctx.ask.hasReached(tx, id, email));
  const from = isMoved ? email : null;
  await ctx.publish(ctx, tx, contactCorrected({ bookingId: id, key, from, reached, names, byGuest }));
  return true;
}
