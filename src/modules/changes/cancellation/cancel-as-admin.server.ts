import type { Why } from "#src/locales/why.ts";
import type { Currency } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { explainBooking } from "#src/modules/sales/booking/explain-price.server.ts";
import { REFUND_RULE } from "#src/modules/sales/booking/rules/cancellation.ts";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { explainCancellation } from "#src/modules/changes/cancellation/explain-cancellation.server.ts";
import { priceCancellation, type RefundChoice } from "#src/modules/changes/cancellation/price-cancellation.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * What one rule refunds, in minor units; `waits` is refunded if the bank leaves it, `credit` goes back to the credit, but `deposit` of it as that
 * was paid, and `late` is new credit.
 */
export type AdminCancellation = {
  refund: number;
  waits: number;
  credit: number;
  deposit: number;
  late: number;
  why: Why;
};

/**
 * What cancelling a booking now would refund under each rule: nothing, by the guest's rule, or everything. Requires
 * `bookings.read`. Refusals: forbidden {missing}, booking_not_found.
 */
export async function priceAdminCancellation(ctx: Context, bookingId: string) {
  if (!can(ctx.actor, "bookings.read")) return fail("forbidden", { missing: "bookings.read" });
  const booking = await findBooking(ctx, bookingId, null);
  if (!booking) return fail("booking_not_found");
  const version = (await explainBooking(ctx, booking.id))?.refundVersion ?? REFUND_RULE.version;
  const by = async (choice: RefundChoice): Promise<AdminCancellation> => {
    // whatever staff choose, an unpaid booking is cancelled by us
    const priced = await priceCancellation(ctx, booking, booking.status === "confirmed" ? choice : "operator");
    const { refund, waits, credit, deposit, late } = priced;
    return {
      refund: refund.amount_minor,
      waits,
      credit,
      late,
      deposit,
      why: explainCancellation(ctx, booking, priced, version, choice),
    };
  };
  const [none, guest, operator] = [await by("none"), await by("guest"), await by("operator")];
  return ok({ version: booking.version, currency: booking.total.currency, choices: { none, guest, operator } });
}

type CancelInput = {
  booking_id: string;
  choice: RefundChoice;
  /** what was shown before it was accepted */
  expected: { version: number; refund_minor: number; currency: Currency; credit_minor?: number };
};

/**
 * Cancels a whole booking as quoted, for staff: frees its seats and refunds what the choice says. Requires `bookings.change`,
 * and `payments.change` if anything is refunded. Refusals: forbidden {missing} and those of `cancelBooking`.
 */
export async function cancelAsAdmin(ctx: Context, { booking_id: id, choice, expected }: CancelInput) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" });
  const priced = await priceAdminCancellation(ctx, id);
  if (!priced.ok) return priced;
  const { refund, waits, credit, deposit, late } = priced.choices[choice];
  if (refund + waits + credit + deposit + late > 0 && !can(ctx.actor, "payments.change"))
    return fail("forbidden", { missing: "payments.change" });
  const named = { amount_minor: expected.refund_minor, currency: expected.currency };
  const { credit_minor: amount_minor, currency } = expected;
  const input = {
    booking_id: id,
    token: null,
    expected_refund: named,
    ...(amount_minor !== undefined && { expected_credit: { amount_minor, currency } }),
    expected_version: expected.version,
  };
  return cancelBooking(ctx, input, choice);
}
