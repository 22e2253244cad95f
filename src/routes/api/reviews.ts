import { ok } from "#src/kernel/result.ts";
import { submitReview } from "#src/modules/evening/reviews/submit-review.server.ts";
import { GivenReview, SubmitReview } from "#src/modules/evening/reviews/schema.ts";
import { endpoint } from "#src/api/endpoint.ts";

export const reviews = [
  endpoint({
    method: "post",
    path: "/api/ratings/{bookingId}",
    summary: "Rate a night",
    description:
      "Once per confirmed booking, from the start of its night. The token comes from the link in the email that asks for the rating; the booking's own access token is refused. Whoever booked, signed in or in the same browser, needs none.",
    params: { bookingId: "id of the booking" },
    body: SubmitReview,
    takesToken: true,
    personal: true,
    status: 201,
    answer: GivenReview,
    refusals: ["booking_not_found", "rating_too_early", "already_rated", "rating_not_possible"],
    handle: async (ctx, { params, body, token }) => {
      const bookingId = params["bookingId"] ?? "";
      const result = await submitReview(ctx, { ...body, bookingId, token });
      const { stars, comment, consent } = body;
      return result.ok ? ok({ answer: { booking_id: bookingId, stars, comment, consent } }) : result;
    },
  }),
];
