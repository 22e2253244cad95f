import { fail, ok } from "#src/kernel/result.ts";
import { releaseReserves, reservePlaces, returnPlaces } from "#src/modules/sales/booking/reserve-places.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { DOOR_CURRENCIES, takesMoney } from "#src/modules/evening/till/rules/cash.ts";
import { isReached, pricePerPerson } from "#src/modules/evening/till/queries.server.ts";
import { sellsAtDoor } from "#src/modules/evening/till/rules/till.ts";
import { departureById, deviceOf, nightsNear } from "#src/modules/evening/till/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type ReserveInput = { device_id: string; departure_id: string };

/**
 * Holds places of tonight for one's own device to sell offline, up to the setting; asking again fills it up. Needs `sales.door`.
 * Refusals: forbidden {missing}, device_unknown, departure_not_found, not_tonight, free_not_here (nothing to pay in pesos, or not sold in them), released (somebody has put
 * its places back on sale, and nobody has asked for others on it since: `again`). `left` is what it may sell, `prices` at what (per
 * person, minor units by currency): they stay while it has places, whatever becomes of the price.
 */
export async function holdOffline(
  ctx: Context,
  { device_id: deviceId, departure_id: departureId, again = false }: ReserveInput & { again?: boolean },
) {
  const refused = await notOwn(ctx, deviceId);
  if (refused) return refused;
  const departure = await departureById(ctx.db, departureId);
  if (!departure) return fail("departure_not_found");
  if (!sellsAtDoor(departure, await nightsNear(ctx.db, ctx.now), ctx.now)) return fail("not_tonight");
  if (!(await isReached(ctx, departure))) return fail("not_tonight");
  const now = await Promise.all(
    DOOR_CURRENCIES.map(async (code) => [code, await pricePerPerson(ctx, departureId, code)]),
  );
  const prices = Object.fromEntries(now.filter(([, price]) => price !== null)) as Record<string, number>;
  if (!takesMoney(prices["MXN"])) return fail("free_not_here");
  const reserve = await reservePlaces(ctx, { deviceId, departureId, prices, again });
  if (reserve === "released") return fail("released");
  return ok({ left: reserve ? reserve.places - reserve.sold : 0, prices: reserve?.prices ?? {} });
}

/** Gives back what one's own device hasn't sold. Repeating it is fine. Needs `sales.door`. Refusals: forbidden {missing}, device_unknown. */
export async function giveBackOffline(ctx: Context, { device_id: deviceId, departure_id: departureId }: ReserveInput) {
  const refused = await notOwn(ctx, deviceId);
  return refused ?? ok({ returned: await returnPlaces(ctx, { deviceId, departureId }) });
}

/**
 * The same on purpose, on the phone itself: it gets no others for that night until it asks `again`. Repeating it is fine. Needs
 * `sales.door`. Refusals: forbidden {missing}, device_unknown.
 */
export async function releaseOffline(ctx: Context, { device_id: deviceId, departure_id: departureId }: ReserveInput) {
  const refused = await notOwn(ctx, deviceId);
  return refused ?? ok({ returned: await releaseReserves(ctx, { deviceId, departureId }) });
}

async function notOwn(ctx: Context, deviceId: string) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "sales.door") || !userId) return fail("forbidden", { missing: "sales.door" as const });
  const device = await deviceOf(ctx.db, deviceId);
  return device?.user_id === userId && device.revoked_at === null ? null : fail("device_unknown");
}
