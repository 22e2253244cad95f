import type { LockedPurchase, Purchasable, PurchaseKind, PurchaseRef } from "#src/modules/money/payments/questions.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type Bought = { purchase_id: string; kind: PurchaseKind; part_id?: string | null; part_kind?: PurchaseKind | null };

/** What a payment (or a refund, which is of the whole) is for, and who answers for it. */
export function purchaseOf(
  ctx: Pick<Context, "ask">,
  { purchase_id: id, kind, part_id: part = null, part_kind: partKind = null }: Bought,
): { purchasable: Purchasable; of: PurchaseRef } {
  const of = { kind: partKind ?? kind, id, part };
  return { purchasable: ctx.ask.purchasable(of.kind), of };
}

/** What an event tells of a payment. */
export const eventFacts = ({ id, purchase_id, kind }: { id: string; purchase_id: string; kind: PurchaseKind }) => ({
  paymentId: id,
  purchaseId: purchase_id,
  kind,
});

/**
 * Locks what a payment is for until the transaction ends. Anything that changes a payment or its refunds calls this first (rule
 * payments-2).
 */
export function lockPurchase(ctx: Context, tx: Tx, payment: Bought): Promise<LockedPurchase> {
  const { purchasable, of } = purchaseOf(ctx, payment);
  return purchasable.lock(ctx, tx, of);
}
