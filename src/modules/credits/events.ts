/** Instead of money back the guest has credit. */
export const creditGiven = (payload: { creditId: string; bookingId: string }) =>
  ({ name: "credit.given", payload }) as const;
