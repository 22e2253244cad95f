import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { bookingState } from "#src/modules/sales/booking/queries.server.ts";
import { contactAsShown, correctedFields, isNobody } from "#src/modules/sales/booking/rules/contact.ts";
import { writeContact } from "#src/modules/sales/booking/write-contact.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { ContactAct } from "#src/modules/office/booking-admin/rules/admin-acts.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Staff correct who booked and how they are reached: the way out where a mistyped address never worked. Tickets or the link go there
 * again, and earlier links end. Idempotent. Requires permission to change bookings. Refusals: forbidden, booking_not_found,
 * booking_changed (somebody else corrected it meanwhile), email_nobody (the guest's data was deleted).
 */
export async function correctContact(ctx: Context, bookingId: string, act: Omit<ContactAct, "act">) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" });
  if (!isUuid(bookingId) || !(await bookingState(ctx, bookingId))) return fail("booking_not_found");
  const { key, expected, ...contact } = act;
  return ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    if (isNobody(booking)) return fail("email_nobody");
    if (correctedFields(booking, contact).length === 0) return ok({});
    if (contactAsShown(booking) !== expected) return fail("booking_changed");
    await writeContact(ctx, tx, booking, { contact, key, byGuest: false });
    return ok({});
  });
}
