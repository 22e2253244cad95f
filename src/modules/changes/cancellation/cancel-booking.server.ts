import { fail, ok } from "#src/kernel/result.ts";
import { canOpenBooking, findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { release } from "#src/modules/sales/booking/release-hold.server.ts";
import type { CancelBooking } from "#src/modules/sales/booking/schema.ts";
import { tryClosing } from "#src/modules/money/payments/close-attempts.server.ts";
import { priceCancellation, type RefundChoice } from "#src/modules/changes/cancellation/price-cancellation.server.ts";
import { refundCancelled } from "#src/modules/changes/cancellation/refund-cancelled.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Cancels a whole booking for its guest. An unpaid one just ends. A confirmed one is cancelled only if `expected_refund` equals
 * the refund due now and, if it is named, `expected_credit` what comes back as credit (quote first, then act: rule refunds-2); jobs refund the money, and what was paid with credit returns to the
 * credit. Requires access. With `admin`, staff cancel (the caller checks permissions), even after the start, and choose the
 * refund rule. Refusals: booking_not_found, already_cancelled, booking_changed, departure_past, quote_changed {refund},
 * provider_unavailable.
 */
export async function cancelBooking(
  ctx: Context,
  input: CancelBooking & { booking_id: string; token: string | null },
  admin?: RefundChoice,
) {
  if (!(await canOpenBooking(ctx, input.booking_id, input.token))) return fail("booking_not_found");
  const before = (await findBooking(ctx, input.booking_id, input.token))!;
  if (before.status === "cancelled") return fail("already_cancelled");
  // close open payments first, of the booking itself or of a change to it
  if ((await tryClosing(ctx, before.id)) === "unanswered") return fail("provider_unavailable");
  return ctx.db.transaction().execute(async (tx) => {
    await lockBooking(tx, before.id);
    const booking = (await findBooking({ ...ctx, db: tx }, before.id, input.token))!;
    const startsAt = new Date(booking.departure.starts_at);
    if (booking.status === "cancelled") return fail("already_cancelled");
    if (input.expected_version !== undefined && booking.version !== input.expected_version)
      return fail("booking_changed");
    if (!admin && booking.status === "confirmed" && startsAt <= ctx.now) return fail("departure_past");
    const priced = await priceCancellation({ ...ctx, db: tx }, booking, admin);
    const { refund } = priced;
    const { expected_refund: expected, expected_credit: expectedCredit } = input;
    const credit = { amount_minor: priced.late + priced.credit, currency: refund.currency };
    const isNamed =
      expected?.amount_minor === refund.amount_minor &&
      expected.currency === refund.currency &&
      (expectedCredit === undefined || expectedCredit.amount_minor === credit.amount_minor);
    if (booking.status === "confirmed" && !isNamed)
      return fail("quote_changed", { refund, credit, refund_until: booking.departure.refund_until });
    const reason = admin ? "admin" : "customer";
    await release(ctx, tx, { id: booking.id, reason, from: ["pending", "confirmed"] });
    await refundCancelled(ctx, tx, { booking, reason, priced, dueAt: ctx.now });
    return ok({ refund, credit });
  });
}
