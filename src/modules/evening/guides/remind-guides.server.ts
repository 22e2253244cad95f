import { shiftsAsked } from "#src/modules/evening/guides/events.ts";
import { askAgainAt } from "#src/modules/evening/guides/rules/shift.ts";
import { noteRepeated, unanswered } from "#src/modules/evening/guides/store/shifts.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { eachInTurn } from "#src/platform/each-in-turn.server.ts";

/**
 * Job: repeats each unanswered request once, when it is time (`askAgainAt`); all nights of a request that still wait are in one
 * email. Idempotent, and safe to run concurrently.
 */
export async function remindGuides(ctx: Context): Promise<void> {
  const waiting = await unanswered(ctx.db, ctx.now);
  const requests = [...Map.groupBy(waiting, ({ request_id }) => request_id)];
  const naming = { event: "shifts.not_repeated", about: ([request]: (typeof requests)[number]) => ({ request }) };
  await eachInTurn(requests, naming, async ([requestId, shifts]) => {
    const isDue = shifts.some(({ asked_at, starts_at }) => {
      const at = askAgainAt(asked_at!, starts_at);
      return at !== null && at <= ctx.now;
    });
    if (!isDue) return;
    await ctx.db.transaction().execute(async (tx) => {
      const ids = shifts.map(({ id }) => id);
      const repeated = await noteRepeated(tx, ids, ctx.now);
      const [first] = repeated.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      if (!first) return;
      const shiftIds = repeated.map(({ id }) => id);
      await ctx.publish(ctx, tx, shiftsAsked({ requestId, shiftIds, again: true, times: first.times_asked }));
    });
  });
}
