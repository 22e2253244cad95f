import { saleChanged } from "#src/modules/money/payments/events.ts";
import { lockPurchase, eventFacts } from "#src/modules/money/payments/lock-purchase.server.ts";
import { voidCredit } from "#src/modules/money/credits/void-credit.server.ts";
import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { dropRefunds, isAsked } from "#src/modules/money/payments/drop-refunds.server.ts";
import { paymentNeedsReview } from "#src/modules/money/payments/events.ts";
import { spokenFor } from "#src/modules/money/payments/rules/payment.ts";
import {
  aboutPayment,
  BY_HAND,
  moneyOfPayment,
  promised,
  refunded,
  returned,
} from "#src/modules/money/payments/rules/books.ts";
import {
  disputesOfPayment,
  insertRefund,
  paymentById,
  paymentForUpdate,
  type PaymentRow,
  refundForUpdate,
  type RefundRow,
  refundsOfPayment,
  updatePayment,
  updateRefund,
} from "#src/modules/money/payments/store.server.ts";
import { isForeign, notifyStaff, writeSuccess } from "#src/modules/money/payments/submit-refund.server.ts";
import { takeBack } from "#src/modules/money/payments/take-back.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import type { RemoteRefund } from "#src/platform/payment-provider.server.ts";

/**
 * Compares a payment's refunds at the provider with ours (rule refunds-5): records once what was made there; a refund that came
 * back after it succeeded is left to staff. Notifies staff of both. Throws, to be retried, while a refund of ours is sent and
 * not answered, because it can't be matched until then.
 */
export async function recordExternalRefunds(ctx: Context, paymentId: string): Promise<void> {
  const snapshot = await paymentById(ctx.db, paymentId);
  const provider = snapshot && ctx.providers[snapshot.provider];
  if (!provider || !snapshot.external_id) return;
  if (snapshot.charged_amount === null && snapshot.status !== "succeeded") return; // no money came, so none can go back
  const remote = await provider.listRefunds({ externalId: snapshot.external_id, chargeId: snapshot.charge_id });
  for (const one of remote)
    await ctx.db.transaction().execute(async (tx) => {
      await lockPurchase(ctx, tx, snapshot);
      const payment = (await paymentForUpdate(tx, paymentId))!;
      const ours = await refundsOfPayment(tx, paymentId);
      const match = ours.find((refund) => isSame(refund, one));
      if (match) await follow(ctx, tx, payment, { refund: match, remote: one });
      else if (one.status !== "failed") await record(ctx, tx, payment, { remote: one, ours });
    });
}

/** The provider knows each try of our refund as `id:attempts`. */
const isSame = (refund: RefundRow, { externalId, refundId }: RemoteRefund): boolean =>
  refund.external_id === externalId || (refundId?.split(":")[0] ?? null) === refund.id;

/** Updates a known refund: our own only if it came back (its job does the rest), an external one by its listed status. */
async function follow(
  ctx: Context,
  tx: Tx,
  payment: PaymentRow,
  { refund, remote }: { refund: RefundRow; remote: RemoteRefund },
): Promise<void> {
  if (refund.external_id !== remote.externalId) return; // an earlier try of it, or one whose answer is still pending
  if (remote.status === "failed" && (refund.status === "succeeded" || isForeign(refund)))
    await comeBack(ctx, tx, payment, refund);
  if (remote.status === "succeeded" && refund.status === "submitted" && isForeign(refund)) {
    await updateRefund(tx, refund.id, { status: "succeeded" }, ctx.now);
    await writeSuccess(ctx, tx, payment, refund);
  }
}

/** The money didn't reach the guest and is back at the provider: staff find another way. */
async function comeBack(ctx: Context, tx: Tx, payment: PaymentRow, { id, status }: RefundRow): Promise<void> {
  const refund = (await refundForUpdate(tx, id))!;
  if (status !== "succeeded" && status !== "submitted") return;
  if (status === "succeeded") await postEntries(tx, ctx.now, aboutPayment(payment, refund), [returned(refund)]);
  const attempts = refund.attempts + 1;
  const change = { attempts, last_error: "returned", first_asked_at: null, waits: null };
  await updateRefund(tx, id, { status: "manual", ...change }, ctx.now);
  await audit(tx, ctx, {
    action: "refund.returned",
    subject: [payment.kind, payment.purchase_id],
    changes: { status: [status, "manual"] },
  });
  await notifyStaff(ctx, tx, { ...refund, attempts }, "refund_returned");
}

async function record(
  ctx: Context,
  tx: Tx,
  payment: PaymentRow,
  { remote, ours }: { remote: RemoteRefund; ours: RefundRow[] },
): Promise<void> {
  if (ours.some((refund) => isAsked(refund) && refund.status !== "submitted" && refund.status !== "succeeded"))
    throw new Error(`a refund of payment ${payment.id} is asked for and not answered yet`);
  const byHand = ours.find((one) => isClosedByHand(one) && one.amount === remote.money.amount);
  if (byHand) return adopt(ctx, tx, payment, byHand, remote);
  const { externalId, status, money } = remote;
  const paid = moneyOfPayment(payment).amount;
  const free = Math.min(money.amount, Math.max(0, paid - spokenFor(ours)));
  const wish = { amount: money.amount - free, instead: externalId, inherits: true };
  const { dropped, takenBack } = await dropRefunds(ctx, tx, payment, wish);
  // money in review was never a sale, but what a bank has taken for good can't go back a second time: that is ours. Of other
  // money, this much was a sale and no longer is
  const held =
    payment.status === "succeeded" ? 0 : Math.max(0, paid - spokenFor(ours) - (await lostToBank(tx, payment)));
  // a booking's credit was given for what a refund spoke for already (`creditInstead`); other kinds void theirs as they take back
  const wasCredited = payment.kind === "booking" ? money.amount - free - dropped : 0;
  const credit = await voidCredit(ctx, tx, { paymentId: payment.id, atMost: wasCredited, key: externalId });
  const voided = credit?.voided ?? 0;
  const undone = Math.max(0, money.amount - dropped - held - voided);
  const unsold = await takeBack(ctx, tx, payment, { amount: undone, key: externalId });
  const refund = await insertRefund(tx, {
    payment_id: payment.id,
    purchase_id: payment.purchase_id,
    ...money,
    taken_back: unsold + takenBack,
    reason: "external",
    idempotency_key: `external:${payment.id}:${externalId}`,
    due_at: ctx.now,
    status: status === "succeeded" ? "succeeded" : "submitted",
    source: "external",
    external_id: externalId,
  });
  const row = (await refundForUpdate(tx, refund!.id))!;
  await postEntries(tx, ctx.now, aboutPayment(payment, row), promised(row, unsold));
  if (row.status === "succeeded") await writeSuccess(ctx, tx, payment, row);
  await audit(tx, ctx, {
    action: "refund.found",
    subject: [payment.kind, payment.purchase_id],
    changes: { amount: [null, money.amount], external_id: [null, externalId] },
  });
  if (undone > 0)
    await ctx.publish(ctx, tx, saleChanged({ purchaseId: payment.purchase_id, kind: payment.kind, cause: "sale" }));
  await tell(ctx, tx, payment, { row, all: [...ours, row] });
}

/** How much of a payment its disputes have taken for good, in minor units. */
async function lostToBank(tx: Tx, { id }: PaymentRow): Promise<number> {
  const lost = (await disputesOfPayment(tx, id)).filter(({ state }) => state === "lost");
  return lost.reduce((sum, { amount }) => sum + amount, 0);
}

const isClosedByHand = ({ status, external_id, note }: RefundRow): boolean =>
  status === "succeeded" && external_id === null && note !== null;

/**
 * Staff have already recorded this refund: it was made in the dashboard, with the provider's money. It counts as a separate try,
 * so that the ledger names it differently from one paid by hand and it can come back like any other.
 */
async function adopt(ctx: Context, tx: Tx, payment: PaymentRow, refund: RefundRow, { externalId }: RemoteRefund) {
  const attempts = refund.attempts + 1;
  await updateRefund(tx, refund.id, { external_id: externalId, attempts }, ctx.now);
  const about = aboutPayment(payment, refund);
  await postEntries(tx, ctx.now, { ...about, provider: BY_HAND }, [returned(refund)]);
  await postEntries(tx, ctx.now, about, [refunded({ ...refund, attempts })]);
}

/** A full refund doesn't cancel the booking: staff find out whether the guest still comes. */
async function tell(ctx: Context, tx: Tx, payment: PaymentRow, { row, all }: { row: RefundRow; all: RefundRow[] }) {
  const isWhole = spokenFor(all) >= moneyOfPayment(payment).amount;
  if (isWhole && payment.status !== "succeeded")
    await updatePayment(tx, payment.id, {
      status: "succeeded",
      settled_at: ctx.now,
      next_poll_at: null,
      review_reason: null,
    });
  const reason = isWhole ? "external_refund_whole" : "external_refund";
  await ctx.publish(ctx, tx, paymentNeedsReview({ ...eventFacts(payment), reason, about: row.id }));
}
