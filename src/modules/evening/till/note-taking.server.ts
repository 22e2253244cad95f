import type { Currency } from "#src/kernel/money.ts";
import { cashStep, inCash } from "#src/modules/evening/till/rules/cash.ts";
import { sumsOf } from "#src/modules/evening/till/rules/till.ts";
import {
  addLine,
  cashRefundOf,
  linesOfTills,
  paymentOf,
  tillForUpdate,
} from "#src/modules/evening/till/store.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { isPractice } from "#src/modules/base/settings/rules/practice.ts";

/**
 * Puts cash that a person took into their open till, in the transaction that records the payment; in coins, whatever the price.
 * Other payments, and cash of somebody without a till, which stays in the books as cash with staff, change nothing. Idempotent.
 */
export async function noteTaking(ctx: Context, tx: Tx, { paymentId }: { paymentId: string }): Promise<void> {
  const { userId } = ctx.actor;
  const payment = userId ? await paymentOf(tx, paymentId) : undefined;
  if (!userId || payment?.provider !== "cash") return;
  const till = await tillForUpdate(tx, userId);
  if (till?.state !== "open" || till.test !== isPractice(payment.mode)) return;
  const { amount: due, currency } = payment;
  const amount = await inCoins(tx, payment);
  await addLine(tx, { till_id: till.id, kind: "taking", currency, amount, due, payment_id: paymentId, at: ctx.now });
}

/**
 * Takes a refund of cash that a person recorded as given back out of their open till, in the transaction that closes it; in coins.
 * Other refunds, cash of somebody without a till, and more than is in it, which must have come from elsewhere, change nothing.
 * Idempotent.
 */
export async function noteRefund(ctx: Context, tx: Tx, { refundId }: { refundId: string }): Promise<void> {
  const { userId } = ctx.actor;
  const refund = userId ? await cashRefundOf(tx, refundId) : undefined;
  if (!userId || !refund) return;
  const till = await tillForUpdate(tx, userId);
  if (till?.state !== "open" || till.test !== isPractice(refund.mode)) return;
  const { amount: due, currency } = refund;
  const amount = await inCoins(tx, refund);
  const there = sumsOf(await linesOfTills(tx, [till.id])).find((sum) => sum.currency === currency)?.expected ?? 0;
  if (amount > there) return;
  await addLine(tx, { till_id: till.id, kind: "refund", currency, amount, due, refund_id: refundId, at: ctx.now });
}

async function inCoins(tx: Tx, { amount, currency }: { amount: number; currency: Currency }): Promise<number> {
  const { cashRounding } = await appSettings({ db: tx });
  return inCash(amount, cashStep(currency, cashRounding));
}
