import { fail, ok } from "#src/kernel/result.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { type Limit, mayUse } from "#src/platform/rate-limit.server.ts";

/** Password attempts of a signed-in session. */
const GUESSES: Limit = { max: 10, seconds: 15 * 60 };

/**
 * Checks the signed-in user's password before an action that only the account's owner may take. `cookie` is the request's
 * header. Refuses: no_user, wrong_password, too_many_attempts.
 */
export async function checkPassword(ctx: RequestContext, password: string, cookie: string) {
  const { userId } = ctx.actor;
  if (userId === null) return fail("no_user");
  if (!(await mayUse(ctx.pool, [`password:${userId}`], GUESSES, ctx.now))) return fail("too_many_attempts");
  const auth = await ctx.auth();
  // the library's handler doesn't expose this one; the limit above replaces the library's
  return auth.api.verifyPassword({ body: { password }, headers: new Headers({ cookie }) }).then(
    () => ok({}),
    (error: unknown) => {
      const { statusCode } = error as { statusCode?: number };
      if (statusCode === 400) return fail("wrong_password");
      if (statusCode === 401) return fail("no_user");
      throw error;
    },
  );
}
