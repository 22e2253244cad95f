/** A departure that people have booked is on another date or at other hours; `version` tells one change from the next. */
export const departureMoved = (payload: { departureId: string; version: number }) =>
  ({ name: "departure.moved", payload }) as const;
