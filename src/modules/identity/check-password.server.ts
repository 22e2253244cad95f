import { fail, ok } from "#src/kernel/result.ts";
import { accountById } from "#src/modules/identity/store.server.ts";
import { slowTry } from "#src/modules/identity/slow-tries.server.ts";
import { logAccess } from "#src/platform/access-log.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";

/**
 * Checks the signed-in user's password before an action that only the account's owner may take: whoever has their session may
 * guess no more than whoever signs in (slow-tries). `cookie` is the request's header. Refuses: no_user, wrong_password,
 * too_many_attempts {retry_after}.
 */
export async function checkPassword(ctx: RequestContext, password: string, cookie: string) {
  const { userId } = ctx.actor;
  const account = userId === null ? undefined : await accountById(ctx.db, userId);
  if (!account) return fail("no_user");
  const slowed = await slowTry(ctx, "password", { email: account.email, userId, cookie });
  if (!slowed.ok) return slowed;
  const auth = await ctx.auth();
  // the library's handler doesn't expose this one; the limit above replaces the library's
  return auth.api.verifyPassword({ body: { password }, headers: new Headers({ cookie }) }).then(
    async () => {
      await slowed.forgive();
      return ok({});
    },
    async (error: unknown) => {
      const { statusCode } = error as { statusCode?: number };
      if (statusCode === 400) {
        await logAccess(ctx.db, ctx, { kind: "password", outcome: "failed" });
        return fail("wrong_password");
      }
      if (statusCode === 401) return fail("no_user");
      throw error;
    },
  );
}
