import { returnCredit } from "#src/modules/credits/settle-credit.server.ts";
import type { priceCancellation } from "#src/modules/payments/price-cancellation.server.ts";
import { requestRefund } from "#src/modules/payments/request-refund.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type Priced = Pick<Awaited<ReturnType<typeof priceCancellation>>, "parts" | "credit">;

/**
 * Inside the transaction that cancels a booking: returns what its cancellation was priced at, money by jobs to its source and
 * credit to the credit. Idempotent.
 */
export async function refundCancelled(
  ctx: Context,
  tx: Tx,
  { bookingId, reason, priced: { parts, credit } }: { bookingId: string; reason: string; priced: Priced },
): Promise<void> {
  for (const { paymentId, amount } of parts)
    if (amount > 0)
      await requestRefund(ctx, tx, {
        paymentId,
        amount,
        reason,
        takesBack: true,
        key: `cancelled:${paymentId}`,
        dueAt: ctx.now,
      });
  await returnCredit(ctx, tx, { bookingId, amount: credit, key: "cancelled", takesBack: true });
}
