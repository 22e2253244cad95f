import {
  deadReserves,
  fillReserve,
  type Reserve,
  reserveOf,
  returnReserve,
} from "#src/modules/booking/store/reserve.server.ts";
import { appSettings } from "#src/modules/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { inTransaction } from "#src/platform/transaction.server.ts";

type Where = { deviceId: string; departureId: string };

/**
 * Holds places of a departure for a device to sell without a line (docs/decisions/110): up to the setting `offline_places` that
 * aren't sold, as far as there are free ones. Asking again fills it up. The caller checks access. Null where it has none.
 */
export async function reservePlaces(ctx: Context, { deviceId, departureId }: Where): Promise<Reserve | null> {
  const { offlinePlaces: wanted } = await appSettings(ctx);
  if (wanted === 0) return (await reserveOf(ctx.pool, deviceId, departureId)) ?? null;
  return inTransaction(ctx.pool, (on) => fillReserve(on, { deviceId, departureId, wanted, now: ctx.now }));
}

/** Puts what a device hasn't sold of its reserve back on sale; how many places. The caller checks access. */
export async function returnPlaces(ctx: Context, { deviceId, departureId }: Where): Promise<number> {
  const reserve = await reserveOf(ctx.pool, deviceId, departureId);
  return (reserve && (await returnReserve(ctx.pool, reserve.id, ctx.now))) ?? 0;
}

/** Job: puts back what can't be sold offline any more: of nights that are over or cancelled, of devices that are gone. */
export async function returnDeadReserves(ctx: Context): Promise<void> {
  for (const id of await deadReserves(ctx.pool, ctx.now)) await returnReserve(ctx.pool, id, ctx.now);
}
