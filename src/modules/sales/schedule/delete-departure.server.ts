import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { departureDeleted } from "#src/modules/sales/schedule/events.ts";
import { lockedDepartures, removeDeparture } from "#src/modules/sales/schedule/store/admin.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { violated } from "#src/platform/transaction.server.ts";

/**
 * Deletes a departure. Only one that no booking ever referenced, not even a lapsed basket: a late payment may still arrive for
 * one, and sold or cancelled bookings are history (decision 049). Refusals: forbidden, departure_not_found, was_booked
 * {bookings}, was_open (guests of other nights were let in or turned away at its door), has_guides (somebody stands on it or was paid for it: they are told when it is cancelled).
 */
export async function deleteDeparture(ctx: Context, id: string) {
  if (!can(ctx.actor, "schedule.change")) return fail("forbidden", { missing: "schedule.change" as const });
  if (!isUuid(id)) return fail("departure_not_found");
  const deleted = ctx.db.transaction().execute(async (tx) => {
    // concurrent bookings wait for this lock, then find no departure
    const [row] = await lockedDepartures(tx, ctx, [id]);
    if (!row) return fail("departure_not_found");
    const { bookings, changes } = await ctx.ask.timesBooked(tx, id);
    if (bookings + changes > 0) return fail("was_booked", { bookings: Math.max(bookings, changes) });
    if (await ctx.ask.wasOpen(tx, id)) return fail("was_open");
    await ctx.publish(ctx, tx, departureDeleted({ departureId: id }));
    await removeDeparture(tx, id);
    const { crawl_id, date, start_time, end_time, total_spots, price, sale_price, series_id } = row;
    const old = { crawl_id, date, start_time, end_time, total_spots, price, sale_price, series_id };
    await audit(tx, ctx, {
      action: "departure.deleted",
      subject: ["departure", id],
      changes: Object.fromEntries(Object.entries(old).map(([field, value]) => [field, [value, null]])),
    });
    return ok({ date: row.date });
  });
  return deleted.catch((error: unknown) => {
    if (violated(error) === "shifts_departure_id_fkey") return fail("has_guides");
    if (violated(error)?.endsWith("_fkey")) return fail("was_booked", { bookings: 1 });
    throw error;
  });
}
