import { fail, ok } from "#src/kernel/result.ts";
import { capsFor, overCap, underPressure } from "#src/modules/booking/guard-unpaid.server.ts";
import { freeLapsedHolds } from "#src/modules/booking/release-hold.server.ts";
import { extendedHold, renewedHold } from "#src/modules/booking/rules/hold-length.ts";
import { holdLives, mayBecome } from "#src/modules/booking/rules/states.ts";
import {
  bookingForUpdate,
  bookingWithDeparture,
  countRenewal,
  departureOf,
  markHeld,
} from "#src/modules/booking/store/booking.server.ts";
import { capReached, guardMore, takeSeats } from "#src/modules/booking/store/hold.server.ts";
import { hasUsesLeft, settleRedemption } from "#src/modules/coupons/redeem-coupon.server.ts";
import { reserveCreditAgain } from "#src/modules/credits/reserve-credit.server.ts";
import { appSettings } from "#src/modules/settings/queries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/**
 * Secures the seats of an unpaid booking: a live hold is extended within its limit, a lapsed one retakes the seats at the promised
 * price, as often as the operator allows. `paying`: a payment is being started, which makes a short hold a normal one, once. The
 * caller checks permissions. Refusals: not_payable (paid, or cancelled and not revivable), departure_past, departure_cancelled,
 * coupon_used_up (its limit was reached while the hold had lapsed), renewals_used, unpaid_places {unpaid, booking_id} and
 * unpaid_shared {because} (as in `placeBooking`), unpaid_nearby {because} where booking again asks for a code, sold_out {left}.
 */
export async function retakeHold(ctx: Context, bookingId: string, paying = false) {
  try {
    return await retake(ctx, bookingId, paying);
  } catch (error) {
    const cap = capReached(error);
    if (!cap) throw error;
    return overCap(ctx, cap, cap.of === "domain" ? "unpaid_shared" : "unpaid_nearby");
  }
}

async function retake(ctx: Context, bookingId: string, paying: boolean) {
  const settings = await appSettings(ctx);
  const seen = await bookingWithDeparture(ctx.db, bookingId);
  if (!seen) return fail("booking_not_found");
  if (seen.departure_status !== "scheduled") return fail("departure_cancelled");
  // what staff sold at the door is paid while the crawl runs
  const end = seen.source === "admin" ? seen.ends_at : seen.starts_at;
  if (end <= ctx.now) return fail("departure_past");
  if (!holdLives(seen, ctx.now)) await freeLapsedHolds(ctx, seen.scheduled_crawl_id);
  const departure = { id: seen.scheduled_crawl_id, total_spots: seen.total_spots };
  const pressed = seen.source === "web" && (await underPressure(ctx, departure));
  const moment = { now: ctx.now, paying, pressed };
  return ctx.db.transaction().execute(async (tx) => {
    // lock order everywhere: coupon, booking, departure, whoever keeps unpaid places
    const couponLeft = !seen.coupon_id || (await hasUsesLeft(statementsOf(tx), seen.coupon_id, bookingId, ctx.now));
    const booking = await bookingForUpdate(tx, bookingId);
    if (!booking || booking.status === "confirmed") return fail("not_payable");
    // a lapsed hold has given up its use of a limited coupon, whether or not it was swept
    if (!couponLeft && !holdLives(booking, ctx.now)) return fail("coupon_used_up");
    if (booking.status === "pending") {
      const hold = extendedHold(booking, moment, settings);
      await markHeld(tx, bookingId, hold);
      return ok({ expires: hold.expires });
    }
    if (!mayBecome(booking, "pending")) return fail("not_payable");
    if (booking.source === "web" && booking.renewals >= settings.unpaid.renewals) return fail("renewals_used");
    const { scheduled_crawl_id: departureId, number_of_people: people } = booking;
    const byStaff = booking.source === "admin";
    if (!(await takeSeats(statementsOf(tx), departureId, people, { now: ctx.now, byStaff })))
      return fail("sold_out", { left: (await departureOf(tx, departureId))?.available_spots ?? 0 });
    const limitedCoupon = seen.coupon_limit === null ? null : booking.coupon_id;
    const caps = capsFor(ctx, settings, seen.total_spots);
    await guardMore(statementsOf(tx), bookingId, { departureId, people, limitedCoupon, now: ctx.now, caps });
    const hold = renewedHold(booking, moment, settings);
    await markHeld(tx, bookingId, hold);
    await countRenewal(tx, bookingId);
    await settleRedemption(tx, bookingId, "reserved");
    await reserveCreditAgain(ctx, tx, bookingId);
    await audit(tx, ctx, {
      action: "booking.held_again",
      subject: ["booking", bookingId],
      changes: { status: ["cancelled", "pending"] },
    });
    return ok({ expires: hold.expires });
  });
}
