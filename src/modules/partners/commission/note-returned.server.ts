import { keeperOf, noteCash, returnedToReseller } from "#src/modules/partners/commission/store/cash.server.ts";
import type { refundSucceeded } from "#src/modules/money/payments/events.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * A refund was made: where a reseller had been paid, it owes us that much less, and pays its guest. Once it is settled, its next
 * statement says so.
 */
export async function noteReturned(
  ctx: Context,
  tx: Tx,
  { refundId, purchaseId: bookingId }: ReturnType<typeof refundSucceeded>["payload"],
): Promise<void> {
  const amount = await returnedToReseller(tx, refundId);
  const partnerId = amount > 0 ? await keeperOf(tx, bookingId) : null;
  if (partnerId !== null) await noteCash(tx, { partnerId, bookingId, amount: -amount, at: ctx.now, refundId });
}
