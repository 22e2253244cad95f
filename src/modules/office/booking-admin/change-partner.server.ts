import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { partnerChanged } from "#src/modules/sales/booking/events.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { bookingState } from "#src/modules/sales/booking/queries.server.ts";
import { contactDoubts } from "#src/modules/office/booking-admin/rules/partner.ts";
import { creditBooking } from "#src/modules/sales/booking/credit-partner.server.ts";
import { holdPartners } from "#src/modules/office/booking-admin/store/partners.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Credits a booking to another partner, or to none; `expected` is whom it was credited to when that was decided. Its commission
 * moves in the same transaction. Repeating it changes nothing. Needs `affiliates.change`, and tells nothing of the guest. Refusals:
 * forbidden {missing}, booking_not_found, partner_not_found, partner_changed (by somebody else meanwhile).
 */
export async function changePartner(
  ctx: Context,
  { booking_id, partner_id, expected }: { booking_id: string; partner_id: string | null; expected: string | null },
) {
  if (!can(ctx.actor, "affiliates.change")) return fail("forbidden", { missing: "affiliates.change" });
  if (!isUuid(booking_id) || !(await bookingState(ctx, booking_id))) return fail("booking_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, booking_id);
    const had = booking.partner_id;
    if (had === partner_id) return ok({});
    if (had !== expected) return fail("partner_changed");
    const partners = await holdPartners(
      tx,
      [had, partner_id].filter((id) => id !== null),
    );
    const before = partners.find(({ id }) => id === had) ?? null;
    const now = partners.find(({ id }) => id === partner_id) ?? null;
    if (partner_id !== null && !now) return fail("partner_not_found");
    const doubts = now ? contactDoubts(now, booking) : [];
    await creditBooking(
      tx,
      booking_id,
      now && {
        partner_id: now.id,
        before: before?.code ?? null,
        doubts: doubts.length > 0 ? doubts : null,
        at: ctx.now,
      },
    );
    await audit(tx, ctx, {
      action: "booking.partner_changed",
      subject: ["booking", booking_id],
      changes: { partner: [before?.name ?? null, now?.name ?? null] },
    });
    await ctx.publish(ctx, tx, partnerChanged({ bookingIds: [booking_id], cause: "partner", former: had }));
    return ok({});
  });
}
