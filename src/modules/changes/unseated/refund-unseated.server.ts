import { fail, ok } from "#src/kernel/result.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { canOpenBooking } from "#src/modules/sales/booking/queries.server.ts";
import { hurryRefunds } from "#src/modules/money/payments/decide-refunds.server.ts";
import { undecidedOf } from "#src/modules/changes/unseated/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

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
    await hurryRefunds(ctx, tx, refunds);
    return ok({ refunds: refunds.length });
  });
}
