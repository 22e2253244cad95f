import { fail } from "#src/kernel/result.ts";
import { addOnsOf, takenOn } from "#src/modules/sales/booking/store/add-ons.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { lockStocks, stocksOf } from "#src/modules/sales/add-ons/lock-stocks.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";

type Wish = {
  departureId: string;
  lines: readonly { id: string; quantity: number }[];
  /** whether practice asks, which takes nothing of a stock for all nights from what is real */
  practice: boolean;
  /** a booking that has them already, and takes them along */
  except?: string;
};

/**
 * Locks the stock of what is wanted on a night until the transaction ends, and says of which there is too little: add_on_sold_out
 * {add_on, left}; null where there is enough. Call it after the night's places are taken, and before a booking has what it wants.
 */
export const tooFewAddOns = (on: Statements, wish: Wish) => shortOf(on, wish, { read: lockStocks, now: null });

/** The same as it is now, without a lock and without what lapsed holds have: for who asks before they lock places. */
export const lacksAddOns = (on: Statements, wish: Wish, now: Date) => shortOf(on, wish, { read: stocksOf, now });

/** What a booking has of add-ons as a wish for another night, to which it takes them along. */
export async function takenAlong(
  ctx: Pick<Context, "settings">,
  on: Db | Tx,
  { bookingId, departureId }: { bookingId: string; departureId: string },
): Promise<Wish> {
  const lines = (await addOnsOf(on, [bookingId])).get(bookingId) ?? [];
  return { departureId, lines, except: bookingId, practice: practises(ctx) };
}

type Reading = { read: typeof lockStocks; now: Date | null };

async function shortOf(on: Statements, { departureId, lines, except, practice }: Wish, { read, now }: Reading) {
  if (lines.length === 0) return null;
  const ids = lines.map(({ id }) => id);
  const stocks = await read(on, ids);
  if (stocks.size === 0) return null;
  const uses = await takenOn(on, [...stocks.keys()], { departureId, except, practice, now });
  const left = (id: string) => Math.max(0, stocks.get(id)! - (uses.get(id) ?? 0));
  const short = lines.find(({ id, quantity }) => stocks.has(id) && quantity > left(id));
  return short ? fail("add_on_sold_out", { add_on: short.id, left: left(short.id) }) : null;
}
