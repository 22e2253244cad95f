import { randomBytes, randomUUID } from "node:crypto";
import { fail, ok } from "#src/kernel/result.ts";
import type { DeviceName, NewDevice } from "#src/modules/evening/door/schema.ts";
import { addDevice, devicesInUse } from "#src/modules/evening/door/store/devices.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { hashToken } from "#src/platform/secrets.server.ts";

/** More than anybody has phones: whoever registers more does it by a program. */
const MOST_DEVICES = 20;

/**
 * Registers the phone that asks. Returns its secret, which the database keeps only a hash of: it can't be had again. Refusals:
 * forbidden {missing}, too_many_devices {max}.
 */
export async function registerDevice(ctx: Context, { name }: DeviceName) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "checkins.record") || userId === null) return fail("forbidden", { missing: "checkins.record" });
  const device: NewDevice = { id: randomUUID(), name, secret: randomBytes(32).toString("base64url") };
  return ctx.db.transaction().execute(async (tx) => {
    if ((await devicesInUse(tx, userId)) >= MOST_DEVICES) return fail("too_many_devices", { max: MOST_DEVICES });
    await addDevice(tx, { id: device.id, user_id: userId, name, token_hash: hashToken(device.secret), now: ctx.now });
    await audit(tx, ctx, {
      action: "device.registered",
      subject: ["device", device.id],
      changes: { name: [null, name] },
    });
    return ok({ device });
  });
}
