import { fail, ok } from "#src/kernel/result.ts";
import { placeBooking } from "#src/modules/booking/place-booking.server.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { takePayment } from "#src/modules/payments/take-payment.server.ts";
import type { HandBooking } from "#src/modules/booking-admin/rules/admin-acts.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Books by hand: takes the seats like any booking, then confirms it by cash, invoice or for free, and the guest gets their
 * tickets. Idempotent by the form's key: if it stops halfway, the seats are held and resubmitting the form continues. Needs
 * `bookings.change`. Refusals: forbidden and those of `placeBooking` and `takePayment`.
 */
export async function enterBooking(ctx: Context, input: HandBooking) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" });
  const { first_name, last_name, email, phone, country } = input;
  const wish = {
    scheduled_crawl_id: input.departure_id,
    number_of_people: input.people,
    customer: { first_name, last_name, email, phone, country },
    additional_names: [],
    special_requests: input.requests,
    currency: input.currency,
    language: input.language,
    agreed_to_terms: true,
  } as const;
  const total = input.way === "free" ? 0 : input.total;
  // stored keys begin with this prefix
  const placed = await placeBooking(ctx, { ...wish, additional_names: [] }, `desk.${input.key}`, { total });
  if (!placed.ok) return placed;
  const { id: booking_id, total: expected } = placed.booking;
  const way = expected.amount_minor === 0 ? "free" : input.way;
  const taken = await takePayment(ctx, { booking_id, way, expected }, input.key);
  return taken.ok ? ok({ booking_id }) : taken;
}
