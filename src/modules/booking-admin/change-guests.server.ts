import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import type { Change } from "#src/modules/booking/schema.ts";
import { changeBooking } from "#src/modules/payments/change-booking.server.ts";
import { takePayment } from "#src/modules/payments/take-payment.server.ts";
import type { AdminChangeAct } from "#src/modules/booking-admin/rules/admin-acts.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Staff change date or people of a confirmed booking as it was quoted. `money`: `keeps` leaves the price, `price` gives back or asks for
 * the difference, which the guest pays by the link, or has paid in cash or is to pay by invoice (`collect`). Whoever may change bookings;
 * where money goes back whoever may change payments. Refusals: forbidden {missing}, those of `changeBooking` and `takePayment`.
 */
export async function changeGuests(ctx: Context, bookingId: string, act: AdminChangeAct) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" });
  const { version, difference, currency } = act;
  const wish = {
    booking_id: bookingId,
    token: null,
    change: changeOf(act),
    admin: { keeps: act.money === "keeps" },
    expected: { version, difference_minor: difference, currency },
  };
  const changed = await changeBooking(ctx, wish, act.key);
  if (!changed.ok || changed.state === "applied" || act.kind === "remove") return changed;
  if (act.collect === "link") return changed;
  const expected = { amount_minor: difference, currency };
  const payment = { booking_id: bookingId, change_id: changed.change_id, way: act.collect, expected };
  const taken = await takePayment(ctx, payment, act.key);
  return taken.ok ? ok({ state: "applied" as const }) : taken;
}

/** What is asked of the booking, as it is named there. */
function changeOf(act: AdminChangeAct): Change {
  if (act.kind === "date") return { kind: "date", departure_id: act.departure_id };
  return act.kind === "add" ? { kind: "add", names: act.names } : { kind: "remove", positions: act.positions };
}
