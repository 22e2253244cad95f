import type { Currency } from "#src/kernel/money.ts";
import { HAND_WAYS } from "#src/kernel/pay-method.ts";
import { cashStep, inCash } from "#src/modules/evening/till/rules/cash.ts";
import { sumsOf, waysOf } from "#src/modules/evening/till/rules/till.ts";
import {
  addLine,
  handRefundOf,
  linesOfTills,
  paymentOf,
  tillForUpdate,
} from "#src/modules/evening/till/store.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { isPractice } from "#src/modules/base/settings/rules/practice.ts";

/**
 * Puts what a person took into their open till, in the transaction that records the payment: cash in coins, whatever the price, and
 * apart from it what came by card terminal or transfer. Other payments, and those of somebody without a till, which stay in the
 * books as they are, change nothing. Idempotent.
 */
export async function noteTaking(ctx: Context, tx: Tx, { paymentId }: { paymentId: string }): Promise<void> {
  const { userId } = ctx.actor;
  const payment = userId ? await paymentOf(tx, paymentId) : undefined;
  const way = HAND_WAYS.find((one) => one === payment?.provider);
  if (!userId || !payment || !way) return;
  const till = await tillForUpdate(tx, userId);
  if (till?.state !== "open" || till.test !== isPractice(payment.mode)) return;
  const { amount: due, currency } = payment;
  const amount = way === "cash" ? await inCoins(tx, payment) : due;
  await addLine(tx, {
    till_id: till.id,
    way,
    kind: "taking",
    currency,
    amount,
    due,
    payment_id: paymentId,
    at: ctx.now,
  });
}

/**
 * Takes a refund that a person recorded as given back, in cash or on the card, out of their open till, in the transaction that
 * closes it; cash in coins. Other refunds, those of somebody without a till, and more than the till has of it, which must have come
 * from elsewhere, change nothing.
 * Idempotent.
 */
export async function noteRefund(ctx: Context, tx: Tx, { refundId }: { refundId: string }): Promise<void> {
  const { userId } = ctx.actor;
  const refund = userId ? await handRefundOf(tx, refundId) : undefined;
  if (!userId || !refund) return;
  const till = await tillForUpdate(tx, userId);
  if (till?.state !== "open" || till.test !== isPractice(refund.mode)) return;
  const { amount: due, currency, way } = refund;
  const amount = way === "cash" ? await inCoins(tx, refund) : due;
  const lines = await linesOfTills(tx, [till.id]);
  const sums = way === "cash" ? sumsOf(lines) : waysOf(lines).filter((sum) => sum.way === way);
  if (amount > (sums.find((sum) => sum.currency === currency)?.expected ?? 0)) return;
  await addLine(tx, { till_id: till.id, way, kind: "refund", currency, amount, due, refund_id: refundId, at: ctx.now });
}

async function inCoins(tx: Tx, { amount, currency }: { amount: number; currency: Currency }): Promise<number> {
  const { cashRounding } = await appSettings({ db: tx });
  return inCash(amount, cashStep(currency, cashRounding));
}
