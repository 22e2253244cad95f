/** Guests are to be told of a night's stops as they are in this version. */
export const routeTold = (payload: { departureId: string; version: number }) =>
  ({ name: "route.told", payload }) as const;
