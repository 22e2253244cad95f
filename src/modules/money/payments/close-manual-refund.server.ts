import { fail, ok } from "#src/kernel/result.ts";
import { lockPurchase } from "#src/modules/money/payments/lock-purchase.server.ts";
import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { refundSucceeded } from "#src/modules/money/payments/events.ts";
import { bankHolds } from "#src/modules/money/payments/rules/payment.ts";
import { aboutPayment, holderOfHandRefund, refunded } from "#src/modules/money/payments/rules/books.ts";
import {
  disputesOfPayment,
  paymentForUpdate,
  refundById,
  refundForUpdate,
  refundsOfPayment,
  updateRefund,
} from "#src/modules/money/payments/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const MAX_NOTE = 500;

/**
 * Marks a refund done that staff paid by hand because the provider couldn't; `note` says how. Notifies the guest. Requires
 * `payments.change`. Refusals: forbidden, refund_not_found, note_missing, note_too_long, not_manual (not left to staff),
 * disputed (the guest's bank is deciding about the same money, or has returned it).
 */
export async function closeManualRefund(ctx: Context, input: { refund_id: string; note: string }) {
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" as const });
  return closeGiven(ctx, input);
}

/** The same for a caller that has checked permissions. */
export async function closeGiven(ctx: Context, input: { refund_id: string; note: string }) {
  const note = input.note.trim();
  if (note === "") return fail("note_missing");
  if (note.length > MAX_NOTE) return fail("note_too_long");
  const snapshot = await refundById(ctx.db, input.refund_id);
  if (!snapshot) return fail("refund_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    await lockPurchase(ctx, tx, snapshot);
    const refund = (await refundForUpdate(tx, snapshot.id))!;
    if (refund.status !== "manual") return fail("not_manual");
    const payment = (await paymentForUpdate(tx, refund.payment_id))!;
    const [all, disputes] = [await refundsOfPayment(tx, payment.id), await disputesOfPayment(tx, payment.id)];
    if (bankHolds(payment, all, disputes)) return fail("disputed");
    await updateRefund(tx, refund.id, { status: "succeeded", external_id: null, note, succeeded_at: ctx.now }, ctx.now);
    const about = { ...aboutPayment(payment, refund), provider: holderOfHandRefund(payment) };
    await postEntries(tx, ctx.now, about, [refunded(refund)]);
    await audit(tx, ctx, {
      action: "refund.closed_by_hand",
      subject: [refund.kind, refund.purchase_id],
      // the note stays on the refund: it may name people, and the audit log can't be erased
      changes: { status: ["manual", "succeeded"] },
    });
    await ctx.publish(
      ctx,
      tx,
      refundSucceeded({ refundId: refund.id, purchaseId: refund.purchase_id, kind: refund.kind }),
    );
    return ok({});
  });
}
