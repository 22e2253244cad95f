import { forgetPeople } from "#src/modules/booking/store/owner.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Anonymizes bookings, in the transaction that deletes their owner's account. The caller checks permissions. */
export async function forgetGuests(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length > 0) await forgetPeople(tx, bookingIds);
}
