import { absentOf, arrivedAfterAll, nightsEnded } from "#src/modules/evening/door/store/no-shows.server.ts";
import { markNoShows, unmarkBookings } from "#src/modules/sales/booking/note-attendance.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { failuresOf, throwTogether } from "#src/platform/each-in-turn.server.ts";
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
  const tell = (tx: Tx, id: string, before: Date | null, after: Date | null) =>
    audit(tx, ctx, {
      action: after ? "booking.no_show" : "booking.there",
      subject: ["booking", id],
      changes: { no_show_at: [before, after] },
    });
  const there = { event: "booking.not_unmarked", about: (booking: string) => ({ booking }) };
  const failed = await failuresOf(await arrivedAfterAll(ctx.db, since), there, (bookingId) =>
    ctx.db.transaction().execute(async (tx) => {
      for (const { id, no_show_at } of await unmarkBookings(statementsOf(tx), [bookingId]))
        await tell(tx, id, no_show_at, null);
    }),
  );
  const unmarkedNight = { event: "night.not_marked", about: (night: string) => ({ night }) };
  const unmarked = await failuresOf(await nightsEnded(ctx.db, { since, until }), unmarkedNight, (departureId) =>
    ctx.db.transaction().execute(async (tx) => {
      const absent = await absentOf(tx, { departureId, until });
      await markNoShows(tx, absent, ctx.now);
      for (const id of absent) await tell(tx, id, null, ctx.now);
    }),
  );
  throwTogether([...failed, ...unmarked], "absences weren't marked");
}
