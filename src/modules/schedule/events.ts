/** A booked departure has another date or other hours; `version` distinguishes successive changes. */
export const departureMoved = (payload: { departureId: string; version: number }) =>
  ({ name: "departure.moved", payload }) as const;
