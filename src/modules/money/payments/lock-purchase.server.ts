import type { LockedPurchase, Purchasable, PurchaseKind, PurchaseRef } from "#src/modules/money/payments/questions.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type Bought = { booking_id: string; change_id?: string | null; kind: PurchaseKind };

/** What a payment (or a refund, which is of the whole) is for, and who answers for it. */
export function purchaseOf(
  ctx: Pick<Context, "ask">,
  { booking_id: id, change_id: part = null, kind }: Bought,
): { purchasable: Purchasable; of: PurchaseRef } {
  return { purchasable: ctx.ask.purchasable(kind), of: { kind, id, part } };
}

/**
 * Locks what a payment is for until the transaction ends. Anything that changes a payment or its refunds calls this first (rule
 * payments-2).
 */
export function lockPurchase(ctx: Context, tx: Tx, payment: Bought): Promise<LockedPurchase> {
  const { purchasable, of } = purchaseOf(ctx, payment);
  return purchasable.lock(ctx, tx, of);
}
