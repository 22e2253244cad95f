import { postEntries } from "#src/modules/ledger/post-entries.server.ts";
import { undecidedOf } from "#src/modules/payments/queries.server.ts";
import { decideRefund, type PaymentRow, paymentById } from "#src/modules/payments/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Inside a transaction that has locked the booking: the guest chooses an alternative for an unseated payment, so its refund is
 * not made (`dropped`) or replaced by credit (`credited`). Returns the payment, or null if it was already decided or its refund
 * is on its way.
 */
export async function takeUndecided(
  ctx: Context,
  tx: Tx,
  bookingId: string,
  status: "dropped" | "credited",
): Promise<PaymentRow | null> {
  const [refund] = await undecidedOf({ db: tx, now: ctx.now }, bookingId);
  if (!refund || !(await decideRefund(tx, refund.id, { status }, ctx.now))) return null;
  const payment = (await paymentById(tx, refund.payment_id))!;
  const about = { bookingId, paymentId: payment.id, refundId: refund.id, test: payment.mode === "sandbox" };
  const { amount, currency } = refund;
  await postEntries(tx, ctx.now, about, [
    { key: `refund:${refund.id}:dropped`, kind: "refund_dropped", amount, currency },
  ]);
  await audit(tx, ctx, {
    action: `refund.${status}`,
    subject: ["booking", bookingId],
    changes: { status: ["requested", status] },
  });
  return payment;
}
