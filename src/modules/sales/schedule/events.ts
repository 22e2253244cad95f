/** A departure has another date or other hours; `version` distinguishes successive changes, `was` is when it was, in the city's time. */
export const departureMoved = (payload: {
  departureId: string;
  version: number;
  was: { date: string; start_time: string; end_time: string };
}) => ({ name: "departure.moved", payload }) as const;

/** A departure that nobody ever booked is about to be deleted. */
export const departureDeleted = (payload: { departureId: string }) => ({ name: "departure.deleted", payload }) as const;

/** A departure was cancelled: published once, before its bookings end. */
export const departureCancelled = (payload: { departureId: string }) =>
  ({ name: "departure.cancelled", payload }) as const;
