import { fail, ok } from "#src/kernel/result.ts";
import { lockBooking } from "#src/modules/booking/lock-booking.server.ts";
import { findBooking } from "#src/modules/booking/queries.server.ts";
import { SMALLEST_CHARGE } from "#src/modules/booking/rules/quote.ts";
import { findCredit, reserveCredit, takeOffCredit } from "#src/modules/credits/reserve-credit.server.ts";
import { tryClosing } from "#src/modules/payments/close-attempts.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Puts credit into a booking that is about to be paid, in place of what was in it before. Whoever has the booking's id may, with a
 * code that is good. A payment page that is open asks for another sum, so it is closed first.
 * Refusals: booking_not_found, not_payable (its places are kept no longer, or it is paid), already_paid, provider_unavailable,
 * too_many_attempts, credit_invalid, credit_expired, credit_spent, credit_currency {currency}.
 */
export async function applyCredit(ctx: Context, { booking_id: id, code }: { booking_id: string; code: string }) {
  const booking = await findBooking(ctx, id, null);
  if (!booking) return fail("booking_not_found");
  if (!booking.hold_lives) return fail("not_payable");
  const found = await findCredit(ctx, code);
  if (!found.ok) return found;
  const closed = await tryClosing(ctx, id);
  if (closed !== "closed") return fail(closed === "paid" ? "already_paid" : "provider_unavailable");
  return ctx.db.transaction().execute(async (tx) => {
    const { status } = await lockBooking(tx, id);
    if (status !== "pending") return fail("not_payable");
    const { amount_minor: total, currency } = booking.total;
    const bill = { total, currency, smallest: SMALLEST_CHARGE[currency], test: booking.test };
    return reserveCredit(ctx, tx, { creditId: found.creditId, bookingId: id, bill });
  });
}

/** Takes the credit off a booking that is not paid yet. Refusals: booking_not_found, not_payable, already_paid, provider_unavailable. */
export async function removeCredit(ctx: Context, id: string) {
  const booking = await findBooking(ctx, id, null);
  if (!booking) return fail("booking_not_found");
  const closed = await tryClosing(ctx, id);
  if (closed !== "closed") return fail(closed === "paid" ? "already_paid" : "provider_unavailable");
  return ctx.db.transaction().execute(async (tx) => {
    const { status } = await lockBooking(tx, id);
    if (status === "confirmed") return fail("not_payable");
    await takeOffCredit(tx, id);
    await audit(tx, ctx, { action: "credit.taken_off", subject: ["booking", id] });
    return ok({});
  });
}
