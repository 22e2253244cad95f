import type { Why } from "#src/locales/why.ts";
import { refundRuling } from "#src/modules/sales/booking/rules/cancellation.ts";
import { hoursUntil, whyRefund } from "#src/modules/sales/booking/rules/why-change.ts";
import type { BookingView } from "#src/modules/sales/booking/schema.ts";
import type { priceCancellation, RefundChoice } from "#src/modules/changes/cancellation/price-cancellation.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type Priced = Pick<
  Awaited<ReturnType<typeof priceCancellation>>,
  "refund" | "credit" | "deposit" | "waits" | "handedOut" | "late" | "percent"
>;

/**
 * Why cancelling a booking gives back what `priceCancellation` says, by the `version` of the rule that was frozen with the booking
 * (`explainBooking`).
 */
export function explainCancellation(
  ctx: Pick<Context, "now">,
  booking: BookingView,
  { refund, credit, deposit, waits, handedOut, late, percent }: Priced,
  version: string,
  by: RefundChoice = "guest",
): Why {
  const { departure, total, status } = booking;
  const startsAt = new Date(departure.starts_at);
  return whyRefund({
    paid: status === "confirmed" ? total.amount_minor : 0,
    refund: refund.amount_minor + deposit,
    credit: Math.max(0, credit - deposit),
    waits,
    handedOut,
    late,
    percent,
    currency: total.currency,
    ruling: by === "none" ? "none" : refundRuling({ startsAt, now: ctx.now, byOperator: by === "operator" }),
    until: { at: departure.refund_until, zone: departure.time_zone },
    hours: hoursUntil(startsAt, ctx.now),
    version,
  });
}
