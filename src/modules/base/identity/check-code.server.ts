import { fail, ok } from "#src/kernel/result.ts";
import { askAuth, type Browser, refusedBy } from "#src/modules/base/identity/ask-auth.server.ts";
import { isFactorLost } from "#src/modules/base/identity/check-factor.server.ts";
import { accountById } from "#src/modules/base/identity/store.server.ts";
import { slowTry } from "#src/modules/base/identity/slow-tries.server.ts";
import { logAccess } from "#src/platform/access-log.server.ts";
import type { Context, RequestContext } from "#src/platform/context.server.ts";
import { mayUse } from "#src/platform/rate-limit.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

/**
 * Checks a code of the signed-in user's second factor, from their app or a recovery code, before an action that weakens it;
 * each works once. Refuses: no_user, code_wrong, factor_lost, too_many_attempts {retry_after}, not_saved.
 */
export async function checkCode(ctx: RequestContext, code: string, browser: Browser) {
  const { userId } = ctx.actor;
  const account = userId === null ? undefined : await accountById(ctx.db, userId);
  if (userId === null || !account) return fail("no_user");
  const slowed = await slowTry(ctx, "code", { email: account.email, userId, cookie: browser.cookie });
  if (!slowed.ok) return slowed;
  const digits = code.replaceAll(/\s/g, "");
  const isOfApp = /^\d{6}$/.test(digits);
  const [path, body] = isOfApp
    ? ["/two-factor/verify-totp", { code: digits }]
    : ["/two-factor/verify-backup-code", { code: code.trim() }];
  const answer = await askAuth(ctx, path, { body, ...browser });
  if (answer.status >= 500 && (await isFactorLost(ctx, userId))) {
    await slowed.forgive();
    return fail("factor_lost");
  }
  const refused = answer.ok ? null : await refusedBy(answer);
  if (refused === "code_wrong" || (!refused && isOfApp && !(await isFirstUse(ctx, userId, digits)))) {
    await logAccess(ctx.db, ctx, { kind: "code", outcome: "failed" });
    return fail("code_wrong");
  }
  await slowed.forgive();
  return refused ? fail(refused) : ok({});
}

/**
 * Notes that a code of an app was used, and returns whether for the first time: the library accepts it again while it is valid,
 * and somebody looking over the user's shoulder could replay it.
 */
export const isFirstUse = (ctx: Context, userId: string, code: string): Promise<boolean> =>
  mayUse(ctx.pool, [`code-used:${sign(ctx.secret, "code-used", userId, code)}`], { max: 1, seconds: 3600 }, ctx.now);
