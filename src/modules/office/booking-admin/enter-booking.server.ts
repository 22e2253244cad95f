import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { takePayment } from "#src/modules/money/payments/take-payment.server.ts";
import { type HandBooking, saleOf } from "#src/modules/office/booking-admin/rules/admin-acts.ts";
import { creditByStaff } from "#src/modules/office/booking-admin/rules/partner.ts";
import { partnersById } from "#src/modules/office/booking-admin/store/partners.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Books by hand: takes the seats and add-ons like any booking, then confirms it by cash, card terminal, transfer, invoice or for free, and the guest gets their
 * tickets, by email or as a link that staff hand on. Cash is rounded down to what a guest can pay with. Idempotent by the form's key: if it stops halfway, the seats are held and resubmitting the form continues. Needs
 * `bookings.change`, and `affiliates.change` to credit a partner. Refusals: forbidden, partner_not_found and those of `placeBooking`
 * and `takePayment`.
 */
export async function enterBooking(ctx: Context, input: HandBooking) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" });
  const { partner_id: partnerId } = input;
  if (partnerId !== undefined && !can(ctx.actor, "affiliates.change"))
    return fail("forbidden", { missing: "affiliates.change" });
  const [partner] = partnerId === undefined ? [] : await partnersById(ctx.db, [partnerId]);
  if (partnerId !== undefined && !partner) return fail("partner_not_found");
  const { first_name, last_name, email, phone, country } = input;
  const wish = {
    scheduled_crawl_id: input.departure_id,
    number_of_people: input.people,
    customer: { first_name, last_name, email, phone, country },
    special_requests: input.requests,
    currency: input.currency,
    coupon_code: input.coupon_code || null,
    ...(input.add_ons && { add_ons: input.add_ons }),
    language: input.language,
    agreed_to_terms: true,
  } as const;
  const { expected: expectedTotal, currency } = input;
  const total = expectedTotal === null ? {} : { displayed_total: { amount_minor: expectedTotal, currency } };
  // names of more guests than are booked are left over from a larger party
  const additional_names = input.names.slice(0, input.people - 1);
  // without one, a coupon's partner is credited as on the site
  const credited = partner ? { credit: creditByStaff(partner, input, ctx.now) } : {};
  const sale = { seller: { kind: "staff", ...saleOf(input) } as const, ...credited };
  const placed = await placeBooking(ctx, { ...wish, ...total, additional_names }, `office.${input.key}`, sale);
  if (!placed.ok) return placed;
  const { id: booking_id, total: expected } = placed.booking;
  const way = expected.amount_minor === 0 ? "free" : input.way;
  const payment = await takePayment(
    ctx,
    { of: bookingRef(booking_id), way, reference: input.reference, expected },
    input.key,
  );
  return payment.ok ? ok({ booking_id }) : payment;
}
