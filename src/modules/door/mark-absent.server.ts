import { arrivedAfterAll, markNoShows, unmarkBookings } from "#src/modules/door/store/no-shows.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/** How long after a night's end somebody may still come late, or a phone without signal hand over its entries. */
const GRACE_MS = 30 * 60_000;
/** Nights that ended longer ago are left as they are. */
const OLDEST_MS = 3 * 86_400_000;

/**
 * Job: marks the bookings of ended nights whose guests didn't come, and takes the mark back where an entry arrived later. Safe
 * to run twice and on two servers. A night at whose door fewer than half were checked in marks nobody: there the scanner wasn't used for all, and who was
 * missing is for a person to say.
 */
export async function markAbsent(ctx: Context): Promise<void> {
  const since = new Date(+ctx.now - OLDEST_MS);
  const until = new Date(+ctx.now - GRACE_MS);
  await ctx.db.transaction().execute(async (tx) => {
    const tell = (id: string, before: Date | null, after: Date | null) =>
      audit(tx, ctx, {
        action: after ? "booking.no_show" : "booking.there",
        subject: ["booking", id],
        changes: { no_show_at: [before, after] },
      });
    const back = await unmarkBookings(statementsOf(tx), await arrivedAfterAll(tx, since));
    for (const { id, no_show_at } of back) await tell(id, no_show_at, null);
    for (const id of await markNoShows(tx, { since, until }, ctx.now)) await tell(id, null, ctx.now);
  });
}
