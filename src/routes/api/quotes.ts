import { ok } from "#src/kernel/result.ts";
import { quoteBooking } from "#src/modules/booking/queries.server.ts";
import { QuoteRequest, QuoteShape } from "#src/modules/booking/schema.ts";
import { endpoint } from "#src/routes/api/shared/endpoint.ts";

export const quotes = [
  endpoint({
    method: "post",
    path: "/api/quotes",
    summary: "Price a choice without taking places",
    body: QuoteRequest,
    status: 200,
    answer: QuoteShape,
    refusals: [
      "departure_not_found",
      "crawl_not_found",
      "departure_cancelled",
      "departure_past",
      "bookings_disabled",
      "external_booking",
      "too_many_people",
      "coupon_invalid",
      "coupon_expired",
      "coupon_used_up",
      "coupon_minimum",
      "too_many_attempts",
    ],
    handle: async (ctx, { body }) => {
      const result = await quoteBooking(ctx, body);
      return result.ok ? ok({ answer: result.quote }) : result;
    },
  }),
];
