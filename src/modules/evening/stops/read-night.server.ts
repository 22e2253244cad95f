import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { mayOpenNight } from "#src/modules/evening/guides/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { nightById } from "#src/modules/evening/stops/store/route.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * A night that the caller may guide: with `checkins.record`, one that they may open. Refusals: forbidden {missing},
 * departure_not_found (a cancelled one too), not_tonight.
 */
export async function guidedNight(ctx: Context, departureId: string) {
  // whoever may guide no night at all learns nothing of this one
  if (!can(ctx.actor, "checkins.record")) return fail("forbidden", { missing: "checkins.record" as const });
  const night = isUuid(departureId) ? await nightById(ctx.db, departureId) : undefined;
  if (!night || night.status === "cancelled") return fail("departure_not_found");
  return (await mayOpenNight(ctx, night.id)) ? ok({ night }) : fail("not_tonight");
}
