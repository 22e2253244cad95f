import { answerBy, nextPollAt } from "#src/modules/money/payments/rules/payment.ts";
import { settlePayment } from "#src/modules/money/payments/settle-payment.server.ts";
import { paymentById, paymentsToPoll, pollSoon, updatePayment } from "#src/modules/money/payments/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { log } from "#src/platform/log.server.ts";

/**
 * Job: polls every payment that is due, so that a lost webhook costs minutes, not a booking. Sequential per provider, providers
 * in parallel: one that hangs delays only its own payments. `afterStart`: attempts of the last hour are due now, because nobody
 * took messages while the process was away.
 */
export async function pollPayments(ctx: Context, { afterStart = false } = {}): Promise<void> {
  if (afterStart) await pollSoon(ctx.db, ctx.now);
  const due = await paymentsToPoll(ctx.db, ctx.now);
  const byProvider = Map.groupBy(due, ({ provider }) => provider);
  await Promise.all([...byProvider.values()].map((payments) => askAbout(ctx, payments)));
}

async function askAbout(ctx: Context, payments: readonly { id: string }[]): Promise<void> {
  for (const { id } of payments) {
    const payment = await paymentById(ctx.db, id);
    if (!payment) continue;
    // schedule the next poll before asking: a provider that hangs must not be asked in a loop
    await updatePayment(ctx.db, id, { next_poll_at: nextPollAt(payment.created_at, answerBy(payment), ctx.now) });
    await settlePayment(ctx, id).catch((error: Error) =>
      log("warn", "payment.not_polled", { payment: id, error: error.message }),
    );
  }
}
