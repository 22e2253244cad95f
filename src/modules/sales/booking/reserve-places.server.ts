import {
  deadReserves,
  fillReserve,
  lentTime,
  markReleased,
  type Reserve,
  reserveOf,
  returnReserve,
  wasPromised,
} from "#src/modules/sales/booking/store/reserve.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { eachInTurn } from "#src/platform/each-in-turn.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

type Where = { deviceId: string; departureId: string };

/**
 * Holds places of a departure for a device to sell offline (docs/decisions/110): up to the setting `offline_places` that
 * aren't sold, as far as `placesToLend` says, at `prices` per person for as long as it has them. Asking again fills it up. The caller checks access. Null where it has none;
 * `released` where somebody has put its places back on sale, and nobody has asked for others on the phone since (`again`).
 */
export async function reservePlaces(
  ctx: Context,
  { deviceId, departureId, prices, again }: Where & Pick<Reserve, "prices"> & { again: boolean },
): Promise<Reserve | "released" | null> {
  const { offlinePlaces: wish } = await appSettings(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const reserve = await fillReserve(statementsOf(tx), ctx.ask, {
      deviceId,
      departureId,
      wanted: wish,
      prices,
      again,
      now: ctx.now,
    });
    if (reserve && reserve !== "released" && reserve.added > 0)
      await audit(tx, ctx, {
        action: "departure.places_lent",
        subject: ["departure", departureId],
        changes: { places: [null, reserve.added] },
      });
    return reserve;
  });
}

/** Whether a device was granted places of a departure at the price that makes this total. The caller checks access. */
export const pricePromised = (ctx: Context, sale: Parameters<typeof wasPromised>[1]): Promise<boolean> =>
  wasPromised(ctx.pool, sale);

/**
 * When a device sold places of a departure, as far as that can be: within the time that it had any; now where it never had. The
 * caller checks access.
 */
export async function soldWhileLent(ctx: Context, { deviceId, departureId }: Where, soldAt: Date): Promise<Date> {
  const lent = await lentTime(ctx.pool, deviceId, departureId);
  if (!lent) return ctx.now;
  const until = (lent.until ?? ctx.now).getTime();
  return new Date(Math.max(lent.since.getTime(), Math.min(soldAt.getTime(), until)));
}

/** Puts what a device hasn't sold of its reserve back on sale; how many places. The caller checks access. */
export async function returnPlaces(ctx: Context, { deviceId, departureId }: Where): Promise<number> {
  const reserve = await reserveOf(ctx.pool, deviceId, departureId);
  return reserve ? putBack(ctx, reserve) : 0;
}

/**
 * Puts what a device hasn't sold back on sale, of one night or of all (null), and lends it no more there until somebody asks for
 * places on it. How many places. The caller checks access.
 */
export const releaseReserves = (
  ctx: Context,
  where: { deviceId: string; departureId: string | null },
): Promise<number> =>
  ctx.db.transaction().execute(async (tx) => {
    let places = 0;
    for (const reserve of await markReleased(statementsOf(tx), ctx.ask, where, ctx.now))
      places += await putBackIn(tx, ctx, reserve);
    return places;
  });

/** Job: puts back what can't be sold offline anymore: of nights that are over or cancelled, of devices that are gone. */
export async function returnDeadReserves(ctx: Context): Promise<void> {
  const naming = { event: "places.not_returned", about: ({ id }: { id: string }) => ({ reserve: id }) };
  await eachInTurn(await deadReserves(ctx.pool, ctx.now), naming, (reserve) => putBack(ctx, reserve));
}

const putBack = (ctx: Context, reserve: Pick<Reserve, "id" | "departure_id">): Promise<number> =>
  ctx.db.transaction().execute((tx) => putBackIn(tx, ctx, reserve));

async function putBackIn(
  tx: Tx,
  ctx: Context,
  { id, departure_id }: Pick<Reserve, "id" | "departure_id">,
): Promise<number> {
  const places = (await returnReserve(statementsOf(tx), id, ctx.now)) ?? 0;
  if (places > 0)
    await audit(tx, ctx, {
      action: "departure.places_returned",
      subject: ["departure", departure_id],
      changes: { places: [null, places] },
    });
  return places;
}
