import { forgetNames } from "#src/modules/tickets/store.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Removes the names from the tickets of anonymized bookings. The caller must check access. */
export async function forgetTicketNames(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length > 0) await forgetNames(tx, bookingIds);
}
