import { randomBytes } from "node:crypto";
import { fail, ok } from "#src/kernel/result.ts";
import { noteTrace } from "#src/modules/sales/affiliates/note-trace.server.ts";
import { hashPin } from "#src/modules/partners/desk/hash-pin.server.ts";
import { isEasyPin } from "#src/modules/partners/desk/rules/device.ts";
import { holdUnbound, unboundBy, updateDevice } from "#src/modules/partners/desk/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import { asDesk, type Context } from "#src/platform/context.server.ts";
import { type Act, mayDo } from "#src/platform/limit-strangers.server.ts";
import { hashToken } from "#src/platform/secrets.server.ts";

/** An address can't be guessed, but what is tried costs a slow hash. */
const TRIES: Act = { name: "desk-bind", limit: { max: 30, seconds: 900 } };

/**
 * Binds the device that opened the address of `offerBinding`, with the name and the PIN chosen on it. Returns its secret, of which
 * only a hash is kept. Refusals: bind_limit, pin_easy, bind_over (used, too old, or its desk or partner is off).
 */
export async function bindDevice(ctx: Context, token: string, { name, pin }: { name: string; pin: string }) {
  if (!(await mayDo(ctx, TRIES))) return fail("bind_limit");
  const hash = hashToken(token);
  const offered = await unboundBy(ctx.db, hash, ctx.now);
  if (!offered) return fail("bind_over");
  if (isEasyPin(pin)) return fail("pin_easy");
  const pin_hash = await hashPin(ctx, offered.id, pin);
  const secret = randomBytes(32).toString("base64url");
  const bound = await ctx.db.transaction().execute(async (tx) => {
    // under its lock: of two devices with the same address one is bound
    const device = await holdUnbound(tx, hash, ctx.now);
    if (!device) return null;
    const opened = { bound_at: ctx.now, unlocked_at: ctx.now, seen_at: ctx.now, wrong_pins: 0 };
    const secrets = { bind_hash: null, bind_until: null, token_hash: hashToken(secret), pin_hash };
    await updateDevice(tx, device.id, { name, ...secrets, ...opened });
    await audit(tx, asDesk(ctx), {
      action: "desk.bound",
      subject: ["desk", device.id],
      changes: { name: [device.name, name] },
    });
    return device;
  });
  if (!bound) return fail("bind_over");
  await noteTrace(ctx, bound.partner_id);
  return ok({ secret });
}
