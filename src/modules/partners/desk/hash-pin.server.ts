import type { Context } from "#src/platform/context.server.ts";
import type { HashAsker } from "#src/platform/hash-password.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

/** Six digits are few: with our secret in it, who reads the database can't try them all. */
const peppered = (ctx: Pick<Context, "secret">, deviceId: string, pin: string): string =>
  sign(ctx.secret, "desk-pin", deviceId, pin);

/** A device that staff have set up isn't anybody's: it goes before strangers a few times. */
const asker = ({ request }: Context, deviceId: string): HashAsker => ({
  line: "sign-in",
  shares: [`desk:${deviceId}`, "desks"],
  ahead: 4,
  ...(request ? { signal: request.signal, rest: request.rest } : {}),
});

/** A PIN as it is stored: hashed slowly, as passwords are. Throws NotServed where too many wait. */
export const hashPin = (ctx: Context, deviceId: string, pin: string): Promise<string> =>
  ctx.hasher.hash(asker(ctx, deviceId), peppered(ctx, deviceId, pin));

/** Throws NotServed where too many wait. */
export const isPin = (ctx: Context, deviceId: string, pin: string, hash: string): Promise<boolean> =>
  ctx.hasher.verify(asker(ctx, deviceId), { hash, password: peppered(ctx, deviceId, pin) });
