import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { aboutPayment } from "#src/modules/money/payments/rules/books.ts";
import {
  decideRefund,
  type PaymentRow,
  paymentById,
  type RefundRow,
  updatePayment,
  updateRefund,
} from "#src/modules/money/payments/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";

/** Refunds that aren't made after all: of which payments, how much of each, and of a sale that they had undone (minor units). */
export type Decided = { parts: { payment: PaymentRow; amount: number }[]; takenBack: number };

/**
 * Inside a transaction that has locked the booking: the guest chooses an alternative to what is undecided, so its refunds are not
 * made (`dropped`) or replaced by credit (`credited`). What a dropped one had undone of a sale is sold again by the caller.
 */
export async function takeUndecided(
  ctx: Context,
  tx: Tx,
  refunds: readonly RefundRow[],
  status: "dropped" | "credited",
): Promise<Decided> {
  const decided: Decided = { parts: [], takenBack: 0 };
  for (const refund of refunds) {
    // the booking's lock is ours since it was read: nobody else has decided meanwhile
    if (!(await decideRefund(tx, refund.id, { status }, ctx.now))) throw new Error(`refund ${refund.id} was decided`);
    const payment = (await paymentById(tx, refund.payment_id))!;
    const { amount, currency, taken_back } = refund;
    if (taken_back > 0) await updateRefund(tx, refund.id, { taken_back: 0 }, ctx.now);
    await postEntries(tx, ctx.now, aboutPayment(payment, refund), [
      { key: `refund:${refund.id}:dropped`, kind: "refund_dropped", amount, currency },
    ]);
    await audit(tx, ctx, {
      action: `refund.${status}`,
      subject: [refund.kind, refund.purchase_id],
      changes: { status: ["requested", status] },
    });
    decided.parts.push({ payment, amount });
    decided.takenBack += taken_back;
  }
  return decided;
}

/**
 * Inside a transaction that has locked the booking: makes refunds that wait for the guest's decision due now, because the guest wants
 * the money. Those that are due, or decided otherwise, stay as they are.
 */
export async function hurryRefunds(
  ctx: Context,
  tx: Tx,
  refunds: readonly Pick<RefundRow, "id" | "purchase_id" | "kind">[],
): Promise<void> {
  for (const { id, purchase_id, kind } of refunds) {
    if (!(await decideRefund(tx, id, { due_at: ctx.now }, ctx.now))) continue;
    await addJob(tx, "refund.submit", { refundId: id }, { key: `refund:${id}`, runAt: ctx.now });
    await audit(tx, ctx, { action: "refund.hurried", subject: [kind, purchase_id] });
  }
}

/** Inside a transaction that has locked the purchase: notes that a payment bought something else than what it was for. */
export const markMoved = async (tx: Tx, paymentId: string): Promise<void> =>
  void (await updatePayment(tx, paymentId, { placement: "moved" }));
