/** The guest got credit instead of a refund. */
export const creditGiven = (payload: { creditId: string; purchaseId: string; kind: string }) =>
  ({ name: "credit.given", payload }) as const;
