import { fail, ok } from "#src/kernel/result.ts";
import type { RenameDevice } from "#src/modules/evening/door/schema.ts";
import { holdDevice, nameDevice } from "#src/modules/evening/door/store/devices.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Renames one's own phone, or as whoever sees all (`users.read`) another's. Idempotent. Refusals: forbidden {missing}, device_not_found. */
export async function renameDevice(ctx: Context, { id, name }: RenameDevice) {
  if (!can(ctx.actor, "checkins.record")) return fail("forbidden", { missing: "checkins.record" });
  return ctx.db.transaction().execute(async (tx) => {
    const device = await holdDevice(tx, id, can(ctx.actor, "users.read") ? null : ctx.actor.userId);
    if (!device) return fail("device_not_found");
    if (device.name === name) return ok({});
    await nameDevice(tx, id, name);
    await audit(tx, ctx, { action: "device.renamed", subject: ["device", id], changes: { name: [device.name, name] } });
    return ok({});
  });
}
