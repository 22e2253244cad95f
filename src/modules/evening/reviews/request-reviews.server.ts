import { dateIn } from "#src/kernel/local-time.ts";
import { reviewDue } from "#src/modules/evening/reviews/events.ts";
import { isTimeToAsk, mayHaveBeenThere } from "#src/modules/evening/reviews/rules/review.ts";
import { noteAsked, unaskedDepartures } from "#src/modules/evening/reviews/store.server.ts";
import { storedSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { eachInTurn } from "#src/platform/each-in-turn.server.ts";

const DAY_MS = 24 * 3_600_000;

/**
 * Job: publishes an event once per confirmed booking whose guest may be asked for a review. Idempotent, and safe to run
 * concurrently.
 */
export async function requestReviews(ctx: Context): Promise<void> {
  const { rating } = (await storedSettings(ctx)).scheduled;
  if (!rating.on) return;
  // a day wider on either side than any zone needs: the rule decides
  const from = dateIn(new Date(ctx.now.getTime() - 10 * DAY_MS), "UTC");
  const departures = await unaskedDepartures(ctx, from, dateIn(ctx.now, "UTC"));
  const naming = { event: "review.not_asked", about: ({ id }: (typeof departures)[number]) => ({ booking: id }) };
  await eachInTurn(departures, naming, async ({ id, attendance, ...departure }) => {
    if (!isTimeToAsk(departure, rating.at, ctx.now) || !mayHaveBeenThere(attendance)) return;
    await ctx.db.transaction().execute(async (tx) => {
      if (await noteAsked(tx, id, ctx.now)) await ctx.publish(ctx, tx, reviewDue({ bookingId: id }));
    });
  });
}
