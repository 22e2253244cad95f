import type { Failure, Ok } from "#src/kernel/result.ts";
import { checkPayment } from "#src/modules/money/payments/check-payment.server.ts";
import { closeManualRefund } from "#src/modules/money/payments/close-manual-refund.server.ts";
import { reprocessEvent } from "#src/modules/money/payments/reprocess-event.server.ts";
import { resolveReview } from "#src/modules/money/payments/resolve-review.server.ts";
import { retryRefund } from "#src/modules/money/payments/retry-refund.server.ts";
import { acknowledgeRun } from "#src/modules/books/reconciliation/acknowledge-run.server.ts";
import type { Act } from "#src/modules/books/reconciliation/rules/admin.ts";
import type { MoneyAct } from "#src/modules/books/reconciliation/schema.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Runs an action of the payments page. Each checks permissions and writes the audit log; refusals are theirs. */
export function actOnMoney(ctx: Context, { act, id, note }: MoneyAct & { act: Act }): Promise<Ok | Failure> {
  const acts: Record<Act, () => Promise<Ok | Failure>> = {
    accept: () => resolveReview(ctx, { payment_id: id, decision: "accept" }),
    give_back: () => resolveReview(ctx, { payment_id: id, decision: "refund" }),
    check: () => checkPayment(ctx, { payment_id: id }),
    close: () => closeManualRefund(ctx, { refund_id: id, note }),
    retry: () => retryRefund(ctx, { refund_id: id }),
    reprocess: () => reprocessEvent(ctx, { event_id: id }),
    look: () => acknowledgeRun(ctx, { run_id: id }),
  };
  return acts[act]();
}
