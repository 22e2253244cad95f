import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { releaseReserves } from "#src/modules/sales/booking/reserve-places.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { deviceOf } from "#src/modules/evening/till/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Puts the places that a phone holds back on sale, of all its nights, also of a lost or revoked one: one's own, or as whoever sees all
 * (`users.read`) another's. It gets no others for those nights until somebody asks for them on it; what it sold of them and hasn't
 * sent is taken from what is free then (`sellOffline`). Idempotent. Returns the phone's name and how many places.
 * Needs `checkins.record`. Refusals: forbidden {missing}, device_not_found.
 */
export async function releasePlaces(ctx: Context, { id }: { id: string }) {
  if (!can(ctx.actor, "checkins.record")) return fail("forbidden", { missing: "checkins.record" });
  const device = isUuid(id) ? await deviceOf(ctx.db, id) : undefined;
  if (!device || (device.user_id !== ctx.actor.userId && !can(ctx.actor, "users.read")))
    return fail("device_not_found");
  return ok({ name: device.name, places: await releaseReserves(ctx, { deviceId: id, departureId: null }) });
}
