import { purchaseOf } from "#src/modules/money/payments/lock-purchase.server.ts";
import type { PaymentRow } from "#src/modules/money/payments/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Inside a transaction that has locked the purchase: so much of a payment (minor units) goes back, and what it bought is undone as its
 * kind does that; also where it is 0, as a lost dispute has voided what it gave before. Returns how much of it was revenue, which the caller posts: all of it, unless the kind says otherwise. `key` names
 * what returns the money.
 */
export async function takeBack(
  ctx: Context,
  tx: Tx,
  payment: PaymentRow,
  { amount, key }: { amount: number; key: string },
): Promise<number> {
  const { purchasable, of } = purchaseOf(ctx, payment);
  return (await purchasable.takeBack?.(ctx, tx, of, { paymentId: payment.id, amount, key })) ?? amount;
}
