/** A departure is over, and the guest of a booking may be asked how it was. */
export const reviewDue = (payload: { bookingId: string }) => ({ name: "review.due", payload }) as const;

/** A guest was not happy with a departure: somebody has to look after it. */
export const reviewLow = (payload: { bookingId: string }) => ({ name: "review.low", payload }) as const;

/** Staff replied to a review; the reply is to be emailed to the guest. */
export const reviewAnswered = (payload: { bookingId: string; answerId: string }) =>
  ({ name: "review.answered", payload }) as const;
