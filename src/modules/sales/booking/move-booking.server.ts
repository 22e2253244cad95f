import { bookingConfirmed, bookingRebooked } from "#src/modules/sales/booking/events.ts";
import type { MovePlan } from "#src/modules/sales/booking/plan-move.server.ts";
import { postSale } from "#src/modules/sales/booking/post-sale.server.ts";
import { markMoved } from "#src/modules/sales/booking/store/booking.server.ts";
import { lockDepartures } from "#src/modules/sales/booking/store/change.server.ts";
import { takeSeats } from "#src/modules/sales/schedule/take-seats.server.ts";
import { settleRedemption } from "#src/modules/sales/coupons/redeem-coupon.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/**
 * Call with a booking without seats locked: takes seats on the planned departure. Returns false when they are not available: the
 * caller rolls back.
 */
export async function takePlannedSeats({ now }: Context, tx: Tx, plan: MovePlan): Promise<boolean> {
  await lockDepartures(tx, [plan.to]);
  return takeSeats(statementsOf(tx), plan.to, plan.people, { now });
}

/**
 * Call with a booking locked whose planned seats are taken: confirms it there, as a payment in time would have. One that was
 * confirmed before is sold again: its sale is what of it had been undone (`takenBack`, minor units), at the new price.
 */
export async function moveBooking(ctx: Context, tx: Tx, plan: MovePlan, takenBack: number): Promise<void> {
  const before = await markMoved(tx, plan.bookingId, { ...plan.amounts, departure: plan.to }, ctx.now);
  const { total_price } = plan.amounts;
  const again = before.confirmed_at !== null;
  if (again) {
    const amount = total_price - before.total_price + takenBack;
    await postSale(ctx, tx, { ...before, total_price: amount }, before.version + 1);
  } else await postSale(ctx, tx, { ...before, total_price });
  // the promised coupon applies, even if its usage limit was reached since
  await settleRedemption(tx, plan.bookingId, "used");
  await audit(tx, ctx, {
    action: "booking.moved",
    subject: ["booking", plan.bookingId],
    changes: {
      status: ["cancelled", "confirmed"],
      departure: [plan.from, plan.to],
      total_price: [before.total_price, total_price],
    },
  });
  const { bookingId } = plan;
  const version = before.version + 1;
  await ctx.publish(
    ctx,
    tx,
    again
      ? bookingRebooked({ bookingId, version, kind: "date", names: [], positions: [] })
      : bookingConfirmed({ bookingId, partnerId: before.partner_id, guests: before }),
  );
}
