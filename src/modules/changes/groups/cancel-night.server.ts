import { setDeparture, unbookedNights } from "#src/modules/changes/groups/store/quotes.server.ts";
import { livingBookings } from "#src/modules/sales/booking/queries.server.ts";
import { lockDeparture, markDepartureCancelled } from "#src/modules/sales/schedule/mark-departure-cancelled.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Calls off a night that was made for a group, in the caller's transaction, unless somebody is on it. */
export async function cancelEmpty(ctx: Context, tx: Tx, id: string): Promise<void> {
  // so that nobody gets a place on it meanwhile
  await lockDeparture(tx, id);
  const { bookings, changing } = await livingBookings({ db: tx }, id);
  if (bookings.length === 0 && changing.length === 0) await markDepartureCancelled(ctx, tx, id);
}

/**
 * Calls off what was made for an offer, or for those of a request, that has become no booking: accepting it was refused, or stopped
 * halfway. Call with the request locked, as whoever accepts locks it.
 */
export async function withdrawNight(ctx: Context, tx: Tx, of: { id: string } | { request_id: string }): Promise<void> {
  for (const { id, departure_id } of await unbookedNights(tx, of)) {
    await cancelEmpty(ctx, tx, departure_id);
    await setDeparture(tx, id, null);
  }
}
