import { z } from "zod";
import { MoneyShape } from "#src/modules/catalog/schema.ts";

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

/** What is said about paying a booking: nothing personal, so whoever has the booking's id may see it. */
export const PaymentState = z
  .object({
    last: z
      .enum(["none", "open", "failed", "cancelled", "succeeded", "review"])
      .describe("how the last attempt stands; `none` before the first"),
    failure_reason: z.string().nullable(),
    unplaced: z
      .object({ refund_at: z.iso.datetime(), refunded: z.boolean() })
      .nullable()
      .describe("a payment came after the places were gone: what happens to it"),
    refunds: z.array(MoneyShape.extend({ status: z.string() })),
  })
  .meta({ id: "PaymentState" });
export type PaymentState = z.infer<typeof PaymentState>;
