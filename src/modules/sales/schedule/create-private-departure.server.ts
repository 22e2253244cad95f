import { fail, ok } from "#src/kernel/result.ts";
import { timesOf } from "#src/modules/sales/schedule/rules/series.ts";
import {
  crawlsToSchedule,
  departuresOn,
  insertDepartures,
  rewriteDeparture,
} from "#src/modules/sales/schedule/store/admin.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

export type PrivateNight = {
  crawl_id: string;
  date: string;
  start_time: string;
  end_time: string;
  people: number;
  /** how many places it has, for others too; null: it is the group's own, and has exactly theirs */
  places: number | null;
};

/**
 * Creates a group's night in the caller's transaction. Nobody else books it: one of their own ever, which no list of guests shows; one
 * with others until `openToOthers`. The caller checks who may. Refusals: crawl_not_found, impossible_time, in_the_past, already_scheduled
 * (with others, and its crawl has a night on that date).
 */
export async function createPrivateDeparture(
  ctx: Context,
  tx: Tx,
  { crawl_id, date, start_time, end_time, people, places }: PrivateNight,
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
    total_spots: places ?? people,
    price: null,
    prices: {},
    sale_price: null,
    sale_prices: {},
    early_bird_sale: false,
    hide_total_spots: false,
    bookings_disabled: true,
    external_booking_link: null,
  };
  if (places !== null && (await isDateTaken({ db: tx }, crawl_id, date))) return fail("already_scheduled");
  const repeats = { recurrence_type: null, recurrence_occurrences: null, series_id: null };
  const [id] = await insertDepartures(tx, [
    { ...terms, ...times, ...repeats, crawl_id, created_at: ctx.now, is_private: places === null },
  ]);
  await audit(tx, ctx, {
    action: "departure.created",
    subject: ["departure", id!],
    changes: Object.fromEntries(
      Object.entries({ crawl_id, date, ...hours, total_spots: places ?? people }).map(([field, value]) => [
        field,
        [null, value],
      ]),
    ),
  });
  return ok({ id: id! });
}

/** Whether a night with others would stand beside another of its crawl on the date. */
export const isDateTaken = async ({ db }: { db: Db | Tx }, crawlId: string, date: string): Promise<boolean> =>
  (await departuresOn(db, crawlId, [date])).length > 0;

/** A night that was made for a group and others is booked by others, too, once the group has its places. */
export const openToOthers = async (tx: Tx, id: string): Promise<void> =>
  void (await rewriteDeparture(tx, id, { bookings_disabled: false }));
