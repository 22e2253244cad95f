import { fail, ok } from "#src/kernel/result.ts";
import { lockBooking } from "#src/modules/booking/lock-booking.server.ts";
import { canOpenBooking } from "#src/modules/booking/queries.server.ts";
import { giveCredit } from "#src/modules/credits/give-credit.server.ts";
import { creditsOf } from "#src/modules/credits/queries.server.ts";
import { takeUndecided } from "#src/modules/payments/decide-unseated.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Gives the guest credit for the whole of an unseated payment, good for another departure. Idempotent. Requires access.
 * Refusals: booking_not_found, choice_made (the guest chose something else, or the refund is on its way).
 */
export async function creditUnseated(
  ctx: Context,
  { booking_id: bookingId, token }: { booking_id: string; token: string | null },
) {
  if (!(await canOpenBooking(ctx, bookingId, token))) return fail("booking_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    await lockBooking(tx, bookingId);
    const payment = await takeUndecided(ctx, tx, bookingId, "credited");
    if (!payment) return (await creditsOf({ db: tx }, bookingId)).length > 0 ? ok({}) : fail("choice_made");
    const { id: paymentId, amount, currency, mode } = payment;
    await giveCredit(ctx, tx, { bookingId, paymentId, money: { amount, currency }, test: mode === "sandbox" });
    return ok({});
  });
}
