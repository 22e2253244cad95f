import { z } from "zod";

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
