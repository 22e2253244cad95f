import { emptyNotes } from "#src/modules/office/booking-admin/store/panel.server.ts";
import { removeTags } from "#src/modules/office/booking-admin/store/tags.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Empties the notes on bookings and takes off their tags, in the transaction that deletes their owner's account. The caller checks
 * permissions.
 */
export async function forgetNotes(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return;
  await emptyNotes(tx, bookingIds);
  await removeTags(tx, bookingIds, null);
}
