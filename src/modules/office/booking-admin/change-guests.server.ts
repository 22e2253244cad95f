import { changeRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { takePayment } from "#src/modules/money/payments/take-payment.server.ts";
import type { AdminChangeAct } from "#src/modules/office/booking-admin/rules/admin-acts.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Staff change a confirmed booking's date, guests or add-ons as quoted. `money`: `keeps` leaves the price; `price` refunds the difference
 * or charges it, to be paid by the guest's link, or recorded as paid or invoiced (`collect`, with its reference). Needs `bookings.change`, and
 * `payments.change` for refunds. Refusals: forbidden {missing}, those of `changeBooking` and `takePayment`.
 */
export async function changeGuests(ctx: Context, bookingId: string, act: AdminChangeAct) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" });
  const { version, difference, currency } = act;
  const wish = {
    booking_id: bookingId,
    token: null,
    change: changeOf(act),
    admin: { keeps: act.money === "keeps", ...(act.money === "agreed" && { agreed: difference }) },
    expected: { version, difference_minor: difference, currency },
  };
  const changed = await changeBooking(ctx, wish, act.key);
  if (!changed.ok || changed.state === "applied" || act.kind === "remove") return changed;
  if (act.collect === "link") return changed;
  const expected = { amount_minor: difference, currency };
  const payment = { of: changeRef(bookingId, changed.change_id), way: act.collect, reference: act.reference, expected };
  const result = await takePayment(ctx, payment, act.key);
  return result.ok ? ok({ state: "applied" as const }) : result;
}

/** The action as the booking module's change. */
function changeOf(act: AdminChangeAct): Change {
  if (act.kind === "date") return { kind: "date", departure_id: act.departure_id };
  if (act.kind === "add_ons") return { kind: "add_ons", add_ons: act.add_ons };
  return act.kind === "add" ? { kind: "add", names: act.names } : { kind: "remove", positions: act.positions };
}
