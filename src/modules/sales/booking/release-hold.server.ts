import { closeAttempts } from "#src/modules/money/payments/close-attempts.server.ts";
import { bookingCancelled } from "#src/modules/sales/booking/events.ts";
import { dropWaiting } from "#src/modules/sales/booking/make-change.server.ts";
import type { BookingStatus, CancelReason } from "#src/modules/sales/booking/rules/states.ts";
import { lapsedWithAddOns, type WantedAddOns } from "#src/modules/sales/booking/store/add-ons.server.ts";
import { bookingForUpdate } from "#src/modules/sales/booking/store/booking.server.ts";
import { changeForUpdate, lapsedChanges } from "#src/modules/sales/booking/store/change.server.ts";
import { lapsedHolds, releaseBooking } from "#src/modules/sales/booking/store/hold.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";
import { log } from "#src/platform/log.server.ts";

/**
 * Runs in the caller's transaction: cancels a booking that is in one of `from`, frees seats and coupon, publishes the event.
 * False when it is in none of them. The caller checks permissions.
 */
export async function release(
  ctx: Context,
  tx: Tx,
  { id, reason, from }: { id: string; reason: CancelReason; from: BookingStatus[] },
): Promise<boolean> {
  await dropWaiting(ctx, tx, id, "booking_changed");
  const was = await releaseBooking(statementsOf(tx), ctx, { id, reason, from });
  if (!was) return false;
  await ctx.publish(ctx, tx, bookingCancelled({ bookingId: id, reason, wasConfirmed: was === "confirmed" }));
  return true;
}

/** Ends one lapsed hold whose payment attempts are closed and unpaid. */
const releaseLapsedHold = (ctx: Context, bookingId: string): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    const booking = await bookingForUpdate(tx, bookingId);
    // extended or paid between read and lock
    if (!booking || booking.status !== "pending" || booking.hold_expires_at > ctx.now) return;
    await release(ctx, tx, { id: bookingId, reason: "expired", from: ["pending"] });
  });

/** Ends one change that was not paid in time; its booking stays unchanged. */
const releaseLapsedChange = (ctx: Context, { id, bookingId }: { id: string; bookingId: string }): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    await bookingForUpdate(tx, bookingId);
    const change = await changeForUpdate(tx, id);
    if (change?.status === "pending" && change.hold_expires_at <= ctx.now)
      await dropWaiting(ctx, tx, bookingId, "expired");
  });

/** How many bookings' providers are asked at once: somebody may be waiting, and a silent one takes its whole time. */
const AT_ONCE = 4;

/**
 * Ends the lapsed holds of a departure, or of all: baskets and unpaid changes. Closes their open payment attempts at the providers, and
 * those of their deposits, first; where one turns out paid, the seats are kept or the change is made. A provider that doesn't respond delays only its own.
 * `addOns`: what somebody wants there; where its stock is for all nights, lapsed holds of other nights that have some of it end too.
 */
export async function freeLapsedHolds(
  ctx: Context,
  departureId: string | null,
  addOns: WantedAddOns | null = null,
): Promise<number> {
  const { holds, changes } = await lapsedOf(ctx, departureId, addOns);
  const deposits = await ctx.ask.depositsOf(ctx.db, holds);
  const lapsed = [
    ...holds.map((bookingId) => ({
      bookingId,
      purchases: [bookingId, ...deposits.filter((one) => one.booking_id === bookingId).map(({ id }) => id)],
      end: () => releaseLapsedHold(ctx, bookingId),
    })),
    ...changes.map(({ id, booking_id: bookingId }) => ({
      bookingId,
      purchases: [bookingId],
      end: () => releaseLapsedChange(ctx, { id, bookingId }),
    })),
  ];
  const unpaid = await unpaidOf(ctx, lapsed);
  // one after the other: they meet on the departure
  for (const { bookingId, end } of unpaid) await end().catch(notReleased(bookingId));
  return lapsed.length;
}

/** Lapsed bookings and unpaid changes of a departure, or of all, and those that have some of what is wanted. Each is there once. */
async function lapsedOf({ pool, now }: Context, departureId: string | null, addOns: WantedAddOns | null) {
  const holds = await lapsedHolds(pool, now, departureId);
  const changes = await lapsedChanges(pool, now, departureId);
  if (addOns === null) return { holds, changes };
  const changeIds = new Set(changes.map(({ id }) => id));
  for (const { booking_id, change_id: id } of await lapsedWithAddOns(pool, now, addOns)) {
    if (id === null) holds.push(booking_id);
    else if (!changeIds.has(id)) changes.push({ id, booking_id });
  }
  return { holds: [...new Set(holds)], changes };
}

type Lapsed = { bookingId: string; purchases: readonly string[] };

/** Those whose attempts could be closed without one turning out paid. */
async function unpaidOf<T extends Lapsed>(ctx: Context, lapsed: readonly T[]): Promise<T[]> {
  const unpaid: T[] = [];
  const left = lapsed.values();
  const lane = async () => {
    for (const one of left) if (await isUnpaid(ctx, one).catch(notReleased(one.bookingId))) unpaid.push(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return unpaid;
}

async function isUnpaid(ctx: Context, { purchases }: Lapsed): Promise<boolean> {
  for (const id of purchases) if ((await closeAttempts(ctx, id)) === "paid") return false;
  return true;
}

const notReleased = (booking: string) => (error: Error) =>
  log("warn", "hold.not_released", { booking, error: error.message });
