import { forgetPeople } from "#src/modules/booking/store/owner.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Makes bookings nobody's, in the transaction that deletes their owner's account. Who may do this is the caller's to know. */
export async function forgetGuests(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length > 0) await forgetPeople(tx, bookingIds);
}
