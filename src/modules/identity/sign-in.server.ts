import { fail, ok } from "#src/kernel/result.ts";
import { askAuth } from "#src/modules/identity/ask-auth.server.ts";
import { countTry } from "#src/modules/identity/limit-tries.server.ts";
import type { SignIn } from "#src/modules/identity/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";

/**
 * Signs in with email and password. Anyone may; failed attempts are limited per address and account. Returns cookies: of a new
 * session, or where `secondFactor` is true of a challenge that a code must answer (pass-second-factor). Refusals:
 * sign_in_failed (the same whether or not the account exists), too_many_attempts {retry_after}, and with the right password
 * email_unverified, which emails a new link.
 */
export async function signIn(ctx: RequestContext, input: SignIn, userAgent = "") {
  const tries = await countTry(ctx, "sign-in", input.email);
  if (!tries.ok) return tries;
  const answer = await askAuth(ctx, "/sign-in/email", { body: input, userAgent });
  if (answer.status >= 500) throw new Error(`the sign-in library answers ${answer.status}`);
  if (!answer.ok && answer.status !== 403) return fail("sign_in_failed");
  await tries.forgive();
  if (!answer.ok) return fail("email_unverified");
  const { twoFactorRedirect = false } = (await answer.json()) as { twoFactorRedirect?: boolean };
  return ok({ cookies: answer.headers.getSetCookie(), secondFactor: twoFactorRedirect });
}

/** Ends this browser's session on the server; does nothing without one. The cookies clear the browser's. */
export async function signOut(ctx: RequestContext, cookie: string) {
  const answer = await askAuth(ctx, "/sign-out", { body: {}, cookie });
  return ok({ cookies: answer.headers.getSetCookie() });
}
