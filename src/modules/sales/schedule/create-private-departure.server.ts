import { fail, ok } from "#src/kernel/result.ts";
import { timesOf } from "#src/modules/sales/schedule/rules/series.ts";
import { crawlsToSchedule, insertDepartures } from "#src/modules/sales/schedule/store/admin.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

export type PrivateNight = { crawl_id: string; date: string; start_time: string; end_time: string; people: number };

/**
 * Creates a group's own night in the caller's transaction: it has exactly its places, no list of guests shows it, and only the group's
 * booking is made for it. The caller checks who may. Refusals: crawl_not_found, impossible_time, in_the_past.
 */
export async function createPrivateDeparture(
  ctx: Context,
  tx: Tx,
  { crawl_id, date, start_time, end_time, people }: PrivateNight,
) {
  const hours = { start_time, end_time };
  const crawl = (await crawlsToSchedule(tx)).find(({ id }) => id === crawl_id);
  if (!crawl || crawl.is_deleted) return fail("crawl_not_found");
  const times = timesOf(date, { ...hours, time_zone: crawl.time_zone }, 0);
  if (!times) return fail("impossible_time");
  if (times.starts_at <= ctx.now) return fail("in_the_past");
  const terms = {
    ...hours,
    date,
    total_spots: people,
    price: null,
    prices: {},
    sale_price: null,
    sale_prices: {},
    early_bird_sale: false,
    hide_total_spots: false,
    bookings_disabled: true,
    external_booking_link: null,
  };
  const repeats = { recurrence_type: null, recurrence_occurrences: null, series_id: null };
  const [id] = await insertDepartures(tx, [
    { ...terms, ...times, ...repeats, crawl_id, created_at: ctx.now, is_private: true },
  ]);
  await audit(tx, ctx, {
    action: "departure.created",
    subject: ["departure", id!],
    changes: Object.fromEntries(
      Object.entries({ crawl_id, date, ...hours, total_spots: people }).map(([field, value]) => [field, [null, value]]),
    ),
  });
  return ok({ id: id! });
}
