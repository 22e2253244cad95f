import { fail, ok } from "#src/kernel/result.ts";
import { lockPurchase } from "#src/modules/money/payments/lock-purchase.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { refundById, refundForUpdate, updateRefund } from "#src/modules/money/payments/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";

/**
 * Retries a refund that failed or was left to staff. Requires `payments.change`. Refusals: forbidden, refund_not_found,
 * not_failed (it is under way, done or dropped).
 */
export async function retryRefund(ctx: Context, { refund_id: id }: { refund_id: string }) {
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" as const });
  const snapshot = await refundById(ctx.db, id);
  if (!snapshot) return fail("refund_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    await lockPurchase(ctx, tx, snapshot);
    const refund = (await refundForUpdate(tx, id))!;
    if (refund.status !== "manual" && refund.status !== "failed") return fail("not_failed");
    await updateRefund(tx, id, { status: "failed", due_at: ctx.now }, ctx.now);
    await addJob(tx, "refund.submit", { refundId: id }, { key: `refund:${id}`, runAt: ctx.now });
    await audit(tx, ctx, {
      action: "refund.retried",
      subject: [refund.kind, refund.purchase_id],
      changes: { status: [refund.status, "failed"] },
    });
    return ok({});
  });
}
