import { bookingsToForget, forgetPeople } from "#src/modules/sales/booking/store/owner.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Anonymizes bookings, in the transaction that forgets everything about them. The caller checks permissions and locks them. */
export async function forgetGuests(tx: Tx, bookingIds: readonly string[], now: Date): Promise<void> {
  if (bookingIds.length > 0) await forgetPeople(tx, bookingIds, now);
}

/** A portion of the bookings that are old enough to be anonymized, locked; bookings that somebody works on are left for next time. */
export const dueGuests: typeof bookingsToForget = bookingsToForget;
