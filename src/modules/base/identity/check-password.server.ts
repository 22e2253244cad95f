import { fail, ok } from "#src/kernel/result.ts";
import { orForgive, user } from "#src/modules/base/identity/hash-credential.server.ts";
import { accountById } from "#src/modules/base/identity/store.server.ts";
import { passwordOf } from "#src/modules/base/identity/store/tries.server.ts";
import { slowTry } from "#src/modules/base/identity/slow-tries.server.ts";
import { logAccess } from "#src/platform/access-log.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import type { HashAsker } from "#src/platform/hash-password.server.ts";

/**
 * Checks the signed-in user's password before an action that only the account's owner may take: whoever has their session may
 * guess no more than whoever signs in (slow-tries). `cookie` is the request's header. Refuses: no_user, wrong_password,
 * too_many_attempts {retry_after}. Throws NotServed where too many wait, and no attempt is counted then.
 */
export async function checkPassword(ctx: RequestContext, password: string, cookie: string) {
  const { userId } = ctx.actor;
  const account = userId === null ? undefined : await accountById(ctx.db, userId);
  return account ? checkPasswordOf(ctx, account, { password, cookie, asker: user(ctx) }) : fail("no_user");
}

/**
 * The same for an account whose owner need not be signed in, in the turn of `asker`. Returns the hash that it was compared with. Refuses: wrong_password,
 * too_many_attempts {retry_after}.
 */
export async function checkPasswordOf(
  ctx: RequestContext,
  { id, email }: { id: string; email: string },
  { password, cookie, asker }: { password: string; cookie: string; asker: HashAsker },
) {
  ctx.hasher.expectRoom(asker);
  const slowed = await slowTry(ctx, "password", { email, userId: id, cookie });
  if (!slowed.ok) return slowed;
  const hash = await passwordOf(ctx.db, id);
  if (hash !== null && (await orForgive([slowed], () => ctx.hasher.verify(asker, { hash, password })))) {
    await slowed.forgive();
    return ok({ hash });
  }
  // nothing was guessed where there is nothing to guess
  if (hash === null) await slowed.forgive();
  await logAccess(ctx.db, ctx, { kind: "password", outcome: "failed", userId: id });
  return fail("wrong_password");
}
