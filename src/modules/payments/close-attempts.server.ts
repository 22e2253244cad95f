import { applyState, BOUGHT } from "#src/modules/payments/settle-payment.server.ts";
import { openPayments, paymentById } from "#src/modules/payments/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { log } from "#src/platform/log.server.ts";

/**
 * Expires whatever of a booking is still open at a provider and writes the state that it then has (mechanics 1: before seats
 * of a lapsed hold are released the provider is asked). `paid` when money had come meanwhile and bought something: what only goes
 * back settles nothing. `pending` when the payer has done their part and the provider can't undo it (a voucher, a slow bank): its
 * money may come yet. Throws when a provider can't be asked.
 */
export async function closeAttempts(ctx: Context, bookingId: string): Promise<Closed> {
  let [paid, pending] = [false, false];
  for (const payment of await openPayments(ctx.db, bookingId)) {
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

/** The same for a guest who waits: `unanswered` while a provider can't be asked, for then the booking may be being paid. */
export const tryClosing = (ctx: Context, bookingId: string): Promise<Closed | "unanswered"> =>
  closeAttempts(ctx, bookingId).catch((error: Error) => {
    log("warn", "attempts.not_closed", { booking: bookingId, error: error.message });
    return "unanswered" as const;
  });
