import { emptyBodiesBefore, emptyBodiesOf } from "#src/modules/money/payments/store/inbox.server.ts";
import { emptyRefundNotes } from "#src/modules/money/payments/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Deletes the bodies of provider messages from before an instant: they may name the payer. Their references stay. */
export const forgetOldMessages = ({ db }: Pick<Context, "db">, before: Date): Promise<void> =>
  emptyBodiesBefore(db, before);

/**
 * Does the same at once for the payments of bookings, and empties what was written about their refunds, in the transaction that
 * anonymizes them. The caller checks permissions.
 */
export async function forgetMessagesAbout(tx: Tx, purchaseIds: readonly string[]): Promise<void> {
  if (purchaseIds.length === 0) return;
  await emptyBodiesOf(tx, purchaseIds);
  await emptyRefundNotes(tx, purchaseIds);
}
