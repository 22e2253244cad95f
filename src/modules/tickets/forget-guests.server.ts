import { forgetNames } from "#src/modules/tickets/store.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Takes the names out of the tickets of bookings that become nobody's. Who may do this is the caller's to know. */
export async function forgetTicketNames(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length > 0) await forgetNames(tx, bookingIds);
}
