import { emptyQuestions } from "#src/modules/partners/commission/store/statements.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Removes what partners wrote about anonymized bookings: it may name their guests. The caller must check access. */
export async function forgetQuestions(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length > 0) await emptyQuestions(tx, bookingIds);
}
