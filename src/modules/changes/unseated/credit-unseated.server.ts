import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { canOpenBooking } from "#src/modules/sales/booking/queries.server.ts";
import { giveCredit } from "#src/modules/money/credits/give-credit.server.ts";
import { creditsOf } from "#src/modules/money/credits/queries.server.ts";
import { takeUndecided } from "#src/modules/money/payments/decide-refunds.server.ts";
import { undecidedOf } from "#src/modules/changes/unseated/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { isPractice } from "#src/modules/base/settings/rules/practice.ts";

/**
 * Gives the guest credit for the whole of a payment that came too late, good for another departure. Idempotent. Requires access.
 * Refusals: booking_not_found, choice_made (the guest chose something else, the refund is on its way, or it is of a night that we
 * called off, which is another date or the money).
 */
export async function creditUnseated(
  ctx: Context,
  { booking_id: bookingId, token }: { booking_id: string; token: string | null },
) {
  if (!(await canOpenBooking(ctx, bookingId, token))) return fail("booking_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    await lockBooking(tx, bookingId);
    const undecided = await undecidedOf({ db: tx, now: ctx.now }, bookingId);
    if (undecided?.why !== "unplaced")
      return (await creditsOf({ db: tx }, bookingId)).length > 0 ? ok({}) : fail("choice_made");
    const [part] = (await takeUndecided(ctx, tx, undecided.refunds, "credited")).parts;
    const { id: paymentId, amount, currency, mode } = part!.payment;
    await giveCredit(ctx, tx, {
      of: bookingRef(bookingId),
      paymentId,
      money: { amount, currency },
      test: isPractice(mode),
    });
    return ok({});
  });
}
