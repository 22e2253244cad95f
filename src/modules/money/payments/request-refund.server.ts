import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { owed } from "#src/modules/money/payments/rules/payment.ts";
import { aboutPayment, promised } from "#src/modules/money/payments/rules/books.ts";
import {
  disputesOfPayment,
  insertRefund,
  paymentForUpdate,
  refundsOfPayment,
} from "#src/modules/money/payments/store.server.ts";
import { takeBack } from "#src/modules/money/payments/take-back.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";

/**
 * Inside a transaction: writes a refund of a payment (minor units of its currency) and the job that sends it at `dueAt`. The row
 * and its key exist before the provider is asked; idempotent by key. `takesBack`: it undoes what was sold rather than
 * returning money that bought nothing. Waits while a bank decides about the payment. Throws if it exceeds what was received, or
 * what a bank has left.
 */
export async function requestRefund(
  ctx: Context,
  tx: Tx,
  wish: { paymentId: string; amount: number; reason: string; key: string; dueAt: Date; takesBack?: boolean },
): Promise<void> {
  const payment = await paymentForUpdate(tx, wish.paymentId);
  if (!payment) throw new Error(`payment ${wish.paymentId} is gone`);
  const refunds = await refundsOfPayment(tx, payment.id);
  if (refunds.some((r) => r.idempotency_key === wish.key)) return;
  const most = owed(payment, refunds, await disputesOfPayment(tx, payment.id));
  if (wish.amount > most) throw new Error(`refund of ${wish.amount} exceeds what was paid`);
  const { amount } = wish;
  const takenBack = wish.takesBack ? await takeBack(ctx, tx, payment, { amount, key: wish.key }) : 0;
  const refund = await insertRefund(tx, {
    payment_id: payment.id,
    purchase_id: payment.purchase_id,
    amount: wish.amount,
    taken_back: takenBack,
    currency: payment.currency,
    reason: wish.reason,
    idempotency_key: wish.key,
    due_at: wish.dueAt,
  });
  // what was sold is undone by now
  if (!refund) throw new Error(`refund ${wish.key} is of another payment`);
  const moves = promised({ id: refund.id, amount, currency: payment.currency }, takenBack);
  await postEntries(tx, ctx.now, aboutPayment(payment, refund), moves);
  await audit(tx, ctx, {
    action: "refund.requested",
    subject: [payment.kind, payment.purchase_id],
    changes: { amount: [null, wish.amount], reason: [null, wish.reason] },
  });
  await addJob(tx, "refund.submit", { refundId: refund.id }, { key: `refund:${refund.id}`, runAt: wish.dueAt });
}
