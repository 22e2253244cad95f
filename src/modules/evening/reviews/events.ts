/** A departure is over: its guest may be asked for a review. */
export const reviewDue = (payload: { bookingId: string }) => ({ name: "review.due", payload }) as const;

/** A low review: staff has to handle it. */
export const reviewLow = (payload: { bookingId: string }) => ({ name: "review.low", payload }) as const;

/** Staff replied to a review; the reply goes to the guest by email. */
export const reviewAnswered = (payload: { bookingId: string; answerId: string }) =>
  ({ name: "review.answered", payload }) as const;
