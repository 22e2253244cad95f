/** How a guest pays, whatever company takes the money. */
export type PayMethod = "card" | "apple_pay" | "paypal" | "oxxo" | "free";
