import { z } from "zod";
import { ok } from "#src/kernel/result.ts";
import { quoteBooking } from "#src/modules/sales/booking/queries.server.ts";
import { CouponCheck, QuoteShape } from "#src/modules/sales/booking/schema.ts";
import { endpoint } from "#src/api/endpoint.ts";
import { CHOICE_REFUSALS } from "#src/api/refusals.ts";

export const coupons = [
  endpoint({
    method: "post",
    path: "/api/coupons/check",
    summary: "Ask what a coupon takes off a choice",
    description:
      "The answer has the price with the coupon, or says why it doesn't count here: the same reasons as when booking. Wrong codes are counted, and too many of them refused for a while.",
    body: CouponCheck,
    status: 200,
    answer: z.object({ quote: QuoteShape }).meta({ id: "CheckedCoupon" }),
    refusals: [...CHOICE_REFUSALS, "add_on_sold_out"],
    handle: async (ctx, { body }) => {
      const result = await quoteBooking(ctx, body);
      return result.ok ? ok({ answer: { quote: result.quote } }) : result;
    },
  }),
];
