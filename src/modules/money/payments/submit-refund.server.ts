import { lockPurchase } from "#src/modules/money/payments/lock-purchase.server.ts";
import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { paymentNeedsReview, refundSucceeded } from "#src/modules/money/payments/events.ts";
import {
  bankHolds,
  isDisputed,
  MAX_REFUND_DECLINES,
  refundAskAgainAt,
  refundMayBecome,
  refundRetryAt,
} from "#src/modules/money/payments/rules/payment.ts";
import { aboutPayment, refunded } from "#src/modules/money/payments/rules/books.ts";
import {
  disputesOfPayment,
  paymentById,
  paymentForUpdate,
  type PaymentRow,
  refundById,
  refundForUpdate,
  type RefundRow,
  refundsOfPayment,
  updateRefund,
} from "#src/modules/money/payments/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import type { RefundState } from "#src/platform/payment-provider.server.ts";

// How often to recheck a refund while a bank decides; the end of the dispute normally wakes it.
const LOOK_AGAIN_MS = 24 * 3_600_000;

/**
 * Job: sends one refund to its provider and stores the answer. Idempotent: the provider knows the refund by its id, and asking
 * again about a submitted one returns its state. Network errors throw, and the job retries. Sends nothing while a bank decides
 * about the payment, nor what the bank has kept: it may return the same money.
 */
export async function submitRefund(ctx: Context, refundId: string): Promise<void> {
  const refund = await refundById(ctx.db, refundId);
  if (!refund || !isUnderWay(refund)) return;
  // the database's clock may be ahead of this one: a job that runs early is postponed, never dropped
  if (refund.due_at > ctx.now) return runLater(ctx.db, refund.id, refund.due_at);
  const payment = await paymentById(ctx.db, refund.payment_id);
  const provider = payment && ctx.providers[payment.provider];
  if (!provider || !payment.external_id) throw new Error(`refund ${refundId} has no provider to ask`);
  const tried = await beginTry(ctx, refund);
  if (!tried) return;
  const state = await provider.refund({
    externalId: payment.external_id,
    chargeId: payment.charge_id,
    askedBefore: tried.askedBefore,
    refundId: `${tried.refund.id}:${tried.refund.attempts}`,
    money: { amount: tried.refund.amount, currency: tried.refund.currency },
  });
  await write(ctx, tried.refund, state);
}

const isUnderWay = ({ status }: { status: string }) => ["requested", "submitted", "failed"].includes(status);

const runLater = (tx: Tx | Db, refundId: string, runAt: Date) =>
  addJob(tx, "refund.submit", { refundId }, { key: `refund:${refundId}`, runAt });

/**
 * Records a try before making it: without an answer, it may still have worked. A declined refund is final at the provider, so
 * each try is a separate request there with its own clock. Null if there is nothing to send now.
 */
async function beginTry(ctx: Context, refundToSend: RefundRow) {
  const { id } = refundToSend;
  return ctx.db.transaction().execute(async (tx) => {
    await lockPurchase(ctx, tx, refundToSend);
    const refund = await refundForUpdate(tx, id);
    if (!refund || !isUnderWay(refund)) return null;
    const payment = (await paymentForUpdate(tx, refund.payment_id))!;
    // a refund sent without an answer is sent again under the same id, which returns its state
    if (refund.first_asked_at === null && (await mustWait(tx, payment))) {
      await updateRefund(tx, id, { waits: "dispute" }, ctx.now);
      await runLater(tx, id, new Date(ctx.now.getTime() + LOOK_AGAIN_MS));
      return null;
    }
    const askedBefore = refund.first_asked_at;
    if (!askedBefore) await updateRefund(tx, id, { first_asked_at: ctx.now }, ctx.now);
    return { refund, askedBefore };
  });
}

const mustWait = async (tx: Tx, payment: PaymentRow): Promise<boolean> =>
  isDisputed(payment) &&
  bankHolds(payment, await refundsOfPayment(tx, payment.id), await disputesOfPayment(tx, payment.id));

/** Stores the answer to a try; an answer to an earlier try doesn't concern the current one. */
async function write(ctx: Context, tried: RefundRow, state: RefundState): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await lockPurchase(ctx, tx, tried);
    const refund = await refundForUpdate(tx, tried.id);
    if (!refund || refund.attempts !== tried.attempts) return;
    if (state.status === "submitted") await askAgain(ctx, tx, refund, state.waits ?? null);
    if (!refundMayBecome(refund.status, state.status)) return;
    const payment = (await paymentForUpdate(tx, refund.payment_id))!;
    if ("reason" in state) await writeDecline(ctx, tx, refund, state);
    else {
      await updateRefund(
        tx,
        refund.id,
        { status: state.status, external_id: state.externalId, last_error: null },
        ctx.now,
      );
      if (state.status === "succeeded") await writeSuccess(ctx, tx, payment, refund);
    }
    await audit(tx, ctx, {
      action: `refund.${state.status}`,
      subject: [refund.kind, refund.purchase_id],
      changes: { status: [refund.status, state.status] },
    });
  });
}

/** Asks again about an accepted refund, less often the longer it takes; notifies staff when it waits for balance. */
async function askAgain(ctx: Context, tx: Tx, refund: RefundRow, waits: "balance" | null): Promise<void> {
  await updateRefund(tx, refund.id, { waits }, ctx.now);
  await runLater(tx, refund.id, refundAskAgainAt(ctx.now, refund.first_asked_at ?? ctx.now));
  if (waits && refund.waits !== waits) await notifyStaff(ctx, tx, refund, "refund_waits");
}

async function writeDecline(ctx: Context, tx: Tx, refund: RefundRow, state: { status: string; reason: string }) {
  const attempts = refund.attempts + 1;
  const isFinal = state.status === "manual" || attempts >= MAX_REFUND_DECLINES;
  const due_at = refundRetryAt(ctx.now, attempts);
  const status = isFinal ? "manual" : "failed";
  const open = { waits: null, first_asked_at: null };
  await updateRefund(tx, refund.id, { status, attempts, last_error: state.reason, due_at, ...open }, ctx.now);
  if (isFinal) await notifyStaff(ctx, tx, { ...refund, attempts }, "refund_manual");
  else await runLater(tx, refund.id, due_at);
}

/** Inside the transaction in which a refund succeeds: posts it to the ledger and publishes it. */
export async function writeSuccess(ctx: Context, tx: Tx, payment: PaymentRow, refund: RefundRow): Promise<void> {
  await updateRefund(tx, refund.id, { waits: null, succeeded_at: ctx.now }, ctx.now);
  await postEntries(tx, ctx.now, aboutPayment(payment, refund), [refunded(refund)]);
  await ctx.publish(
    ctx,
    tx,
    refundSucceeded({ refundId: refund.id, purchaseId: refund.purchase_id, kind: refund.kind }),
  );
}

/** Staff must act on a refund; published once per try. */
export const notifyStaff = (ctx: Context, tx: Tx, refund: RefundRow, reason: string): Promise<void> => {
  const { payment_id: paymentId, purchase_id: purchaseId, kind, id, attempts } = refund;
  return ctx.publish(ctx, tx, paymentNeedsReview({ paymentId, purchaseId, kind, reason, about: `${id}.${attempts}` }));
};

/** Asks about every refund of a payment that the provider has not finished. */
export async function refreshRefunds(ctx: Context, paymentId: string): Promise<void> {
  const refunds = await refundsOfPayment(ctx.db, paymentId);
  for (const refund of refunds)
    if (refund.status === "submitted" && !isForeign(refund)) await submitRefund(ctx, refund.id);
}

/** A refund made in the provider's dashboard: the provider doesn't know it by our id, until staff retry it here. */
export const isForeign = ({ source, attempts }: { source: string; attempts: number }): boolean =>
  source === "external" && attempts === 0;
