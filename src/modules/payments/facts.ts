/** Paid, but the places were gone: the money goes back at `refundAt` unless the guest asks sooner. */
export const paymentUnplaced = (payload: { paymentId: string; bookingId: string; refundAt: string }) =>
  ({ name: "payment.unplaced", payload }) as const;

/** Something about a payment only a person can decide: a wrong amount or currency, or a dispute. */
export const paymentNeedsReview = (payload: { paymentId: string; bookingId: string; reason: string }) =>
  ({ name: "payment.needs_review", payload }) as const;

/** The provider says that the money is on its way back. */
export const refundSucceeded = (payload: { refundId: string; bookingId: string }) =>
  ({ name: "refund.succeeded", payload }) as const;
