import type { PurchaseKind } from "#src/modules/money/payments/questions.ts";

/** What an event of money is about: who listens to purchases of one kind alone is called for no other (`ofKinds` in `src/wiring.ts`). */
type OfPurchase = { purchaseId: string; kind: PurchaseKind };

/** A payment bought what it was for; published in the transaction that settles it. */
export const paymentBought = (payload: { paymentId: string; kind: PurchaseKind }) =>
  ({ name: "payment.bought", payload }) as const;

/** Paid, but the seats were gone: refunded at `refundAt` unless the guest asks sooner. */
export const paymentUnseated = (payload: OfPurchase & { paymentId: string; refundAt: string }) =>
  ({ name: "payment.unseated", payload }) as const;

/** A voucher for cash was issued and the seats wait for it: the guest needs to know where, how much and until when. */
export const voucherIssued = (payload: OfPurchase & { paymentId: string }) =>
  ({ name: "payment.voucher_issued", payload }) as const;

/** The guest has paid and their bank hasn't yet: they need to know that it goes on, and for how long their places wait. */
export const bankPaying = (payload: OfPurchase & { paymentId: string }) =>
  ({ name: "payment.at_bank", payload }) as const;

/** The bank refused a payment that the guest had made: nothing was charged. */
export const bankRefused = (payload: OfPurchase & { paymentId: string }) =>
  ({ name: "payment.bank_refused", payload }) as const;

/** A change was paid too late to be made: the booking stays as it was and the money is refunded at once. */
export const changeLost = (payload: OfPurchase & { paymentId: string }) =>
  ({ name: "payment.change_lost", payload }) as const;

/**
 * Staff must see or decide something about a payment: a wrong amount or currency, a dispute, a refund that needs manual work.
 * Published once per payment and reason, or once per `about`.
 */
export const paymentNeedsReview = (payload: OfPurchase & { paymentId: string; reason: string; about?: string }) =>
  ({ name: "payment.needs_review", payload }) as const;

/** The provider confirmed the refund: the money is on its way back. */
export const refundSucceeded = (payload: OfPurchase & { refundId: string }) =>
  ({ name: "refund.succeeded", payload }) as const;

/** A provider's message was given up: processing failed, or money arrived for no known booking. */
export const eventDied = (payload: { eventId: string; at: string }) =>
  ({ name: "provider_event.died", payload }) as const;

/** The ledger differs from a purchase's rows. `key` names the first difference; each is published once. */
export const booksDiffer = (payload: OfPurchase & { key: string }) => ({ name: "books.differ", payload }) as const;

/** The ledger differs from the tills, which are about no purchase. `key` names the first difference; each is published once. */
export const tillsDiffer = (payload: { key: string }) => ({ name: "tills.differ", payload }) as const;

/** What a purchase was sold for is another amount, or a bank decides about its payment; not published for cancelling and changing it. */
export const saleChanged = (payload: OfPurchase & { cause: "sale" | "dispute" }) =>
  ({ name: "booking.sale_changed", payload }) as const;
