/** Somebody asked for a night for their group. */
export const groupRequested = (payload: { requestId: string }) => ({ name: "group.requested", payload }) as const;

/** Staff offered a group a night at a price; its guest is told by email. */
export const groupQuoted = (payload: { quoteId: string }) => ({ name: "group.quoted", payload }) as const;

/** A group accepted or declined what it was offered, or what it accepted has ended: cancelled, or never paid. */
export const groupAnswered = (payload: { quoteId: string; answer: "accepted" | "declined" | "ended" }) =>
  ({ name: "group.answered", payload }) as const;

/** A group's deposit was paid; was refused by a bank that had it for a while; was kept, as the rest never came; or goes back, the way it was paid. */
export const groupDepositChanged = (payload: {
  depositId: string;
  quoteId: string;
  became: "paid" | "refused" | "kept" | "returned";
}) => ({ name: "group.deposit_changed", payload }) as const;

/** An accepted offer, or its deposit, is to be paid in so many days. */
export const groupPaymentDue = (payload: { quoteId: string; of: "deposit" | "rest"; days: number }) =>
  ({ name: "group.payment_due", payload }) as const;
