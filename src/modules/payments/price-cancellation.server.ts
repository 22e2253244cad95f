import { refundOf } from "#src/modules/booking/rules/cancellation.ts";
import type { BookingView } from "#src/modules/booking/schema.ts";
import { creditIn } from "#src/modules/credits/queries.server.ts";
import { isDisputed, refundable } from "#src/modules/payments/rules.ts";
import { paymentsOfBooking, refundsOfPayment } from "#src/modules/payments/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * What goes back when a guest, or the operator, cancels a booking now: per payment and in all, and what was paid with credit as
 * `credit`, by the same rule. In minor units of the booking's currency. Of what is `disputed` nothing does: the guest's bank decides
 * about it.
 */
export async function priceCancellation(ctx: Context, booking: BookingView, by: "guest" | "operator" = "guest") {
  const { currency } = booking.total;
  if (booking.status !== "confirmed")
    return { parts: [], disputed: false, refund: { amount_minor: 0, currency }, credit: 0 };
  const startsAt = new Date(booking.night.starts_at);
  const succeeded = (await paymentsOfBooking(ctx.db, booking.id)).filter((payment) => payment.status === "succeeded");
  const parts = await Promise.all(
    succeeded.map(async (payment) => {
      const paid = refundable(payment, await refundsOfPayment(ctx.db, payment.id));
      return {
        paymentId: payment.id,
        amount: refundOf({ paid, startsAt, now: ctx.now, byOperator: by === "operator" }),
      };
    }),
  );
  const used = await creditIn(ctx, booking.id);
  const credit = refundOf({ paid: used?.amount ?? 0, startsAt, now: ctx.now, byOperator: by === "operator" });
  const disputed = succeeded.some(isDisputed);
  const refund = { amount_minor: parts.reduce((sum, part) => sum + part.amount, 0), currency };
  return { parts, credit, disputed, refund };
}
