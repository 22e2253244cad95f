import { fail, ok } from "#src/kernel/result.ts";
import { noteTrace } from "#src/modules/sales/affiliates/note-trace.server.ts";
import { deskLocked } from "#src/modules/partners/desk/events.ts";
import { isPin } from "#src/modules/partners/desk/hash-pin.server.ts";
import { MOST_WRONG, standingOf } from "#src/modules/partners/desk/rules/device.ts";
import {
  type DeviceRow,
  giveTryBack,
  lockDevice,
  openDevice,
  takeTry,
  touchDevice,
  updateDevice,
} from "#src/modules/partners/desk/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import { asDesk, type Context } from "#src/platform/context.server.ts";
import { isNotServed } from "#src/platform/fair-queue.server.ts";

/**
 * Opens a desk by its PIN. The fifth wrong one in a row locks it until staff, who are told, unlock it; tries are counted before they
 * are looked at, so that guesses at once are no more than guesses one by one. Refusals: gone, off, locked, pin_wrong {left: tries}.
 */
export async function openDesk(ctx: Context, device: DeviceRow, pin: string) {
  const standing = standingOf(device, ctx.now);
  if (standing === "gone" || standing === "off" || standing === "locked") return fail(standing);
  const attempt = await takeTry(ctx.db, device.id);
  if (!attempt?.pin_hash) return fail("locked");
  const isRight = await isPin(ctx, device.id, pin, attempt.pin_hash).catch(async (error: unknown) => {
    if (isNotServed(error)) await giveTryBack(ctx.db, device.id);
    throw error;
  });
  if (isRight) {
    if (!(await openDevice(ctx.db, device.id, ctx.now))) return fail("locked");
    await noteTrace(ctx, device.partner_id);
    return ok({});
  }
  if (attempt.wrong_pins < MOST_WRONG) return fail("pin_wrong", { left: MOST_WRONG - attempt.wrong_pins });
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await lockDevice(tx, device.id, ctx.now))) return;
    const changes = { locked_at: [null, ctx.now] as const };
    await audit(tx, asDesk(ctx), { action: "desk.locked", subject: ["desk", device.id], changes });
    await ctx.publish(ctx, tx, deskLocked({ deviceId: device.id, at: ctx.now.toISOString() }));
  });
  return fail("locked");
}

/** Closes an open desk: it asks for its PIN. */
export const closeDesk = (ctx: Context, device: DeviceRow) => updateDevice(ctx.db, device.id, { unlocked_at: null });

/** Notes that somebody is at an open desk; one that asks for its PIN by now stays so. */
export async function touchDesk(ctx: Context, device: DeviceRow): Promise<void> {
  if (standingOf(device, ctx.now) === "open") await touchDevice(ctx.db, device.id, ctx.now);
}
