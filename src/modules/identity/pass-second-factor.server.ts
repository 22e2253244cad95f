import { fail, ok } from "#src/kernel/result.ts";
import { askAuth } from "#src/modules/identity/ask-auth.server.ts";
import { isFirstUse } from "#src/modules/identity/check-code.server.ts";
import { countTry } from "#src/modules/identity/limit-tries.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { readCookie } from "#src/platform/request.server.ts";
import { challengeCookie } from "#src/platform/session-cookie.server.ts";

/** How long the library locks an account after ten wrong codes, in seconds. */
const LOCKED_FOR = 15 * 60;

type Code = { code: string; kind: "app" | "recovery" };

/**
 * Whether this browser has given the right password and owes a code. The library decides whether the challenge is still valid.
 */
export const owesCode = (ctx: RequestContext, cookie: string): boolean =>
  readCookie(cookie, challengeCookie(ctx.settings.BASE_URL)) !== null;

/**
 * Completes a sign-in with the code of an authenticator app or with a recovery code, which works once. Needs the challenge of a
 * right password, which allows five attempts. Returns the cookies of a new session. Refusals: code_wrong, challenge_over (sign
 * in again), too_many_attempts {retry_after}.
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
  const path = kind === "app" ? "/two-factor/verify-totp" : "/two-factor/verify-backup-code";
  const body = { code: kind === "app" ? code.replaceAll(/\D/g, "") : code.trim() };
  // only the challenge: with a session's cookie the library would check the code of that session's user
  const answer = await askAuth(ctx, path, { body, userAgent, cookie: `${name}=${encodeURIComponent(challenge)}` });
  if (answer.status >= 500) throw new Error(`the sign-in library answers ${answer.status}`);
  if (answer.status === 429) return fail("too_many_attempts", { retry_after: LOCKED_FOR });
  const flash = (await answer.json()) as { code?: string; user?: { id: string } };
  if (!answer.ok)
    return fail(
      flash.code?.startsWith("INVALID_CODE") || flash.code === "INVALID_BACKUP_CODE" ? "code_wrong" : "challenge_over",
    );
  await tries.forgive();
  const cookies = answer.headers.getSetCookie();
  if (kind === "app" && !(await isFirstUse(ctx, flash.user?.id ?? "", body.code))) {
    for (const set of cookies) await askAuth(ctx, "/sign-out", { body: {}, cookie: set.split(";")[0] ?? "" });
    return fail("challenge_over");
  }
  return ok({ cookies });
}
