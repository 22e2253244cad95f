import type { Context } from "#src/platform/context.server.ts";
import { passwordHasher } from "#src/platform/hash-password.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

// one at a time in this process: a crowd of guesses must not take every thread
const slowly = passwordHasher();

/** Six digits are few: with our secret in it, who reads the database can't try them all. */
const peppered = (ctx: Pick<Context, "secret">, deviceId: string, pin: string): string =>
  sign(ctx.secret, "desk-pin", deviceId, pin);

/** A PIN as it is stored: hashed slowly, as passwords are. */
export const hashPin = (ctx: Pick<Context, "secret">, deviceId: string, pin: string): Promise<string> =>
  slowly.hash(peppered(ctx, deviceId, pin));

export const isPin = (ctx: Pick<Context, "secret">, deviceId: string, pin: string, hash: string): Promise<boolean> =>
  slowly.verify({ hash, password: peppered(ctx, deviceId, pin) });
