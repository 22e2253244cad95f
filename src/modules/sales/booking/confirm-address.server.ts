import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { askAddress } from "#src/modules/sales/booking/change-contact.server.ts";
import { addressChangeRefused } from "#src/modules/sales/booking/events.ts";
import { keyOf, readAddressToken, standingOf } from "#src/modules/sales/booking/grant-address.server.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { bookingState } from "#src/modules/sales/booking/queries.server.ts";
import { isNobody } from "#src/modules/sales/booking/rules/contact.ts";
import { renewLink } from "#src/modules/sales/booking/renew-link.server.ts";
import { writeContact } from "#src/modules/sales/booking/write-contact.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * The reader of an address says whether a booking's emails go elsewhere, by the link that was mailed there. The old address's yes
 * has the new one asked (`asked`); the new one's yes moves the booking (`changed`), ends every earlier link and mails the tickets
 * there. The old one's no (`kept`) ends every earlier link too, with it the one of whoever asked, and mails a new one there.
 * Idempotent. Refusals: link_expired, link_invalid (also where something else came first, or whoever booked was erased).
 */
export async function confirmAddress(
  ctx: Context,
  { booking_id: id, change, agrees }: { booking_id: string; change: string; agrees: boolean },
) {
  const read = readAddressToken(ctx, id, change);
  if (!read.ok) return read;
  const { asked: claim } = read;
  const { step, newEmail } = claim;
  if (!isUuid(id) || !(await bookingState(ctx, id))) return fail("link_invalid");
  return ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, id);
    const standing = standingOf(ctx, claim, booking);
    if (standing === "done") return ok({ state: "changed" as const, email: newEmail });
    if (standing === "over" || isNobody(booking)) return fail("link_invalid");
    const key = keyOf(change);
    if (!agrees) {
      // the reader of the new address has nothing to lose
      if (step === "new") return ok({ state: "kept" as const, email: newEmail });
      await renewLink(ctx, tx, id);
      await audit(tx, ctx, { action: "booking.address_change_refused", subject: ["booking", id] });
      await ctx.publish(ctx, tx, addressChangeRefused({ bookingId: id, key }));
      return ok({ state: "kept" as const, email: newEmail });
    }
    if (step === "old") {
      await askAddress(ctx, tx, booking, { step: "new", newEmail });
      return ok({ state: "asked" as const, email: newEmail });
    }
    const { first_name, last_name, phone } = booking;
    const contact = { first_name, last_name, phone, email: newEmail };
    await writeContact(ctx, tx, booking, { contact, key, byGuest: true });
    return ok({ state: "changed" as const, email: newEmail });
  });
}
