import { fail, ok } from "#src/kernel/result.ts";
import { lockPurchase } from "#src/modules/money/payments/lock-purchase.server.ts";
import type { LockedPurchase } from "#src/modules/money/payments/questions.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { requestRefund } from "#src/modules/money/payments/request-refund.server.ts";
import { isDisputed, owed, spokenFor } from "#src/modules/money/payments/rules/payment.ts";
import { moneyOfPayment } from "#src/modules/money/payments/rules/books.ts";
import {
  publishBought,
  BOUGHT,
  finishPaid,
  makeRoomForLate,
} from "#src/modules/money/payments/settle-payment.server.ts";
import {
  disputesOfPayment,
  paymentById,
  paymentForUpdate,
  type PaymentRow,
  refundsOfPayment,
  updatePayment,
} from "#src/modules/money/payments/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type Decision = "accept" | "refund";

/**
 * Staff decide about a payment of a wrong amount or currency. `accept`: the amount received becomes the price and what was paid for
 * is delivered; any excess is refunded. `refund`: everything is refunded. Requires `payments.change`. Refusals: forbidden,
 * payment_not_found, not_in_review, wrong_currency (can only be refunded: nothing else in the booking uses that currency),
 * disputed (the bank decides first).
 */
export async function resolveReview(
  ctx: Context,
  { payment_id: id, decision }: { payment_id: string; decision: Decision },
) {
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" as const });
  const snapshot = await paymentById(ctx.db, id);
  if (!snapshot) return fail("payment_not_found");
  if (decision === "accept") await makeRoomForLate(ctx, snapshot);
  return ctx.db.transaction().execute(async (tx) => {
    const purchase = await lockPurchase(ctx, tx, snapshot);
    const payment = (await paymentForUpdate(tx, id))!;
    const { review_reason: reason } = payment;
    if (reason !== "wrong_amount" && reason !== "wrong_currency") return fail("not_in_review");
    if (payment.dispute_state === "open") return fail("disputed");
    if (decision === "accept" && isDisputed(payment)) return fail("disputed");
    if (decision === "accept" && reason === "wrong_currency") return fail("wrong_currency");
    await audit(tx, ctx, {
      action: "payment.reviewed",
      subject: [payment.kind, payment.purchase_id],
      changes: { review: [reason, decision] },
    });
    // from now on, the amount received is the amount paid
    const charged = { ...payment, ...moneyOfPayment(payment), review_reason: null };
    await updatePayment(tx, id, { amount: charged.amount, currency: charged.currency, review_reason: null });
    if (decision === "accept") await accept(ctx, tx, { asked: payment.amount, purchase, payment: charged });
    else await sendBack(ctx, tx, charged, reason);
    return ok({});
  });
}

async function accept(
  ctx: Context,
  tx: Tx,
  { asked: due, purchase, payment }: { asked: number; purchase: LockedPurchase; payment: PaymentRow },
): Promise<void> {
  const { id: paymentId } = payment;
  const left = payment.amount - spokenFor(await refundsOfPayment(tx, paymentId));
  const letOff = left < due ? { letOff: { amount: due - left, key: `payment:${paymentId}:let_off` } } : {};
  if (!BOUGHT.includes(await finishPaid(ctx, tx, { purchase, payment }, { paid: due, ...letOff }))) return;
  await publishBought(ctx, tx, payment);
  if (left <= due) return;
  const surplus = { amount: left - due, reason: "surplus", key: `surplus:${paymentId}` };
  await requestRefund(ctx, tx, { ...surplus, paymentId, dueAt: ctx.now });
}

/** Settles a payment that buys nothing. What the bank has already returned isn't refunded twice. */
async function sendBack(ctx: Context, tx: Tx, payment: PaymentRow, reason: string): Promise<void> {
  const { id: paymentId } = payment;
  await updatePayment(tx, paymentId, { status: "succeeded", settled_at: ctx.now, next_poll_at: null });
  const amount = owed(payment, await refundsOfPayment(tx, paymentId), await disputesOfPayment(tx, paymentId));
  if (amount > 0)
    await requestRefund(ctx, tx, { paymentId, amount, reason, key: `reviewed:${paymentId}`, dueAt: ctx.now });
}
