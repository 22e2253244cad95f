import { forgetComments } from "#src/modules/evening/reviews/store.server.ts";
import { forgetReplies } from "#src/modules/evening/reviews/store/admin.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Removes the text from reviews of anonymized bookings, unless the guest consented to publish it. Stars stay: they identify
 * nobody. Replies to the guests are removed.
 */
export async function forgetReviewWords(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return;
  await forgetComments(tx, bookingIds);
  await forgetReplies(tx, bookingIds);
}
