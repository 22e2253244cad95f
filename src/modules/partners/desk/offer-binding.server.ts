import { randomBytes, randomUUID } from "node:crypto";
import { fail, ok } from "#src/kernel/result.ts";
import { BIND_MS } from "#src/modules/partners/desk/rules/device.ts";
import {
  addDevice,
  devicesInUse,
  holdDevice,
  holdPartner,
  updateDevice,
} from "#src/modules/partners/desk/store.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { hashToken } from "#src/platform/secrets.server.ts";

/** More than any reception has. */
const MOST_DEVICES = 20;

const fresh = (ctx: Context) => {
  const token = randomBytes(32).toString("base64url");
  return { token, stored: { bind_hash: hashToken(token), bind_until: new Date(ctx.now.getTime() + BIND_MS) } };
};

/**
 * Makes an address by which one device of a partner is bound: valid for minutes, used once, and kept only as a hash, so that it
 * can't be shown again. Needs `affiliates.change`. Refusals: forbidden {missing}, partner_not_found, partner_off,
 * too_many_devices {max}.
 */
export async function offerBinding(ctx: Context, { partner_id, name }: { partner_id: string; name: string }) {
  if (!can(ctx.actor, "affiliates.change")) return fail("forbidden", { missing: "affiliates.change" as const });
  return ctx.db.transaction().execute(async (tx) => {
    const partner = await holdPartner(tx, partner_id);
    if (!partner) return fail("partner_not_found");
    if (!partner.is_active) return fail("partner_off");
    if ((await devicesInUse(tx, partner_id)) >= MOST_DEVICES) return fail("too_many_devices", { max: MOST_DEVICES });
    const { token, stored } = fresh(ctx);
    const id = randomUUID();
    await addDevice(tx, { id, partner_id, name, ...stored, created_at: ctx.now });
    await audit(tx, ctx, { action: "desk.offered", subject: ["desk", id], changes: { name: [null, name] } });
    return ok({ id, name, token, until: stored.bind_until });
  });
}

/** A new address for a desk that no device was bound to; the one before ends. Refusals: forbidden {missing}, desk_not_found, desk_bound. */
export async function renewBinding(ctx: Context, { id }: { id: string }) {
  if (!can(ctx.actor, "affiliates.change")) return fail("forbidden", { missing: "affiliates.change" as const });
  return ctx.db.transaction().execute(async (tx) => {
    const device = await holdDevice(tx, id);
    if (!device || device.revoked_at) return fail("desk_not_found");
    if (device.bound_at) return fail("desk_bound");
    const { token, stored } = fresh(ctx);
    await updateDevice(tx, id, stored);
    await audit(tx, ctx, { action: "desk.offered", subject: ["desk", id] });
    return ok({ id, name: device.name, token, until: stored.bind_until });
  });
}
