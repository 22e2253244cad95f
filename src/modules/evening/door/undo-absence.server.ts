import { fail, ok } from "#src/kernel/result.ts";
import { entriesRecorded } from "#src/modules/evening/door/events.ts";
import { holdNoShow, markThere } from "#src/modules/sales/booking/note-attendance.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Notes that the guests of a booking were there after all, so that no job says otherwise again. Idempotent. Refusals: forbidden
 * {missing}, booking_not_found.
 */
export async function undoAbsence(ctx: Context, { booking_id }: { booking_id: string }) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const booking = await holdNoShow(tx, booking_id);
    if (!booking) return fail("booking_not_found");
    if (!booking.no_show_at) return ok({});
    await markThere(tx, booking_id, { now: ctx.now, by: ctx.actor.userId });
    const subject = ["booking", booking_id] as const;
    await audit(tx, ctx, { action: "booking.there", subject, changes: { no_show_at: [booking.no_show_at, null] } });
    await ctx.publish(ctx, tx, entriesRecorded({ bookingIds: [booking_id] }));
    return ok({});
  });
}
