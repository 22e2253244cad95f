/** A guest of a night that we called off hasn't chosen between another date and the money, and the time is nearly over. */
export const choiceDue = (payload: { bookingId: string; departureId: string }) =>
  ({ name: "payment.choice_due", payload }) as const;
