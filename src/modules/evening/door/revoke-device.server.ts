import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { endDevice, holdDevice } from "#src/modules/evening/door/store/devices.server.ts";
import { endSessionsBut } from "#src/modules/base/identity/renew-session.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Revokes one's own phone, or as whoever sees all (`users.read`) another's: it may hand over what it has done, and nothing else.
 * All sessions of its owner end with it, for it isn't known which one the phone had, but not the caller's, of the Cookie header.
 * Idempotent. Returns its name. Refusals: forbidden {missing}, device_not_found.
 */
export async function revokeDevice(ctx: Context, { id, cookie }: { id: string; cookie: string | null }) {
  if (!can(ctx.actor, "checkins.record")) return fail("forbidden", { missing: "checkins.record" });
  return ctx.db.transaction().execute(async (tx) => {
    const device = await holdDevice(tx, id, can(ctx.actor, "users.read") ? null : ctx.actor.userId);
    if (!device) return fail("device_not_found");
    const { name } = device;
    if (device.revoked_at) return ok({ name });
    await endDevice(tx, id, { now: ctx.now, by: ctx.actor.userId });
    await endSessionsBut(ctx, tx, device.user_id, cookie);
    await audit(tx, ctx, {
      action: "device.revoked",
      subject: ["device", id],
      changes: { revoked_at: [null, ctx.now] },
    });
    return ok({ name });
  });
}

/** At a sign-out: one's own phone, which has nothing left to send and forgets its secret, is a device no more. Ignores any other. */
export async function leaveDevice(ctx: Context, { id }: { id: string }): Promise<void> {
  const { userId } = ctx.actor;
  if (userId === null || !isUuid(id)) return;
  await ctx.db.transaction().execute(async (tx) => {
    const device = await holdDevice(tx, id, userId);
    if (!device || device.revoked_at) return;
    await endDevice(tx, id, { now: ctx.now, by: userId });
    const changes = { revoked_at: [null, ctx.now] as [null, Date] };
    await audit(tx, ctx, { action: "device.revoked", subject: ["device", id], changes });
  });
}
