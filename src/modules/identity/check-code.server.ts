import { fail, ok } from "#src/kernel/result.ts";
import { askAuth, type Browser, refusedBy } from "#src/modules/identity/ask-auth.server.ts";
import type { Context, RequestContext } from "#src/platform/context.server.ts";
import { type Limit, mayUse } from "#src/platform/rate-limit.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

/** Second-factor attempts of a signed-in account: the library limits only those of a sign-in. */
const GUESSES: Limit = { max: 10, seconds: 15 * 60 };

/**
 * Checks a code of the signed-in user's second factor, from their app or a recovery code, before an action that weakens it;
 * each works once. Refuses: no_user, code_wrong, too_many_attempts, not_saved.
 */
export async function checkCode(ctx: RequestContext, code: string, browser: Browser) {
  const { userId } = ctx.actor;
  if (userId === null) return fail("no_user");
  if (!(await mayUse(ctx.pool, [`code:${userId}`], GUESSES, ctx.now))) return fail("too_many_attempts");
  const digits = code.replaceAll(/\s/g, "");
  const isOfApp = /^\d{6}$/.test(digits);
  const [path, body] = isOfApp
    ? ["/two-factor/verify-totp", { code: digits }]
    : ["/two-factor/verify-backup-code", { code: code.trim() }];
  const answer = await askAuth(ctx, path, { body, ...browser });
  if (!answer.ok) return fail(await refusedBy(answer));
  return !isOfApp || (await isFirstUse(ctx, userId, digits)) ? ok({}) : fail("code_wrong");
}

/**
 * Notes that a code of an app was used, and returns whether for the first time: the library accepts it again while it is valid,
 * and somebody looking over the user's shoulder could replay it.
 */
export const isFirstUse = (ctx: Context, userId: string, code: string): Promise<boolean> =>
  mayUse(ctx.pool, [`code-used:${sign(ctx.secret, `${userId}:${code}`)}`], { max: 1, seconds: 3600 }, ctx.now);
