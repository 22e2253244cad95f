import { bookingConfirmed, bookingPlacedLate } from "#src/modules/sales/booking/events.ts";
import type { LockedBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { mayBecome } from "#src/modules/sales/booking/rules/states.ts";
import { addOnsOf } from "#src/modules/sales/booking/store/add-ons.server.ts";
import { markConfirmed } from "#src/modules/sales/booking/store/booking.server.ts";
import { tooFewAddOns } from "#src/modules/sales/booking/take-add-ons.server.ts";
import { freeSeats, takeSeats, takeSeatsWithinTolerance } from "#src/modules/sales/schedule/take-seats.server.ts";
import { settleRedemption } from "#src/modules/sales/coupons/redeem-coupon.server.ts";
import { settleCredit } from "#src/modules/money/credits/settle-credit.server.ts";
import { postSale } from "#src/modules/sales/booking/post-sale.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/** How a paid booking got its seats, or why it did not (rule payments-5). Stored on the payment. */
export type Placement = "in_time" | "seats_free" | "tolerance" | "unplaced" | "duplicate" | "booking_cancelled";

/**
 * Runs in the settling transaction. Confirms a booking paid with `paid` (minor units of its currency; the rest is its credit). In
 * time, it has its seats; after the hold has lapsed, the seats must still be free or within the departure's late tolerance, and
 * the credit still available. Of its add-ons there may be too few by then: `tolerance` as well. A promised coupon is used even if it
 * has expired since.
 */
export async function confirmBooking(ctx: Context, tx: Tx, booking: LockedBooking, paid: number): Promise<Placement> {
  const { id: bookingId } = booking;
  if (booking.status === "confirmed") return "duplicate";
  if (!mayBecome(booking, "confirmed")) return "booking_cancelled";
  const placement = booking.status === "pending" ? "in_time" : await placeLate(ctx, tx, booking);
  if (placement === "unplaced") return placement;
  if (!(await settleCredit(ctx, tx, bookingId, booking.total_price - paid))) {
    if (booking.status !== "pending") await giveUp(tx, booking);
    return "unplaced";
  }
  await markConfirmed(tx, bookingId, ctx.now);
  if (booking.coupon_id !== null) await settleRedemption(tx, bookingId, "used");
  await postSale(ctx, tx, booking);
  await audit(tx, ctx, {
    action: "booking.confirmed",
    subject: ["booking", bookingId],
    changes: { status: [booking.status, "confirmed"], placement: [null, placement] },
  });
  if (placement === "tolerance") await ctx.publish(ctx, tx, bookingPlacedLate({ bookingId }));
  await ctx.publish(ctx, tx, bookingConfirmed({ bookingId, partnerId: booking.partner_id, guests: booking }));
  return placement;
}

/** Puts seats taken late back on sale when the booking's credit is no longer available. */
const giveUp = (tx: Tx, { scheduled_crawl_id: departure, number_of_people: people }: Booked) =>
  freeSeats(statementsOf(tx), departure, people);

type Booked = Pick<LockedBooking, "id" | "scheduled_crawl_id" | "number_of_people" | "source" | "test">;

async function placeLate(ctx: Context, tx: Tx, booking: Booked): Promise<Placement> {
  const { scheduled_crawl_id: departure, number_of_people: people } = booking;
  // what staff sold at the door is paid while the crawl runs
  const byStaff = booking.source === "admin";
  if (await takeSeats(statementsOf(tx), departure, people, { now: ctx.now, byStaff })) {
    // after the seats, as everywhere: a stock is locked last
    const lines = (await addOnsOf(tx, [booking.id])).get(booking.id) ?? [];
    const wish = { departureId: departure, lines, practice: booking.test };
    return (await tooFewAddOns(statementsOf(tx), wish)) ? "tolerance" : "seats_free";
  }
  return (await takeSeatsWithinTolerance(statementsOf(tx), departure, people, ctx.now)) ? "tolerance" : "unplaced";
}
