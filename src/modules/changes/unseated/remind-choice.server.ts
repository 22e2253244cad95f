import { choiceDue } from "#src/modules/changes/unseated/events.ts";
import { undecidedOf } from "#src/modules/changes/unseated/queries.server.ts";
import { nightOffBookings } from "#src/modules/changes/cancellation/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { eachInTurn } from "#src/platform/each-in-turn.server.ts";

/**
 * Job: has the guests of a night that we called off reminded who haven't chosen yet between another date and their money. Each is
 * asked about in a transaction of its own; the email is queued once, so that the job may run again.
 */
export async function remindChoice(ctx: Context, { departureId }: { departureId: string }): Promise<void> {
  const naming = { event: "choice.not_reminded", about: (booking: string) => ({ booking }) };
  await eachInTurn(await nightOffBookings(ctx.db, departureId), naming, (bookingId) =>
    ctx.db.transaction().execute(async (tx) => {
      const undecided = await undecidedOf({ db: tx, now: ctx.now }, bookingId);
      if (undecided?.why === "night_off") await ctx.publish(ctx, tx, choiceDue({ bookingId, departureId }));
    }),
  );
}
