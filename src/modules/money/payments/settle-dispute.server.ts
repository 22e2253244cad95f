import { saleChanged } from "#src/modules/money/payments/events.ts";
import { lockPurchase, eventFacts } from "#src/modules/money/payments/lock-purchase.server.ts";
import { voidCredit } from "#src/modules/money/credits/void-credit.server.ts";
import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { dropRefunds } from "#src/modules/money/payments/drop-refunds.server.ts";
import { paymentNeedsReview } from "#src/modules/money/payments/events.ts";
import {
  aboutPayment,
  chargedBack,
  chargeBackReturned,
  lostToDispute,
} from "#src/modules/money/payments/rules/books.ts";
import { overallDispute } from "#src/modules/money/payments/rules/payment.ts";
import {
  disputesOfPayment,
  insertDispute,
  paymentForUpdate,
  type PaymentRow,
  refundsOfPayment,
  updateDispute,
  updatePayment,
  updateRefund,
} from "#src/modules/money/payments/store.server.ts";
import { takeBack } from "#src/modules/money/payments/take-back.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";
import type { DisputeState } from "#src/platform/payment-provider.server.ts";

/**
 * Stores the provider's current state of a dispute: messages arrive in any order. While it is open or lost, its payment can't be
 * refunded. A closed dispute stays closed. Throws when the provider can't be reached.
 */
export async function settleDispute(ctx: Context, payment: PaymentRow, disputeId: string): Promise<void> {
  const provider = ctx.providers[payment.provider];
  if (!provider) throw new Error(`provider ${payment.provider} is not configured`);
  const dispute = await provider.fetchDispute(disputeId);
  await ctx.db.transaction().execute(async (tx) => {
    await lockPurchase(ctx, tx, payment);
    const current = (await paymentForUpdate(tx, payment.id))!;
    const match = (await disputesOfPayment(tx, payment.id)).find((one) => one.external_id === disputeId);
    if (match && match.state !== "open") return;
    if (!match) await open(ctx, tx, current, { id: disputeId, ...dispute });
    if (dispute.state !== "open") await close(ctx, tx, current, { id: disputeId, ...dispute, state: dispute.state });
    if (match?.state === dispute.state) return;
    await mark(tx, current, disputeId);
    await tell(ctx, tx, current, { id: disputeId, ...dispute });
  });
}

type Dispute = DisputeState & { id: string };
type Closed = Dispute & { state: "won" | "lost" };

/** The bank holds the money until the dispute is decided. */
async function open(ctx: Context, tx: Tx, payment: PaymentRow, { id, money, reason }: Dispute): Promise<void> {
  await insertDispute(tx, {
    payment_id: payment.id,
    external_id: id,
    state: "open",
    ...money,
    reason,
    opened_at: ctx.now,
  });
  await postEntries(tx, ctx.now, aboutPayment(payment), [chargedBack(id, money)]);
}

async function close(ctx: Context, tx: Tx, payment: PaymentRow, dispute: Closed): Promise<void> {
  const { id, state, money } = dispute;
  const lost = state === "lost" ? await lose(ctx, tx, payment, dispute) : 0;
  if (state === "won") await postEntries(tx, ctx.now, aboutPayment(payment), [chargeBackReturned(id, money)]);
  await updateDispute(tx, { payment_id: payment.id, external_id: id }, { state, lost, closed_at: ctx.now });
  await wakeRefunds(ctx, tx, payment);
}

/**
 * The guest's bank has returned the money: what was owed to the guest anyway isn't paid twice, the rest is lost sales. Money
 * never accepted as a payment (in review) was no sale, nor was credit given and not used. Returns the lost part.
 */
async function lose(ctx: Context, tx: Tx, payment: PaymentRow, { id, money }: Closed): Promise<number> {
  const wish = { amount: money.amount, instead: id, inherits: false };
  const { dropped } = await dropRefunds(ctx, tx, payment, wish);
  const credit = await voidCredit(ctx, tx, { paymentId: payment.id, atMost: money.amount - dropped, key: id });
  if (credit && credit.used > 0) await notifyOfCredit(ctx, tx, payment, id);
  const recovered = dropped + (credit?.voided ?? 0);
  const unpaid = payment.status === "succeeded" ? Math.max(0, money.amount - recovered) : 0;
  const lost = await takeBack(ctx, tx, payment, { amount: unpaid, key: id });
  await postEntries(tx, ctx.now, aboutPayment(payment), [lostToDispute(id, { ...money, amount: lost })]);
  return lost;
}

/** Departures were paid with money that is gone: staff decide whether their guests still go. */
const notifyOfCredit = (ctx: Context, tx: Tx, payment: PaymentRow, disputeId: string) =>
  ctx.publish(ctx, tx, paymentNeedsReview({ ...eventFacts(payment), reason: "credit_used", about: disputeId }));

/** Resumes refunds that waited for the bank's decision. */
async function wakeRefunds(ctx: Context, tx: Tx, payment: PaymentRow): Promise<void> {
  for (const refund of await refundsOfPayment(tx, payment.id)) {
    if (refund.waits !== "dispute") continue;
    await updateRefund(tx, refund.id, { waits: null }, ctx.now);
    await addJob(tx, "refund.submit", { refundId: refund.id }, { key: `refund:${refund.id}`, runAt: ctx.now });
  }
}

/** A payment takes the worst state of its disputes; it stays in review until that is over. */
async function mark(tx: Tx, payment: PaymentRow, disputeId: string): Promise<void> {
  const state = overallDispute((await disputesOfPayment(tx, payment.id)).map((one) => one.state));
  const reason = state === "open" ? "dispute" : null;
  const isOurs = payment.review_reason === null || payment.review_reason === "dispute";
  await updatePayment(tx, payment.id, {
    dispute_id: disputeId,
    dispute_state: state,
    ...(isOurs ? { review_reason: reason } : {}),
  });
}

async function tell(ctx: Context, tx: Tx, payment: PaymentRow, { id, state, reason }: Dispute): Promise<void> {
  await audit(tx, ctx, {
    action: `payment.dispute_${state}`,
    subject: [payment.kind, payment.purchase_id],
    changes: { dispute: [payment.dispute_state, state], reason: [null, reason] },
  });
  const why = { open: "dispute", won: "dispute_won", lost: "dispute_lost" }[state];
  await ctx.publish(ctx, tx, paymentNeedsReview({ ...eventFacts(payment), reason: why, about: id }));
  const { purchase_id: purchaseId, kind } = payment;
  await ctx.publish(ctx, tx, saleChanged({ purchaseId, kind, cause: "dispute" }));
}
