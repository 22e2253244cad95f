/** A departure is over, and the guest of a booking may be asked how it was. */
export const ratingDue = (payload: { bookingId: string }) => ({ name: "rating.due", payload }) as const;

/** A guest was not happy with a departure: somebody has to look after it. */
export const ratingLow = (payload: { bookingId: string }) => ({ name: "rating.low", payload }) as const;

/** Staff replied to a rating; the reply is to be emailed to the guest. */
export const ratingAnswered = (payload: { bookingId: string; answerId: string }) =>
  ({ name: "rating.answered", payload }) as const;
