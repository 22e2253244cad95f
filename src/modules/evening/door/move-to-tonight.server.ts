import { randomUUID } from "node:crypto";
import { fail, ok } from "#src/kernel/result.ts";
import { tonightsNights } from "#src/modules/evening/door/queries.server.ts";
import type { MoveToTonight } from "#src/modules/evening/door/schema.ts";
import { bookingAt } from "#src/modules/evening/door/store/list.server.ts";
import { nightsReached } from "#src/modules/evening/guides/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Whether `moveToTonight` would move a booking now, without side effects: the scanner offers it only then. Refusals: those of
 * `moveToTonight`.
 */
export async function mayMoveToTonight(ctx: Context, wish: MoveToTonight) {
  const move = await askedMove(ctx, wish);
  return move.ok ? ok({}) : move;
}

/**
 * Moves a booking of another night to one of tonight's departures, as staff at its door may: at the price that was paid, and only
 * where tonight isn't dearer. `people` is what the guide was shown. Idempotent. Refusals: forbidden {missing}, not_tonight (also the
 * night of a private group),
 * booking_not_found (also one of a city that isn't theirs), booking_changed, price_differs, over (its own night has ended), sold_out {left}, and those of
 * `changeBooking`.
 */
export async function moveToTonight(ctx: Context, wish: MoveToTonight) {
  const move = await askedMove(ctx, wish);
  if (!move.ok) return move;
  if (!move.move) return ok({});
  const moved = await changeBooking(ctx, move.move, randomUUID());
  if (moved.ok) return ok({});
  // somebody else at the door may have done the same meanwhile
  const now = await bookingAt(ctx.pool, wish.booking_id);
  return now?.departure_id === wish.departure_id ? ok({}) : saidAtTheDoor(moved);
}

/** The change that such a move is; null where the booking is there already. */
async function askedMove(ctx: Context, { booking_id, departure_id, people }: MoveToTonight) {
  if (!can(ctx.actor, "checkins.record")) return fail("forbidden", { missing: "checkins.record" });
  const nights = await tonightsNights(ctx);
  // nobody joins a private group by a tap
  if (!nights.some(({ id, is_private: isPrivate }) => id === departure_id && !isPrivate)) return fail("not_tonight");
  const booking = await bookingAt(ctx.pool, booking_id);
  if (!booking || !(await isReached(ctx, booking))) return fail("booking_not_found");
  if (booking.departure_id === departure_id) return ok({ move: null });
  if (booking.people !== people) return fail("booking_changed");
  const move = { booking_id, token: null, change: { kind: "date" as const, departure_id }, mayAlready: true as const };
  const priced = await priceChange(ctx, { ...move, admin: { keeps: false } });
  if (!priced.ok) return saidAtTheDoor(priced);
  if (priced.quote.difference.amount_minor > 0) return fail("price_differs");
  const { version, difference } = priced.quote;
  const expected = { version, difference_minor: 0, currency: difference.currency };
  return ok({ move: { ...move, admin: { keeps: true as const }, expected } });
}

/** Whether the caller's role has to do with the night that a booking is of. */
const isReached = async (ctx: Context, { departure_id: id, city_id }: { departure_id: string; city_id: string }) =>
  (await nightsReached(ctx, [{ id, city_id }])).length > 0;

/** Its own night being over is another thing at the door than a night that isn't sold anymore. */
const saidAtTheDoor = <F extends { ok: false; reason: string }>(refused: F) =>
  refused.reason === "departure_past" ? fail("over") : refused;
