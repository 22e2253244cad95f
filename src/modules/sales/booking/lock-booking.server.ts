import { bookingForUpdate } from "#src/modules/sales/booking/store/booking.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** A booking's row, read under lock. */
export type LockedBooking = NonNullable<Awaited<ReturnType<typeof bookingForUpdate>>>;

/** Locks a booking until the transaction ends. Anything that changes a booking or its payments calls this first (rule payments-2). */
export async function lockBooking(tx: Tx, id: string): Promise<LockedBooking> {
  const booking = await bookingForUpdate(tx, id);
  if (!booking) throw new Error(`booking ${id} is gone`);
  return booking;
}
