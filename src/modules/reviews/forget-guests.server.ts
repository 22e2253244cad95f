import { forgetComments } from "#src/modules/reviews/store.server.ts";
import { forgetReplies } from "#src/modules/reviews/store/admin.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Takes the words out of reviews of bookings that become nobody's, where nobody agreed to show them. Stars stay: they name nobody. What was
 * written to their guests goes. */
export async function forgetReviewWords(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return;
  await forgetComments(tx, bookingIds);
  await forgetReplies(tx, bookingIds);
}
