import { isUuid } from "#src/kernel/codes.ts";
import { lockRating, rateCrawl } from "#src/modules/site/catalog/rate-crawl.server.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { reviewLow } from "#src/modules/evening/reviews/events.ts";
import { mayReview } from "#src/modules/evening/reviews/grant-review.server.ts";
import { LOW_STARS, REFUSED, reviewState } from "#src/modules/evening/reviews/rules/review.ts";
import type { SubmitReview } from "#src/modules/evening/reviews/schema.ts";
import { addReview, departureToReview, ratingOf } from "#src/modules/evening/reviews/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Stores a guest's review and updates the crawl's average, in one transaction. Requires the token of the emailed link, or the booker.
 * Refusals: booking_not_found (none, or not this guest's), rating_too_early, already_rated, rating_not_possible (no confirmed
 * booking).
 */
export async function submitReview(ctx: Context, input: SubmitReview & { bookingId: string; token: string | null }) {
  const { bookingId, token, ...review } = input;
  if (!isUuid(bookingId)) return fail("booking_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const booking = await departureToReview(tx, bookingId);
    if (!booking || !mayReview(ctx, booking, token)) return fail("booking_not_found");
    await lockBooking(tx, bookingId);
    const departure = (await departureToReview(tx, bookingId))!;
    const state = reviewState(departure, ctx.now);
    if (state !== "open") return fail(REFUSED[state]);
    await lockRating(tx, departure.crawl_id);
    await addReview(tx, { ...review, booking_id: bookingId, crawl_id: departure.crawl_id, created_at: ctx.now });
    await rateCrawl(tx, departure.crawl_id, await ratingOf(tx, departure.crawl_id));
    await audit(tx, ctx, {
      action: "booking.rated",
      subject: ["booking", bookingId],
      changes: { stars: [null, review.stars] },
    });
    if (review.stars <= LOW_STARS) await ctx.publish(ctx, tx, reviewLow({ bookingId }));
    return ok({ stars: review.stars });
  });
}
