import { forgetReasonsOf } from "#src/modules/door/store/events.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Removes what was written at the door about the guests of anonymized bookings. The caller must check access. */
export async function forgetReasons(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length > 0) await forgetReasonsOf(tx, bookingIds);
}
