import type { Currency } from "#src/kernel/money.ts";
import { bookingConfirmed, bookingPlacedLate } from "#src/modules/booking/facts.ts";
import { mayBecome } from "#src/modules/booking/rules/states.ts";
import { bookingForUpdate, markConfirmed } from "#src/modules/booking/store/booking.server.ts";
import { takePlaces, takePlacesWithinTolerance } from "#src/modules/booking/store/hold.server.ts";
import { settleRedemption } from "#src/modules/coupons/redeem-coupon.server.ts";
import { postMoves } from "#src/modules/ledger/post-moves.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/** Where a paid booking found its places, or why it found none (mechanics 3). Stored on the payment. */
export type Placement = "in_time" | "seats_free" | "tolerance" | "unplaced" | "duplicate" | "booking_cancelled";

/**
 * Inside the settling transaction: gives a paid booking its places. In time, it has them; after the hold has lapsed the places
 * must still be free, or lie within the departure's late tolerance. A promised coupon is used even if it has expired meanwhile.
 */
export async function confirmBooking(ctx: Context, tx: Tx, bookingId: string): Promise<Placement> {
  const booking = await bookingForUpdate(tx, bookingId);
  if (!booking) throw new Error(`booking ${bookingId} is gone`);
  if (booking.status === "confirmed") return "duplicate";
  if (!mayBecome(booking, "confirmed")) return "booking_cancelled";
  const placement = booking.status === "pending" ? "in_time" : await placeLate(ctx, tx, booking);
  if (placement === "unplaced") return placement;
  await markConfirmed(tx, bookingId, ctx.now);
  await settleRedemption(tx, bookingId, "used");
  const { total_price: amount, test } = booking;
  const sold = {
    key: `booking:${bookingId}:sold`,
    kind: "sold",
    amount,
    currency: booking.currency as Currency,
  } as const;
  await postMoves(tx, ctx.now, { bookingId, test }, [sold]);
  await audit(tx, ctx, {
    action: "booking.confirmed",
    subject: ["booking", bookingId],
    changes: { status: [booking.status, "confirmed"], placement: [null, placement] },
  });
  if (placement === "tolerance") await ctx.announce(ctx, tx, bookingPlacedLate({ bookingId }));
  await ctx.announce(ctx, tx, bookingConfirmed({ bookingId }));
  return placement;
}

async function placeLate(
  ctx: Context,
  tx: Tx,
  booking: { scheduled_crawl_id: string; number_of_people: number },
): Promise<Placement> {
  const { scheduled_crawl_id: departure, number_of_people: people } = booking;
  if (await takePlaces(statementsOf(tx), departure, people, ctx.now)) return "seats_free";
  return (await takePlacesWithinTolerance(statementsOf(tx), departure, people, ctx.now)) ? "tolerance" : "unplaced";
}
