import { fail, ok } from "#src/kernel/result.ts";
import { lockBooking } from "#src/modules/booking/lock-booking.server.ts";
import { canOpenBooking } from "#src/modules/booking/queries.server.ts";
import { undecidedOf } from "#src/modules/payments/queries.server.ts";
import { decideRefund } from "#src/modules/payments/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";

/**
 * Refunds an unseated booking now instead of at the end of the time its guest has to decide. Idempotent; a no-op once something
 * else was chosen. Requires access. Refusals: booking_not_found.
 */
export async function refundUnseatedNow(
  ctx: Context,
  { bookingId, token }: { bookingId: string; token: string | null },
) {
  if (!(await canOpenBooking(ctx, bookingId, token))) return fail("booking_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    await lockBooking(tx, bookingId);
    const undecided = await undecidedOf({ db: tx, now: ctx.now }, bookingId);
    const refunds = undecided?.refunds ?? [];
    for (const { id } of refunds) {
      if (!(await decideRefund(tx, id, { due_at: ctx.now }, ctx.now))) continue;
      await addJob(tx, "refund.submit", { refundId: id }, { key: `refund:${id}`, runAt: ctx.now });
      await audit(tx, ctx, { action: "refund.hurried", subject: ["booking", bookingId] });
    }
    return ok({ refunds: refunds.length });
  });
}
