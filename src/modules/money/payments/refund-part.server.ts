import { fail, ok } from "#src/kernel/result.ts";
import { isUuid } from "#src/kernel/codes.ts";
import { saleChanged } from "#src/modules/money/payments/events.ts";
import { lockPurchase } from "#src/modules/money/payments/lock-purchase.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { requestRefund } from "#src/modules/money/payments/request-refund.server.ts";
import { isDisputed, refundable } from "#src/modules/money/payments/rules/payment.ts";
import { BOUGHT } from "#src/modules/money/payments/settle-payment.server.ts";
import { paymentById, paymentForUpdate, refundsOfPayment } from "#src/modules/money/payments/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

export type PartialRefund = {
  payment_id: string;
  amount: number;
  reason: string;
  /** a purchase: the payment of another one isn't found */
  only_of?: string;
};

/**
 * Refunds part of a payment (minor units of its currency) while the booking stays as it is. `reason` is a code, `key` comes from
 * the form and makes it idempotent. `also` runs in the same transaction, only if a refund is written. Requires `bookings.change`
 * and `payments.change`. Refusals: forbidden {missing}, payment_not_found, idempotency_conflict, disputed, nothing_bought
 * (refunded automatically), refund_too_much {left, currency}.
 */
export async function refundPart(
  ctx: Context,
  { payment_id: id, amount, reason, only_of: purchaseId }: PartialRefund,
  key: string,
  also?: (tx: Tx) => Promise<void>,
) {
  for (const missing of ["bookings.change", "payments.change"] as const)
    if (!can(ctx.actor, missing)) return fail("forbidden", { missing });
  const snapshot = isUuid(id) ? await paymentById(ctx.db, id) : undefined;
  if (!snapshot || (purchaseId !== undefined && snapshot.purchase_id !== purchaseId)) return fail("payment_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const { of } = await lockPurchase(ctx, tx, snapshot);
    const payment = (await paymentForUpdate(tx, id))!;
    const refunds = await refundsOfPayment(tx, id);
    // rows hold this prefix: another one would make a second refund of a press that is retried across a deployment
    const twin = refunds.find((refund) => refund.idempotency_key === `desk:${id}:${key}`);
    if (twin) return twin.amount === amount && twin.reason === reason ? ok({}) : fail("idempotency_conflict");
    if (payment.status !== "succeeded" || !BOUGHT.includes(payment.placement)) return fail("nothing_bought");
    if (isDisputed(payment)) return fail("disputed");
    // of a gift card what was spent stays
    const unused = (await ctx.ask.purchasable(of.kind).returnable?.(tx, of)) ?? Infinity;
    const left = Math.min(refundable(payment, refunds), unused);
    if (amount < 1 || amount > left) return fail("refund_too_much", { left, currency: payment.currency });
    await requestRefund(ctx, tx, {
      paymentId: id,
      amount,
      reason,
      takesBack: true,
      key: `desk:${id}:${key}`,
      dueAt: ctx.now,
    });
    await ctx.publish(ctx, tx, saleChanged({ purchaseId: snapshot.purchase_id, kind: snapshot.kind, cause: "sale" }));
    await also?.(tx);
    return ok({});
  });
}
