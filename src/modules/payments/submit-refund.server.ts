import { refundSucceeded } from "#src/modules/payments/facts.ts";
import { MAX_REFUND_DECLINES, refundMayBecome, refundRetryAt, type RefundStatus } from "#src/modules/payments/rules.ts";
import {
  claimRefund,
  paymentById,
  refundById,
  refundForUpdate,
  refundsOfPayment,
  updateRefund,
} from "#src/modules/payments/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import type { RefundState } from "#src/platform/payment-provider.server.ts";

// How long a refund may be on its way before it is asked about, should the provider's message be lost.
const ASK_AGAIN_MS = 3_600_000;

/** Refunds that the job still has something to do for. */
const IN_WORK: readonly RefundStatus[] = ["requested", "submitted", "failed"];

/**
 * Job: sends one refund to its provider and writes the answer. Safe to run twice: the provider knows the refund by its id, and
 * asking again about a submitted one tells how it went. Network trouble throws, and the job is tried again.
 */
export async function submitRefund(ctx: Context, refundId: string): Promise<void> {
  const refund = await refundById(ctx.db, refundId);
  if (!refund || !IN_WORK.includes(refund.status)) return;
  // the database's clock may be ahead of this one: a job that is early is put off, never dropped
  if (refund.due_at > ctx.now) return runLater(ctx.db, refund.id, refund.due_at);
  const payment = await paymentById(ctx.db, refund.payment_id);
  const provider = payment && ctx.providers[payment.provider];
  if (!provider || !payment.external_id) throw new Error(`refund ${refundId} has no provider to ask`);
  // from here on its guest can't choose something else for the money any more
  if (!(await claimRefund(ctx.db, refund.id, ctx.now))) return;
  const state = await provider.refund({
    externalId: payment.external_id,
    chargeId: payment.charge_id,
    askedBefore: refund.first_asked_at,
    // a declined refund is a closed matter for the provider: a new try is a new request there
    refundId: `${refund.id}:${refund.attempts}`,
    money: { amount: refund.amount, currency: refund.currency },
  });
  await write(ctx, refund, state);
}

const runLater = (tx: Tx | Db, refundId: string, runAt: Date) =>
  addJob(tx, "refund.submit", { refundId }, { key: `refund:${refundId}`, runAt });

/** Writes the answer to the try that was made; an answer to an earlier try says nothing about the present one. */
async function write(ctx: Context, tried: { id: string; attempts: number }, state: RefundState): Promise<void> {
  const refundId = tried.id;
  await ctx.db.transaction().execute(async (tx) => {
    const refund = await refundForUpdate(tx, refundId);
    if (!refund || refund.attempts !== tried.attempts) return;
    if (state.status === "submitted") await runLater(tx, refundId, new Date(ctx.now.getTime() + ASK_AGAIN_MS));
    if (!refundMayBecome(refund.status, state.status)) return;
    if ("reason" in state) {
      const attempts = refund.attempts + 1;
      const given = state.status === "manual" || attempts >= MAX_REFUND_DECLINES;
      const due_at = refundRetryAt(ctx.now, attempts);
      const status = given ? "manual" : "failed";
      await updateRefund(tx, refundId, { status, attempts, last_error: state.reason, due_at });
      if (!given) await runLater(tx, refundId, due_at);
    } else {
      await updateRefund(tx, refundId, { status: state.status, external_id: state.externalId, last_error: null });
      if (state.status === "succeeded")
        await ctx.announce(ctx, tx, refundSucceeded({ refundId, bookingId: refund.booking_id }));
    }
    await audit(tx, ctx, {
      action: `refund.${state.status}`,
      subject: ["booking", refund.booking_id],
      changes: { status: [refund.status, state.status] },
    });
  });
}

/** Asks about every refund of a payment that the provider has not finished. */
export async function refreshRefunds(ctx: Context, paymentId: string): Promise<void> {
  const refunds = await refundsOfPayment(ctx.db, paymentId);
  for (const refund of refunds) if (refund.status === "submitted") await submitRefund(ctx, refund.id);
}
