import { bookingForUpdate } from "#src/modules/booking/store/booking.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** A booking's row as it stands while it is locked. */
export type LockedBooking = NonNullable<Awaited<ReturnType<typeof bookingForUpdate>>>;

/** Locks a booking for the rest of the transaction: whoever changes a booking or its payments does this first (mechanics 2). */
export async function lockBooking(tx: Tx, id: string): Promise<LockedBooking> {
  const booking = await bookingForUpdate(tx, id);
  if (!booking) throw new Error(`booking ${id} is gone`);
  return booking;
}
