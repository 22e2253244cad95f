import { fail, ok } from "#src/kernel/result.ts";
import { endDevice, holdDevice } from "#src/modules/door/store/devices.server.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Revokes one's own phone, or as whoever sees all (`users.read`) another's: it may hand over what it has done, and nothing else.
 * Idempotent. Returns its name. Refusals: forbidden {missing}, device_not_found.
 */
export async function revokeDevice(ctx: Context, { id }: { id: string }) {
  if (!can(ctx.actor, "checkins.record")) return fail("forbidden", { missing: "checkins.record" });
  return ctx.db.transaction().execute(async (tx) => {
    const device = await holdDevice(tx, id, can(ctx.actor, "users.read") ? null : ctx.actor.userId);
    if (!device) return fail("device_not_found");
    const { name } = device;
    if (device.revoked_at) return ok({ name });
    await endDevice(tx, id, { now: ctx.now, by: ctx.actor.userId });
    await audit(tx, ctx, {
      action: "device.revoked",
      subject: ["device", id],
      changes: { revoked_at: [null, ctx.now] },
    });
    return ok({ name });
  });
}
