import { fail, ok } from "#src/kernel/result.ts";
import { isLocked } from "#src/modules/partners/desk/rules/device.ts";
import { holdDevice, updateDevice } from "#src/modules/partners/desk/store.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type Held = NonNullable<Awaited<ReturnType<typeof holdDevice>>>;

/** Lets staff change a desk under its lock. Refusals: forbidden {missing}, desk_not_found. */
async function change<T>(ctx: Context, id: string, act: (tx: Tx, device: Held) => Promise<T>) {
  if (!can(ctx.actor, "affiliates.change")) return fail("forbidden", { missing: "affiliates.change" as const });
  return ctx.db.transaction().execute(async (tx) => {
    const device = await holdDevice(tx, id);
    return device ? act(tx, device) : fail("desk_not_found");
  });
}

/** Renames a desk. Idempotent. Returns its name. Needs `affiliates.change`. Refusals: forbidden {missing}, desk_not_found. */
export const renameDesk = (ctx: Context, { id, name }: { id: string; name: string }) =>
  change(ctx, id, async (tx, device) => {
    if (device.name === name) return ok({ name });
    await updateDevice(tx, id, { name });
    await audit(tx, ctx, { action: "desk.renamed", subject: ["desk", id], changes: { name: [device.name, name] } });
    return ok({ name });
  });

/** Ends a desk: it sells nothing any more. Idempotent. Returns its name. Needs `affiliates.change`. Refusals: forbidden {missing}, desk_not_found. */
export const revokeDesk = (ctx: Context, { id }: { id: string }) =>
  change(ctx, id, async (tx, { name, revoked_at: before }) => {
    if (before) return ok({ name });
    await updateDevice(tx, id, {
      revoked_at: ctx.now,
      revoked_by: ctx.actor.userId,
      unlocked_at: null,
      bind_hash: null,
    });
    await audit(tx, ctx, { action: "desk.revoked", subject: ["desk", id], changes: { revoked_at: [null, ctx.now] } });
    return ok({ name });
  });

/** Gives a locked desk its tries back: it asks for its PIN again. Idempotent. Returns its name. Needs `affiliates.change`. Refusals: forbidden {missing}, desk_not_found. */
export const unlockDesk = (ctx: Context, { id }: { id: string }) =>
  change(ctx, id, async (tx, device) => {
    const { name } = device;
    if (device.revoked_at) return fail("desk_not_found");
    if (!isLocked(device)) return ok({ name });
    await updateDevice(tx, id, { wrong_pins: 0, locked_at: null, unlocked_at: null });
    await audit(tx, ctx, {
      action: "desk.unlocked",
      subject: ["desk", id],
      changes: { locked_at: [device.locked_at, null] },
    });
    return ok({ name });
  });
