import { applyState, BOUGHT } from "#src/modules/money/payments/settle-payment.server.ts";
import { openPayments, paymentById, type PaymentRow, stalePayments } from "#src/modules/money/payments/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { log } from "#src/platform/log.server.ts";

/**
 * Expires a booking's open attempts at their providers and stores the resulting state (rule seats-5: ask the provider before
 * releasing the seats of a lapsed hold). `paid` if money arrived meanwhile and bought something; money that is only refunded
 * doesn't count. `pending` if the payer has done their part and the provider can't undo it (a voucher, a slow bank): the money
 * may still arrive. Throws when a provider can't be reached.
 */
export async function closeAttempts(ctx: Context, purchaseId: string): Promise<Closed> {
  return close(ctx, await openPayments(ctx.db, purchaseId));
}

/**
 * Job: closes what was left open once a payment has bought its booking or change, so that nobody pays again on a page in another
 * tab. If one is paid nevertheless, it is refunded. Throws, to be retried, when a provider can't be reached.
 */
export async function closeStale(ctx: Context, paymentId: string): Promise<void> {
  const payment = await paymentById(ctx.db, paymentId);
  if (payment) await close(ctx, await stalePayments(ctx.db, payment));
}

async function close(ctx: Context, payments: readonly PaymentRow[]): Promise<Closed> {
  let [paid, pending] = [false, false];
  for (const payment of payments) {
    const provider = ctx.providers[payment.provider];
    if (!provider) continue;
    const remote = await provider.expire(payment.external_id!);
    await applyState(ctx, payment, remote);
    const settled = await paymentById(ctx.db, payment.id);
    paid ||= settled?.status === "succeeded" && BOUGHT.includes(settled.placement);
    pending ||= remote.status === "pending";
  }
  if (paid) return "paid";
  return pending ? "pending" : "closed";
}
type Closed = "paid" | "pending" | "closed";

/** `closeAttempts` for a waiting guest: `unanswered` when a provider can't be reached, as the booking may be being paid. */
export const tryClosing = (ctx: Context, purchaseId: string): Promise<Closed | "unanswered"> =>
  closeAttempts(ctx, purchaseId).catch((error: Error) => {
    log("warn", "attempts.not_closed", { booking: purchaseId, error: error.message });
    return "unanswered" as const;
  });
