import { nextPollAt } from "#src/modules/payments/rules.ts";
import { settlePayment } from "#src/modules/payments/settle-payment.server.ts";
import { paymentById, paymentsToPoll, updatePayment } from "#src/modules/payments/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { log } from "#src/platform/log.server.ts";

/** Job: asks about every payment whose time has come, so that a webhook that never arrives costs minutes, not a booking. */
export async function pollPayments(ctx: Context): Promise<void> {
  for (const { id } of await paymentsToPoll(ctx.db, ctx.now)) {
    const payment = await paymentById(ctx.db, id);
    if (!payment) continue;
    // first the next time, then the question: a provider that hangs is not asked in a circle
    await updatePayment(ctx.db, id, { next_poll_at: nextPollAt(payment.created_at, payment.expires_at, ctx.now) });
    await settlePayment(ctx, id).catch((error: Error) =>
      log("warn", "payment.not_polled", { payment: id, error: error.message }),
    );
  }
}
