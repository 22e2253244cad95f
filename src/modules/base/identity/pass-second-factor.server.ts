import { fail, ok } from "#src/kernel/result.ts";
import { askAuth } from "#src/modules/base/identity/ask-auth.server.ts";
import { isFactorLost } from "#src/modules/base/identity/check-factor.server.ts";
import { isFirstUse } from "#src/modules/base/identity/check-code.server.ts";
import { countTry } from "#src/modules/base/identity/limit-tries.server.ts";
import { endOutdated, roleNow } from "#src/modules/base/identity/sign-in.server.ts";
import { slowTry } from "#src/modules/base/identity/slow-tries.server.ts";
import { granteeOf, passwordOf } from "#src/modules/base/identity/store/tries.server.ts";
import { logAccess } from "#src/platform/access-log.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { rememberBrowser } from "#src/platform/known-browser.server.ts";
import { readCookie } from "#src/platform/request.server.ts";
import { challengeCookie } from "#src/platform/session-cookie.server.ts";

type Code = { code: string; kind: "app" | "recovery" };

/**
 * Whether this browser has given the right password and owes a code. The library decides whether the challenge is still valid.
 */
export const owesCode = (ctx: RequestContext, cookie: string): boolean =>
  readCookie(cookie, challengeCookie(ctx.settings.BASE_URL)) !== null;

/**
 * Completes a sign-in with the code of an authenticator app or with a recovery code, which works once. Needs the challenge of a
 * right password, which allows five attempts. Returns the cookies of a new session, and the account's role. Refusals: code_wrong, challenge_over (sign
 * in again), factor_lost (nobody can check codes anymore), too_many_attempts {retry_after}.
 */
export async function passSecondFactor(
  ctx: RequestContext,
  { code, kind }: Code,
  { cookie, userAgent }: { cookie: string; userAgent: string },
) {
  const name = challengeCookie(ctx.settings.BASE_URL);
  const challenge = readCookie(cookie, name);
  if (challenge === null) return fail("challenge_over");
  const tries = await countTry(ctx, "code", challenge);
  if (!tries.ok) return tries;
  const owner = await granteeOf(ctx.db, challenge.slice(0, challenge.lastIndexOf(".")));
  if (!owner) return fail("challenge_over");
  const { id: userId, email } = owner;
  const slowed = await slowTry(ctx, "code", { email, userId, cookie });
  if (!slowed.ok) return slowed;
  const password = await passwordOf(ctx.db, userId);
  const path = kind === "app" ? "/two-factor/verify-totp" : "/two-factor/verify-backup-code";
  const body = { code: kind === "app" ? code.replaceAll(/\D/g, "") : code.trim() };
  // only the challenge: with a session's cookie the library would check the code of that session's user
  const answer = await askAuth(ctx, path, { body, userAgent, cookie: `${name}=${encodeURIComponent(challenge)}` });
  if (answer.status >= 500 && (await isFactorLost(ctx, userId))) return fail("factor_lost");
  if (answer.status >= 500) throw new Error(`the sign-in library answers ${answer.status}`);
  const flash = (await answer.json()) as { code?: string };
  if (!answer.ok) {
    await logAccess(ctx.db, ctx, { kind: "code", outcome: "failed", userId });
    return fail(
      flash.code?.startsWith("INVALID_CODE") || flash.code === "INVALID_BACKUP_CODE" ? "code_wrong" : "challenge_over",
    );
  }
  if (await endOutdated(ctx, { userId, asked: password }, answer)) return fail("challenge_over");
  await tries.forgive();
  await slowed.forgive();
  const cookies = answer.headers.getSetCookie();
  if (kind === "app" && !(await isFirstUse(ctx, userId, body.code))) {
    for (const set of cookies) await askAuth(ctx, "/sign-out", { body: {}, cookie: set.split(";")[0] ?? "" });
    await logAccess(ctx.db, ctx, { kind: "code", outcome: "failed", userId });
    return fail("challenge_over");
  }
  await logAccess(ctx.db, ctx, { kind: "sign_in", outcome: "done", userId });
  const role = await roleNow(ctx, userId);
  return ok({ cookies: [...cookies, rememberBrowser(ctx, cookie, email)], role });
}
