import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { nightAccess } from "#src/modules/stops/rules/night-access.ts";
import { nightById } from "#src/modules/stops/store/route.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * A night that the caller may guide now: tonight's with `checkins.record`, any with `schedule.change`. Refusals: forbidden {missing},
 * departure_not_found (a cancelled one too), not_tonight.
 */
export async function guidedNight(ctx: Context, departureId: string) {
  const night = isUuid(departureId) ? await nightById(ctx.db, departureId) : undefined;
  // whoever may guide no night at all learns nothing of this one
  const access = nightAccess(ctx.actor, night ?? { starts_at: ctx.now, ends_at: ctx.now }, ctx.now);
  if (typeof access === "object") return fail("forbidden", access);
  if (!night || night.status === "cancelled") return fail("departure_not_found");
  return access === "open" ? ok({ night }) : fail("not_tonight");
}
