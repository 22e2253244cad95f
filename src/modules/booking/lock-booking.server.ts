import type { BookingStatus } from "#src/modules/booking/rules/states.ts";
import { bookingForUpdate } from "#src/modules/booking/store/booking.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Locks a booking for the rest of the transaction: whoever changes a booking or its payments does this first (mechanics 2). */
export async function lockBooking(tx: Tx, id: string): Promise<{ status: BookingStatus; version: number }> {
  const booking = await bookingForUpdate(tx, id);
  if (!booking) throw new Error(`booking ${id} is gone`);
  return booking;
}
