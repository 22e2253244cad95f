import { cashStep, inCash } from "#src/modules/till/rules/cash.ts";
import { addLine, paymentOf, tillForUpdate } from "#src/modules/till/store.server.ts";
import { appSettings } from "#src/modules/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Puts cash that a person took into their open till, in the transaction that records the payment; in coins, whatever the price.
 * Other payments, and cash of somebody without a till, which stays in the books as cash with staff, change nothing. Idempotent.
 */
export async function noteTaking(ctx: Context, tx: Tx, { paymentId }: { paymentId: string }): Promise<void> {
  const { userId } = ctx.actor;
  const payment = await paymentOf(tx, paymentId);
  if (!userId || payment?.provider !== "cash") return;
  const till = await tillForUpdate(tx, userId);
  if (till?.state !== "open" || till.test !== (payment.mode === "sandbox")) return;
  const { amount: due, currency } = payment;
  const { cashRounding } = await appSettings({ db: tx });
  const amount = inCash(due, cashStep(currency, cashRounding));
  await addLine(tx, { till_id: till.id, kind: "taking", currency, amount, due, payment_id: paymentId, at: ctx.now });
}
