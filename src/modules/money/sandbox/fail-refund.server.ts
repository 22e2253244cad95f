import { recordEvent } from "#src/modules/money/sandbox/record-event.server.ts";
import { FailRefundJob } from "#src/modules/money/sandbox/schema.ts";
import { failSubmittedRefund } from "#src/modules/money/sandbox/store.server.ts";
import type { Db } from "#src/platform/db.server.ts";

/** Job: fails an accepted refund and notifies the shop. Idempotent. */
export async function failRefund(ctx: { db: Db; now: Date }, payload: unknown): Promise<void> {
  const { refund } = FailRefundJob.parse(payload);
  await ctx.db.transaction().execute(async (tx) => {
    const failed = await failSubmittedRefund(tx, refund);
    if (failed) await recordEvent(tx, { session: failed.session_id, type: "refund.failed", now: ctx.now });
  });
}
