/** How a guest pays, whatever company takes the money. */
export type PayMethod = "card" | "apple_pay" | "paypal" | "oxxo" | "free";

/** How money comes that no company takes: staff write it down. */
export type ManualMethod = "cash" | "invoice";

/** Whether money came in cash, so that it can't go back by itself: its guest is written to. */
export const isCash = (method: string): boolean => method === "oxxo" || method === "cash";
