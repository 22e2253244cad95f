/** A payment came that bought what it was for; told in the transaction that settles it. */
export const paymentBought = (payload: { paymentId: string }) => ({ name: "payment.bought", payload }) as const;

/** Paid, but the seats were gone: the money goes back at `refundAt` unless the guest asks sooner. */
export const paymentUnseated = (payload: { paymentId: string; bookingId: string; refundAt: string }) =>
  ({ name: "payment.unseated", payload }) as const;

/** A change was paid for that could not be made any more: the booking stays as it was, the money goes back at once. */
export const changeLost = (payload: { paymentId: string; bookingId: string }) =>
  ({ name: "payment.change_lost", payload }) as const;

/** The guest wants an invoice. */
export const invoiceRequested = (payload: { bookingId: string }) => ({ name: "invoice.requested", payload }) as const;

/**
 * Something about a payment that staff must know or decide: a wrong amount or currency, a dispute, a refund that needs a hand.
 * Told once per payment and reason, or once for each thing that it is `about`.
 */
export const paymentNeedsReview = (payload: { paymentId: string; bookingId: string; reason: string; about?: string }) =>
  ({ name: "payment.needs_review", payload }) as const;

/** The provider says that the money is on its way back. */
export const refundSucceeded = (payload: { refundId: string; bookingId: string }) =>
  ({ name: "refund.succeeded", payload }) as const;

/** A provider's message was given up: it could not be worked on, or says that money came for no booking. */
export const eventDied = (payload: { eventId: string; at: string }) =>
  ({ name: "provider_event.died", payload }) as const;

/** The books don't say what a booking's rows say. `key` names the first of the differences: each is told once. */
export const booksDiffer = (payload: { bookingId: string; key: string }) =>
  ({ name: "books.differ", payload }) as const;
