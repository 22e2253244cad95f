/** A night is over, and the guest of a booking may be asked how it was. */
export const ratingDue = (payload: { bookingId: string }) => ({ name: "rating.due", payload }) as const;
