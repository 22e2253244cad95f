import type { Permission } from "#src/modules/identity/rules/permissions.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { isTonight, type Night } from "#src/modules/stops/rules/route.ts";

type Actor = Parameters<typeof can>[0];

/** Whether an actor may act for a night: who may change departures at any time, a guide for tonight's. */
export function nightAccess(
  actor: Actor,
  night: Pick<Night, "starts_at" | "ends_at">,
  now: Date,
): "open" | "not_tonight" | { missing: Permission } {
  if (can(actor, "schedule.change")) return "open";
  if (!can(actor, "checkins.record")) return { missing: "checkins.record" };
  return isTonight(night, now) ? "open" : "not_tonight";
}
