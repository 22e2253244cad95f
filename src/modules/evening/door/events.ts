/** Guests of bookings that a partner is credited with came in, or their entries were taken back. */
export const entriesRecorded = (payload: { bookingIds: readonly string[] }) =>
  ({ name: "entries.recorded", payload }) as const;
