import { returnCredit } from "#src/modules/money/credits/settle-credit.server.ts";
import type { priceCancellation } from "#src/modules/changes/cancellation/price-cancellation.server.ts";
import { creditInstead } from "#src/modules/money/payments/credit-instead.server.ts";
import { requestRefund } from "#src/modules/money/payments/request-refund.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type Cancelled = { booking: { id: string; version: number }; reason: string; priced: Priced; dueAt: Date };
type Priced = Pick<Awaited<ReturnType<typeof priceCancellation>>, "parts" | "credit">;

/**
 * Inside the transaction that cancels a booking: returns what its cancellation was priced at, money by jobs to its source at
 * `dueAt`, and credit to the credit at once; where the guest was too late, what the operator gives as credit instead. Idempotent by the booking's version: one that took another date can be cancelled again.
 */
export async function refundCancelled(
  ctx: Context,
  tx: Tx,
  { booking, reason, priced: { parts, credit }, dueAt }: Cancelled,
): Promise<void> {
  const { id: bookingId, version } = booking;
  // a reseller's guest has nothing of ours to choose, whoever paid a part of it: what is owed is less at once
  const at = parts.some(({ method }) => method === "reseller") ? ctx.now : dueAt;
  for (const { paymentId, amount, late } of parts) {
    const key = `cancelled:${paymentId}:${version}`;
    if (amount > 0) await requestRefund(ctx, tx, { paymentId, amount, reason, takesBack: true, key, dueAt: at });
    if (late > 0) await creditInstead(ctx, tx, { paymentId, amount: late, reason, key });
  }
  await returnCredit(ctx, tx, { purchaseId: bookingId, amount: credit, key: `cancelled.${version}`, takesBack: true });
}
