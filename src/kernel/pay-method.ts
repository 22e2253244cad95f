/** How a guest pays, whichever provider takes the money. */
export const PAY_METHODS = ["card", "apple_pay", "google_pay", "paypal", "oxxo", "spei", "free"] as const;
export type PayMethod = (typeof PAY_METHODS)[number];

/** Payment without a provider: recorded by staff, or cash that a partner's desk took and keeps for us. */
export const MANUAL_METHODS = ["cash", "transfer", "invoice", "hostel"] as const;
export type ManualMethod = (typeof MANUAL_METHODS)[number];

/** Whether a guest gets something to pay with days later: a cash voucher, or the account for a transfer. */
export const paysLater = (method: string): boolean => method === "oxxo" || method === "spei";

/** Whether money was paid in cash, so that it can't be refunded automatically and the guest must be contacted. */
export const isCash = (method: string): boolean => method === "oxxo" || method === "cash" || method === "hostel";
