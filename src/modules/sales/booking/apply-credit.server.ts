import { fail, ok } from "#src/kernel/result.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { canOpenBooking, findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { SMALLEST_CHARGE } from "#src/modules/sales/booking/rules/quote.ts";
import { findCredit, reserveCredit, takeOffCredit } from "#src/modules/money/credits/reserve-credit.server.ts";
import { creditIn } from "#src/modules/money/credits/queries.server.ts";
import { tryClosing } from "#src/modules/money/payments/close-attempts.server.ts";
import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type Payable = { booking_id: string; token: string | null };

/**
 * Applies credit to a booking that is about to be paid, beside any that was applied before. Requires access and a valid code.
 * Closes an open payment page first, because it asks for a different amount. Refusals: booking_not_found, not_payable (its hold
 * has ended, or it is paid), already_paid, payment_under_way (a voucher or a slow bank), provider_unavailable,
 * too_many_attempts, credit_invalid, credit_expired, credit_spent, credit_not_needed, credit_currency {currency}.
 */
export async function applyCredit(ctx: Context, { code, ...payable }: Payable & { code: string }) {
  const refused = await whyFixed(ctx, payable);
  if (refused) return refused;
  const found = await findCredit(ctx, code);
  if (!found.ok) return found;
  const open = await whyStillOpen(ctx, payable.booking_id);
  if (open) return open;
  const id = payable.booking_id;
  const { total, test } = (await findBooking(ctx, id, null))!;
  return ctx.db.transaction().execute(async (tx) => {
    const { status } = await lockBooking(tx, id);
    if (status !== "pending") return fail("not_payable");
    const { amount_minor, currency } = total;
    const bill = { total: amount_minor, currency, smallest: SMALLEST_CHARGE[currency], test };
    return reserveCredit(ctx, tx, { creditId: found.creditId, of: bookingRef(id), bill });
  });
}

/**
 * Removes credit from an unpaid booking: one (`part`, as `creditIn` has it), or all. Requires access. Refusals: booking_not_found, not_payable, already_paid,
 * payment_under_way, provider_unavailable.
 */
export async function removeCredit(ctx: Context, { part = null, ...payable }: Payable & { part?: string | null }) {
  const refused = (await whyFixed(ctx, payable)) ?? (await whyStillOpen(ctx, payable.booking_id));
  if (refused) return refused;
  const { booking_id: id } = payable;
  return ctx.db.transaction().execute(async (tx) => {
    const { status } = await lockBooking(tx, id);
    if (status !== "pending") return fail("not_payable");
    await takeOffCredit(tx, id, part);
    await audit(tx, ctx, { action: "credit.taken_off", subject: ["booking", id] });
    return ok({});
  });
}

/**
 * An unpaid booking that is sold at a counter is paid with this credit and no other (null: with none), as far as was shown (`pays`,
 * minor units); the caller has asked `leftForBill` about its code. Sent again after it was paid, it changes nothing. Returns what credit pays. Refusals:
 * not_payable, already_paid, payment_under_way, provider_unavailable, credit_changed {pays}, and those of `reserveCredit`.
 */
export async function payByCredit(ctx: Context, id: string, credit: { creditId: string; pays: number } | null) {
  const {
    status: before,
    total: { currency },
  } = (await findBooking(ctx, id, null))!;
  const open = before === "pending" ? await whyStillOpen(ctx, id) : null;
  if (open) return open;
  return ctx.db.transaction().execute(async (tx) => {
    const { status, total_price: total, test } = await lockBooking(tx, id);
    if (status === "confirmed") return ok({ pays: (await creditIn({ db: tx }, id))?.amount ?? 0 });
    if (status !== "pending") return fail("not_payable");
    await takeOffCredit(tx, id, null);
    if (!credit) return ok({ pays: 0 });
    const bill = { total, currency, smallest: SMALLEST_CHARGE[currency], test };
    const reserved = await reserveCredit(ctx, tx, { creditId: credit.creditId, of: bookingRef(id), bill });
    if (!reserved.ok || reserved.use === credit.pays) return reserved.ok ? ok({ pays: reserved.use }) : reserved;
    await takeOffCredit(tx, id, null);
    return fail("credit_changed", { pays: reserved.use });
  });
}

/** Why the amount left to pay can't change in this call; checked before any payment page is closed. */
async function whyFixed(ctx: Context, { booking_id: id, token }: Payable) {
  if (!(await canOpenBooking(ctx, id, token))) return fail("booking_not_found");
  return (await findBooking(ctx, id, null))?.hold_lives ? null : fail("not_payable");
}

/** Closes the booking's payment pages. Returns why the amount can't change while the old one may still be paid. */
async function whyStillOpen(ctx: Context, id: string) {
  const closed = await tryClosing(ctx, id);
  if (closed === "paid") return fail("already_paid");
  if (closed === "pending") return fail("payment_under_way");
  return closed === "unanswered" ? fail("provider_unavailable") : null;
}
