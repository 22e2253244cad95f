import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { aboutPayment, dropped } from "#src/modules/money/payments/rules/books.ts";
import {
  type PaymentRow,
  type RefundRow,
  refundsOfPayment,
  updateRefund,
} from "#src/modules/money/payments/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Whether a provider has accepted a refund, or may know of it without having answered: it can't be taken back. */
export const isAsked = ({ status, first_asked_at }: Pick<RefundRow, "status" | "first_asked_at">): boolean =>
  status === "submitted" || (first_asked_at !== null && status !== "manual");

const DUE = ["requested", "failed", "manual"];

/**
 * Inside a transaction that has locked the payment: reduces or drops due refunds not yet sent, by up to `amount`, because that
 * much went back another way (`instead`, its name). Returns how much was dropped, and how much of that undid a sale, which
 * passes to the replacement if that is a refund (`inherits`).
 */
export async function dropRefunds(
  ctx: Context,
  tx: Tx,
  payment: PaymentRow,
  { amount, instead, inherits }: { amount: number; instead: string; inherits: boolean },
): Promise<{ dropped: number; takenBack: number }> {
  const sum = { dropped: 0, takenBack: 0 };
  const due = (await refundsOfPayment(tx, payment.id)).filter((one) => DUE.includes(one.status) && !isAsked(one));
  for (const refund of due) {
    const less = Math.min(refund.amount, amount - sum.dropped);
    if (less <= 0) break;
    const takenBack = inherits ? Math.min(less, refund.taken_back) : 0;
    await dropPart(ctx, tx, payment, refund, { less, takenBack, instead });
    sum.dropped += less;
    sum.takenBack += takenBack;
  }
  return sum;
}

async function dropPart(
  ctx: Context,
  tx: Tx,
  payment: PaymentRow,
  refund: RefundRow,
  { less, takenBack, instead }: { less: number; takenBack: number; instead: string },
): Promise<void> {
  const taken_back = refund.taken_back - takenBack;
  // a refund can't be of zero, so a dropped one keeps its amount
  const change =
    less === refund.amount ? { status: "dropped" as const, waits: null } : { amount: refund.amount - less };
  await updateRefund(tx, refund.id, { ...change, taken_back }, ctx.now);
  await postEntries(tx, ctx.now, aboutPayment(payment, refund), [dropped(refund, { amount: less, instead })]);
  await audit(tx, ctx, {
    action: "refund.dropped",
    subject: [refund.kind, refund.purchase_id],
    changes: { amount: [refund.amount, refund.amount - less], instead: [null, instead] },
  });
}
