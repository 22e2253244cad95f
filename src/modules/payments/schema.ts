import { z } from "zod";
import type { Currency } from "#src/kernel/money.ts";

export const PROVIDER_METHODS = ["card", "apple_pay", "paypal", "free"] as const;
export type Method = (typeof PROVIDER_METHODS)[number];

/** Which provider shall be paid with which skin. The sandbox takes all three; `free` confirms a total of zero. */
export const StartPayment = z
  .strictObject({
    provider: z.enum(["sandbox", "free"], "errors.provider"),
    method: z.enum(PROVIDER_METHODS, "errors.provider").default("card"),
  })
  .meta({ id: "StartPayment" });
export type StartPayment = z.infer<typeof StartPayment>;

export const StartedPayment = z
  .object({ payment_id: z.uuid(), redirect_url: z.url().describe("where to send the guest next") })
  .meta({ id: "StartedPayment" });

/** What a confirmation page says about paying: nothing personal, so whoever has the booking's id may see it. */
export type PaymentState = {
  /** how the last attempt stands; `none` before the first */
  last: "none" | "open" | "failed" | "cancelled" | "succeeded" | "review";
  failure_reason: string | null;
  /** a payment came after the places were gone: what happens to it */
  unplaced: null | { refund_at: string; refunded: boolean };
  refunds: { amount_minor: number; currency: Currency; status: string }[];
};
