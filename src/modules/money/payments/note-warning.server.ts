import { eventFacts, lockPurchase } from "#src/modules/money/payments/lock-purchase.server.ts";
import { paymentNeedsReview } from "#src/modules/money/payments/events.ts";
import { paymentForUpdate, type PaymentRow, updatePayment } from "#src/modules/money/payments/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * A bank suspects that a payment is fraud. Notifies staff once; they decide whether to refund before it is disputed. Nothing is
 * automatic.
 */
export async function noteWarning(ctx: Context, payment: PaymentRow): Promise<void> {
  const { id: paymentId, purchase_id: purchaseId } = payment;
  await ctx.db.transaction().execute(async (tx) => {
    await lockPurchase(ctx, tx, payment);
    if ((await paymentForUpdate(tx, paymentId))?.warned_at) return;
    await updatePayment(tx, paymentId, { warned_at: ctx.now });
    await audit(tx, ctx, { action: "payment.warned", subject: [payment.kind, purchaseId] });
    await ctx.publish(ctx, tx, paymentNeedsReview({ ...eventFacts(payment), reason: "warning" }));
  });
}
