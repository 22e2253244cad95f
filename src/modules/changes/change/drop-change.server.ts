import { fail, ok } from "#src/kernel/result.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { dropWaiting } from "#src/modules/sales/booking/make-change.server.ts";
import { canOpenBooking, changeWaiting } from "#src/modules/sales/booking/queries.server.ts";
import { tryClosing } from "#src/modules/money/payments/close-attempts.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Drops a change waiting for payment at the guest's request: its seats go back on sale and the booking stays as it was. Requires
 * access; a no-op if the change no longer waits. Refusals: booking_not_found, already_paid, provider_unavailable.
 */
export async function dropChange(
  ctx: Context,
  { booking_id: id, token, change_id }: { booking_id: string; token: string | null; change_id: string },
) {
  if (!(await canOpenBooking(ctx, id, token))) return fail("booking_not_found");
  if ((await changeWaiting(ctx, id))?.id !== change_id) return ok({});
  const closed = await tryClosing(ctx, id);
  if (closed === "paid") return fail("already_paid");
  // a slow bank may still pay; money that arrives for a dropped change is refunded automatically
  if (closed === "unanswered") return fail("provider_unavailable");
  await ctx.db.transaction().execute(async (tx) => {
    await lockBooking(tx, id);
    if ((await changeWaiting({ db: tx }, id))?.id === change_id) await dropWaiting(ctx, tx, id, "guest");
  });
  return ok({});
}
