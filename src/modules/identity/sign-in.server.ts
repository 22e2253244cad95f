import { fail, ok } from "#src/kernel/result.ts";
import { askAuth, type Browser } from "#src/modules/identity/ask-auth.server.ts";
import { countTry } from "#src/modules/identity/limit-tries.server.ts";
import type { SignIn } from "#src/modules/identity/schema.ts";
import { slowTry } from "#src/modules/identity/slow-tries.server.ts";
import { ownerOf } from "#src/modules/identity/store/tries.server.ts";
import { logAccess } from "#src/platform/access-log.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { rememberBrowser } from "#src/platform/known-browser.server.ts";

/**
 * Signs in with email and password. Anyone may; failed attempts are limited per address, network and account. Returns cookies:
 * of a new session, or where `secondFactor` is true of a challenge that a code must answer (pass-second-factor). Refusals:
 * sign_in_failed (the same whether or not the account exists), too_many_attempts {retry_after}, and with the right password
 * email_unverified, which emails a new link.
 */
export async function signIn(ctx: RequestContext, input: SignIn, browser: Browser = { cookie: "", userAgent: "" }) {
  const tries = await countTry(ctx, "sign-in", input.email);
  if (!tries.ok) return tries;
  const userId = (await ownerOf(ctx.db, input.email))?.id ?? null;
  const slowed = await slowTry(ctx, "password", { email: input.email, userId, cookie: browser.cookie });
  if (!slowed.ok) return slowed;
  // without the request's cookies: the library would let a browser that it trusts in without a code
  const answer = await askAuth(ctx, "/sign-in/email", { body: input, userAgent: browser.userAgent });
  if (answer.status >= 500) throw new Error(`the sign-in library answers ${answer.status}`);
  if (!answer.ok && answer.status !== 403) {
    await logAccess(ctx.db, ctx, { kind: "password", outcome: "failed", userId });
    return fail("sign_in_failed");
  }
  await tries.forgive();
  await slowed.forgive();
  if (!answer.ok) return fail("email_unverified");
  const { twoFactorRedirect: secondFactor = false } = (await answer.json()) as { twoFactorRedirect?: boolean };
  const cookies = answer.headers.getSetCookie();
  await logAccess(ctx.db, ctx, { kind: secondFactor ? "password" : "sign_in", outcome: "done", userId });
  return ok({
    cookies: secondFactor ? cookies : [...cookies, rememberBrowser(ctx, browser.cookie, input.email)],
    secondFactor,
  });
}

/** Ends this browser's session on the server; does nothing without one. The cookies clear the browser's. */
export async function signOut(ctx: RequestContext, cookie: string) {
  const { userId } = await ctx.user();
  const answer = await askAuth(ctx, "/sign-out", { body: {}, cookie });
  if (userId !== null) await logAccess(ctx.db, ctx, { kind: "sign_out", outcome: "done", userId });
  return ok({ cookies: answer.headers.getSetCookie() });
}
