import { fail, ok } from "#src/kernel/result.ts";
import { deviceBySecret } from "#src/modules/evening/door/queries.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { giveBackOffline, holdOffline, releaseOffline } from "#src/modules/evening/till/hold-offline.server.ts";
import type { PlacesAnswer, PlacesInput } from "#src/modules/evening/till/schema.ts";
import { departureById } from "#src/modules/evening/till/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { type Limit, mayUse, secondsLeft } from "#src/platform/rate-limit.server.ts";

// a phone asks twice a minute, and after what it has sold
const ASKED: Limit = { max: 200, seconds: 600 };

/**
 * Holds places of a night for the device that asks, and puts back those of nights that it leaves; the device's secret is all that
 * it needs. What it may not have it gets none of: `places` is null, `reason` says why (`forbidden`, `not_tonight`,
 * `departure_not_found`, `free_not_here`, `released`, or `device_unknown` for a revoked one). Refusals: device_unknown, too_many_attempts {retry_after}.
 */
export async function lendPlaces(
  ctx: Context,
  secret: string | null,
  { departure_id, give_back, release = [], again = false }: PlacesInput,
) {
  const device = await deviceBySecret(ctx, secret);
  if (!device) return fail("device_unknown");
  if (!(await mayUse(ctx.pool, [`door-places:${device.id}`], ASKED, ctx.now)))
    return fail("too_many_attempts", { retry_after: secondsLeft(ASKED, ctx.now) });
  const by = { ...ctx, actor: device.owner };
  for (const departureId of give_back) await giveBackOffline(by, { device_id: device.id, departure_id: departureId });
  for (const departureId of release) await releaseOffline(by, { device_id: device.id, departure_id: departureId });
  return ok({ answer: await lent(by, device.id, departure_id, again) });
}

async function lent(ctx: Context, deviceId: string, departureId: string | null, again: boolean): Promise<PlacesAnswer> {
  if (departureId === null) return { places: null, reason: null };
  const held = await holdOffline(ctx, { device_id: deviceId, departure_id: departureId, again });
  if (!held.ok) return { places: null, reason: held.reason };
  const { cashRounding, maxPeople } = await appSettings(ctx);
  const departure = await departureById(ctx.db, departureId);
  const { left, prices } = held;
  return {
    places: { left, prices, step: cashRounding, most: maxPeople, until: departure!.ends_at.toISOString() },
    reason: null,
  };
}
