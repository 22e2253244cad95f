import { fail, ok } from "#src/kernel/result.ts";
import { keepByHand } from "#src/modules/sales/booking/keep-unpaid.server.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { retakeHold } from "#src/modules/sales/booking/retake-hold.server.ts";
import { creditIn } from "#src/modules/money/credits/queries.server.ts";
import { keptByHand } from "#src/modules/sales/booking/events.ts";
import { byHandWays } from "#src/modules/money/payments/queries.server.ts";
import { byHandUntil } from "#src/modules/money/payments/rules/by-hand.ts";
import { type Context, systemContext } from "#src/platform/context.server.ts";

/**
 * The guest of an unpaid booking chooses to pay us directly, because nothing can be paid online: keeps its places and emails how
 * to pay, once. Anyone with the booking's id may, as with paying. Doing it again changes nothing. Refusals: booking_not_found,
 * provider_not_offered (it can be paid online, is free, or nobody takes money by hand), and those of `retakeHold`.
 */
export async function payByHand(
  ctx: Context,
  { booking_id: id, email_code: code }: { booking_id: string; email_code?: string },
) {
  const booking = await findBooking({ ...ctx, actor: systemContext(ctx).actor }, id, null);
  if (!booking?.private) return fail("booking_not_found");
  if (booking.hold_lives && booking.kept_for === "by_hand") return ok({});
  const ways = await byHandWays(ctx);
  const bill = booking.total.amount_minor - ((await creditIn(ctx, id))?.amount ?? 0);
  if (!ways || bill === 0) return fail("provider_not_offered");
  // places that are held for days need the same proof as a voucher
  const held = await retakeHold(ctx, id, { paying: true, voucher: true, code });
  if (!held.ok) return held;
  const until = byHandUntil(ctx.now, new Date(booking.departure.starts_at), ways);
  return ctx.db.transaction().execute(async (tx) => {
    const { status, kept_for } = await lockBooking(tx, id);
    if (status !== "pending") return fail("not_payable");
    if (kept_for === "by_hand") return ok({});
    const result = await keepByHand(ctx, tx, id, until);
    await ctx.publish(
      ctx,
      tx,
      keptByHand({ bookingId: id, until: result.toISOString(), door: ways.door, transfer: ways.transfer }),
    );
    return ok({});
  });
}
