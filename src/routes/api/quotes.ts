import { ok } from "#src/kernel/result.ts";
import { quoteBooking } from "#src/modules/sales/booking/queries.server.ts";
import { QuoteRequest, QuoteShape } from "#src/modules/sales/booking/schema.ts";
import { endpoint } from "#src/api/endpoint.ts";
import { CHOICE_REFUSALS } from "#src/api/refusals.ts";

export const quotes = [
  endpoint({
    method: "post",
    path: "/api/quotes",
    summary: "Price a choice without taking places",
    body: QuoteRequest,
    status: 200,
    answer: QuoteShape,
    refusals: [...CHOICE_REFUSALS, "add_on_sold_out"],
    handle: async (ctx, { body }) => {
      const result = await quoteBooking(ctx, body);
      return result.ok ? ok({ answer: result.quote }) : result;
    },
  }),
];
