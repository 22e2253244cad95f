import { unpaidPilesUp } from "#src/modules/sales/booking/events.ts";
import { readRecent } from "#src/modules/sales/booking/guard-unpaid.server.ts";
import { nightPressed, type Pressure, sitePressed, type Tally } from "#src/modules/sales/booking/rules/unpaid.ts";
import { beginEpisode, endEpisode, openEpisode, seeEpisode } from "#src/modules/sales/booking/store/episode.server.ts";
import { forgetKeepers } from "#src/modules/sales/booking/store/unpaid.server.ts";
import { departureOf } from "#src/modules/sales/booking/store/booking.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** An episode is over when nothing was seen of it for an hour: somebody who pauses is not news again. */
const OVER_MS = 3_600_000;

/**
 * Job: tells staff once when unpaid places begin to far exceed paid ones, everywhere or on one departure, and notes the end. Forgets
 * whoever keeps none anymore.
 */
export async function watchUnpaid(ctx: Context): Promise<void> {
  const found = await pressure(ctx);
  await ctx.db.transaction().execute(async (tx) => {
    const open = await openEpisode(tx);
    if (!found) return open && +ctx.now - +open.seen_at >= OVER_MS ? endEpisode(tx, open.id, ctx.now) : undefined;
    if (open) return seeEpisode(tx, open.id, found, ctx.now);
    const begun = await beginEpisode(tx, found, ctx.now);
    if (begun) await ctx.publish(ctx, tx, unpaidPilesUp({ episodeId: begun.id }));
  });
  await forgetKeepers(ctx.db, ctx.now);
}

/** Where unpaid places pile up now; null where they don't. */
async function pressure(ctx: Context): Promise<Pressure | null> {
  const settings = await appSettings(ctx);
  const counts = await readRecent(ctx);
  const isSite = sitePressed(counts, settings);
  const pressed: [string, Tally][] = [];
  for (const [id, tally] of [...counts.nights].toSorted(([, a], [, b]) => b.unpaid - a.unpaid).slice(0, 20)) {
    const seats = (await departureOf(ctx.db, id))?.total_spots ?? 0;
    if (nightPressed(tally, seats, settings)) pressed.push([id, tally]);
  }
  const tally = isSite ? counts.all : pressed[0]?.[1];
  return tally ? { tally, everywhere: isSite, departures: pressed.map(([id]) => id) } : null;
}
