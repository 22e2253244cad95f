import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { dropWaiting } from "#src/modules/sales/booking/make-change.server.ts";
import { findBooking, livingBookings } from "#src/modules/sales/booking/queries.server.ts";
import { release } from "#src/modules/sales/booking/release-hold.server.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { tryClosing } from "#src/modules/money/payments/close-attempts.server.ts";
import { priceCancellation } from "#src/modules/changes/cancellation/price-cancellation.server.ts";
import { refundCancelled } from "#src/modules/changes/cancellation/refund-cancelled.server.ts";
import { cancellationOf } from "#src/modules/changes/cancellation/store.server.ts";
import { markDepartureCancelled } from "#src/modules/sales/schedule/mark-departure-cancelled.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { log } from "#src/platform/log.server.ts";

/**
 * Cancels a departure and its bookings (rule refunds-7): stops selling it, ends its bookings, refunds everything paid through jobs,
 * at once or when its guests' time to choose another date is over (docs/decisions/147), and notifies each guest once. `failed` lists the ids of bookings that could not be ended; a retry takes up only those.
 * Requires `schedule.change`. Refusals: forbidden, departure_not_found.
 */
export async function cancelDepartureBookings(ctx: Context, { departure_id: id }: { departure_id: string }) {
  if (!can(ctx.actor, "schedule.change")) return fail("forbidden", { missing: "schedule.change" });
  const found = await ctx.db.transaction().execute((tx) => markDepartureCancelled(ctx, tx, id));
  if (!found) return fail("departure_not_found");
  const { bookings, changing } = await livingBookings(ctx, id);
  const until = (await cancellationOf(ctx.db, id))?.choose_until ?? ctx.now;
  const dueAt = until > ctx.now ? until : ctx.now;
  const failed: string[] = [];
  const tried = (bookingId: string, act: () => Promise<void>) =>
    act().catch((error: Error) => {
      log("error", "booking.not_ended", { booking: bookingId, error: error.message });
      failed.push(bookingId);
    });
  for (const bookingId of changing) await tried(bookingId, () => keepWhereItIs(ctx, bookingId, id));
  for (const bookingId of bookings) await tried(bookingId, () => end(ctx, bookingId, dueAt));
  return ok({ cancelled: bookings.filter((bookingId) => !failed.includes(bookingId)).length, failed });
}

/**
 * Job: cancels the bookings of a cancelled departure on behalf of the user who cancelled it. Throws if any could not be ended,
 * so that the job retries with backoff.
 */
export async function finishCancellation(ctx: Context, departureId: string): Promise<void> {
  const cancellation = await cancellationOf(ctx.db, departureId);
  const ended = await cancelDepartureBookings(
    { ...ctx, actor: { ...ctx.actor, userId: cancellation?.asked_by ?? null } },
    { departure_id: departureId },
  );
  if (!ended.ok) return;
  if (ended.failed.length > 0) throw new Error(`${ended.failed.length} bookings of ${departureId} were not ended`);
}

/** Drops a pending change that would move a booking from another departure to this one. */
async function keepWhereItIs(ctx: Context, bookingId: string, departureId: string): Promise<void> {
  await tryClosing(ctx, bookingId);
  await ctx.db.transaction().execute(async (tx) => {
    await lockBooking(tx, bookingId);
    const { changing } = await livingBookings({ ...ctx, db: tx }, departureId);
    if (changing.includes(bookingId)) await dropWaiting(ctx, tx, bookingId, "sold_out");
  });
}

/** A payment in progress at an unreachable provider is refunded automatically when it arrives. */
async function end(ctx: Context, bookingId: string, dueAt: Date): Promise<void> {
  await tryClosing(ctx, bookingId);
  await ctx.db.transaction().execute(async (tx) => {
    await lockBooking(tx, bookingId);
    const booking = (await findBooking({ ...ctx, db: tx }, bookingId, null))!;
    const priced = await priceCancellation({ ...ctx, db: tx }, booking, "operator");
    if (!(await release(ctx, tx, { id: bookingId, reason: "departure_cancelled", from: ["pending", "confirmed"] })))
      return;
    await refundCancelled(ctx, tx, { booking, reason: "departure_cancelled", priced, dueAt });
  });
}
