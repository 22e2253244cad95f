import { fail } from "#src/kernel/result.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import type { OfflineSale } from "#src/modules/till/schema.ts";
import { sell } from "#src/modules/till/sell-at-door.server.ts";
import { deviceOf } from "#src/modules/till/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Takes a cash sale that one's own device made without a line: from its reserve and never beyond, once per the device's id of it.
 * Needs `sales.door`. Refusals: forbidden {missing}, device_unknown, sold_out (not in the reserve), and those of `sellAtDoor`.
 */
export async function sellOffline(ctx: Context, { device_id: deviceId, ...sale }: OfflineSale) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "sales.door") || !userId) return fail("forbidden", { missing: "sales.door" as const });
  if ((await deviceOf(ctx.db, deviceId))?.user_id !== userId) return fail("device_unknown");
  return sell(ctx, userId, { ...sale, way: "offline", reserveOf: deviceId });
}
