import { giveCredit } from "#src/modules/money/credits/give-credit.server.ts";
import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { isPractice } from "#src/modules/base/settings/rules/practice.ts";
import { aboutPayment, takenOff } from "#src/modules/money/payments/rules/books.ts";
import { owed } from "#src/modules/money/payments/rules/payment.ts";
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

type Wish = { paymentId: string; amount: number; reason: string; key: string };

/**
 * Inside a transaction that has locked the purchase: gives back so much of a payment (minor units of its currency) as credit instead of
 * money. What it had bought is undone; the refund is written as one that credit has replaced, so that nobody refunds the same money
 * again. Idempotent by key. Throws if it exceeds what is left of the payment.
 */
export async function creditInstead(ctx: Context, tx: Tx, { paymentId, amount, reason, key }: Wish): Promise<void> {
  const payment = await paymentForUpdate(tx, paymentId);
  if (!payment) throw new Error(`payment ${paymentId} is gone`);
  const refunds = await refundsOfPayment(tx, paymentId);
  if (refunds.some((one) => one.idempotency_key === key)) return;
  if (amount > owed(payment, refunds, await disputesOfPayment(tx, paymentId)))
    throw new Error(`credit of ${amount} exceeds what was paid`);
  const { purchase_id: id, kind, currency, mode } = payment;
  const takenBack = await takeBack(ctx, tx, payment, { amount, key });
  const refund = await insertRefund(tx, {
    payment_id: paymentId,
    purchase_id: id,
    amount,
    taken_back: takenBack,
    currency,
    reason,
    idempotency_key: key,
    due_at: ctx.now,
    status: "credited",
  });
  if (!refund) throw new Error(`refund ${key} is of another payment`);
  await postEntries(tx, ctx.now, aboutPayment(payment, refund), [takenOff({ id: refund.id, currency }, takenBack)]);
  await audit(tx, ctx, { action: "refund.credited", subject: [kind, id], changes: { amount: [null, amount] } });
  await giveCredit(ctx, tx, { of: { kind, id }, paymentId, money: { amount, currency }, test: isPractice(mode) });
}
