import { recordGuests } from "#src/modules/sales/booking/record-guests.server.ts";
import type { Contact } from "#src/modules/sales/booking/rules/contact.ts";
import { setContact } from "#src/modules/sales/booking/store/booking.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Call with an unpaid booking locked: writes for whom a seller holds it, of whom nothing was known and to whom nothing was sent. `others`:
 * the names of everyone but the first. The caller checks permissions.
 */
export async function nameGuests(
  ctx: Context,
  tx: Tx,
  bookingId: string,
  { contact, others }: { contact: Contact; others: string[] },
): Promise<void> {
  await setContact(tx, bookingId, contact);
  await recordGuests(ctx, tx, bookingId, others, false);
  await audit(tx, ctx, {
    action: "booking.contact_corrected",
    subject: ["booking", bookingId],
    changes: { corrected: [null, ["first_name", "last_name", "email", "phone"]] },
  });
}
