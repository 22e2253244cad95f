/** A payment came that bought what it was for; told in the transaction that settles it. */
export const paymentBought = (payload: { paymentId: string }) => ({ name: "payment.bought", payload }) as const;

/** Paid, but the places were gone: the money goes back at `refundAt` unless the guest asks sooner. */
export const paymentUnplaced = (payload: { paymentId: string; bookingId: string; refundAt: string }) =>
  ({ name: "payment.unplaced", payload }) as const;

/** A change was paid for that could not be made any more: the booking stays as it was, the money goes back at once. */
export const changeLost = (payload: { paymentId: string; bookingId: string }) =>
  ({ name: "payment.change_lost", payload }) as const;

/** The guest wants an invoice. */
export const invoiceRequested = (payload: { bookingId: string }) => ({ name: "invoice.requested", payload }) as const;

/** Something about a payment only a person can decide: a wrong amount or currency, or a dispute. */
export const paymentNeedsReview = (payload: { paymentId: string; bookingId: string; reason: string }) =>
  ({ name: "payment.needs_review", payload }) as const;

/** The provider says that the money is on its way back. */
export const refundSucceeded = (payload: { refundId: string; bookingId: string }) =>
  ({ name: "refund.succeeded", payload }) as const;
