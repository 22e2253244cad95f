import { fail } from "#src/kernel/result.ts";
import { pricePromised, soldWhileLent } from "#src/modules/sales/booking/reserve-places.server.ts";
import { happenedAt } from "#src/modules/evening/door/rules/entry.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { OfflineSale } from "#src/modules/evening/till/schema.ts";
import { sell } from "#src/modules/evening/till/sell-at-door.server.ts";
import { deviceOf } from "#src/modules/evening/till/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Takes a sale that one's own device made offline, once per the device's id of it: from its reserve, else from what is
 * free, as of when it was made and at the price that the device was given with its places. A revoked device too, it has the money,
 * but only from its reserve. Needs `sales.door`. Refusals: forbidden {missing}, device_unknown, sold_out, device_revoked (it had no
 * such places anymore), and those of `sellAtDoor`.
 */
export async function sellOffline(
  ctx: Context,
  { device_id: deviceId, sold_at, ahead_ms, way = "cash", ...sale }: OfflineSale,
) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "sales.door") || !userId) return fail("forbidden", { missing: "sales.door" as const });
  const device = await deviceOf(ctx.db, deviceId);
  if (device?.user_id !== userId) return fail("device_unknown");
  const { departure_id: departureId, currency, people, expected: total } = sale;
  const isPromised = await pricePromised(ctx, { deviceId, departureId, currency, people, total });
  const at = happenedAt(new Date(sold_at), ahead_ms, ctx.now);
  const soldAt = await soldWhileLent(ctx, { deviceId, departureId }, at);
  const onlyReserve = device.revoked_at !== null;
  const offline = { paidBy: way, device: deviceId, soldAt, onlyReserve, total: isPromised ? total : null };
  const sold = await sell(ctx, userId, { ...sale, way: "offline", offline });
  return onlyReserve && !sold.ok && sold.reason === "sold_out" ? fail("device_revoked") : sold;
}
