import { randomUUID } from "node:crypto";
import { fail, ok } from "#src/kernel/result.ts";
import { tonightsNights } from "#src/modules/door/queries.server.ts";
import type { MoveToTonight } from "#src/modules/door/schema.ts";
import { bookingAt } from "#src/modules/door/store/list.server.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { changeBooking } from "#src/modules/payments/change-booking.server.ts";
import { priceChange } from "#src/modules/payments/price-change.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Moves a booking of another night to one of tonight's departures, as staff at its door may: at the price that was paid, and only
 * where tonight isn't dearer. `people` is what the guide was shown. Idempotent. Refusals: forbidden {missing}, not_tonight,
 * booking_not_found, booking_changed, price_differs, over (its own night has ended), sold_out {left}, and those of
 * `changeBooking`.
 */
export async function moveToTonight(ctx: Context, { booking_id, departure_id, people }: MoveToTonight) {
  if (!can(ctx.actor, "checkins.record")) return fail("forbidden", { missing: "checkins.record" });
  if (!(await tonightsNights(ctx)).some(({ id }) => id === departure_id)) return fail("not_tonight");
  const booking = await bookingAt(ctx.pool, booking_id);
  if (!booking) return fail("booking_not_found");
  if (booking.departure_id === departure_id) return ok({});
  if (booking.people !== people) return fail("booking_changed");
  const asked = { booking_id, token: null, change: { kind: "date" as const, departure_id }, mayAlready: true as const };
  const priced = await priceChange(ctx, { ...asked, admin: { keeps: false } });
  if (!priced.ok) return saidAtTheDoor(priced);
  if (priced.quote.difference.amount_minor > 0) return fail("price_differs");
  const { version, difference } = priced.quote;
  const expected = { version, difference_minor: 0, currency: difference.currency };
  const moved = await changeBooking(ctx, { ...asked, admin: { keeps: true }, expected }, randomUUID());
  if (moved.ok) return ok({});
  // somebody else at the door may have done the same meanwhile
  const now = await bookingAt(ctx.pool, booking_id);
  return now?.departure_id === departure_id ? ok({}) : saidAtTheDoor(moved);
}

/** Its own night being over is another thing at the door than a night that isn't sold any more. */
const saidAtTheDoor = <F extends { ok: false; reason: string }>(refused: F) =>
  refused.reason === "departure_past" ? fail("over") : refused;
