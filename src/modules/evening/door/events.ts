/** Guests of bookings that a partner is credited with came in, or their entries were taken back. */
export const entriesRecorded = (payload: { bookingIds: readonly string[] }) =>
  ({ name: "entries.recorded", payload }) as const;

/** Guests of bookings came in: entries that count, each published once. */
export const guestsCameIn = (payload: { bookingIds: readonly string[] }) =>
  ({ name: "guests.came_in", payload }) as const;
