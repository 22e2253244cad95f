import { bookingConfirmed } from "#src/modules/booking/events.ts";
import type { MovePlan } from "#src/modules/booking/plan-move.server.ts";
import { postSale } from "#src/modules/booking/post-sale.server.ts";
import { markMoved } from "#src/modules/booking/store/booking.server.ts";
import { lockDepartures } from "#src/modules/booking/store/change.server.ts";
import { takeSeats } from "#src/modules/booking/store/hold.server.ts";
import { settleRedemption } from "#src/modules/coupons/redeem-coupon.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/**
 * Call with a booking without seats locked: takes seats on the planned departure and confirms it there, as a payment in time
 * would have. Returns false when the seats are not available: the caller rolls back.
 */
export async function moveBooking(ctx: Context, tx: Tx, plan: MovePlan): Promise<boolean> {
  await lockDepartures(tx, [plan.to]);
  if (!(await takeSeats(statementsOf(tx), plan.to, plan.people, { now: ctx.now }))) return false;
  const before = await markMoved(tx, plan.bookingId, { ...plan.amounts, departure: plan.to }, ctx.now);
  await postSale(ctx, tx, { ...before, total_price: plan.amounts.total_price });
  // the promised coupon applies, even if its usage limit was reached since
  await settleRedemption(tx, plan.bookingId, "used");
  await audit(tx, ctx, {
    action: "booking.moved",
    subject: ["booking", plan.bookingId],
    changes: {
      status: ["cancelled", "confirmed"],
      departure: [plan.from, plan.to],
      total_price: [before.total_price, plan.amounts.total_price],
    },
  });
  await ctx.publish(ctx, tx, bookingConfirmed({ bookingId: plan.bookingId, partnerId: before.partner_id }));
  return true;
}
