import { fail, ok } from "#src/kernel/result.ts";
import type { SignIn } from "#src/modules/identity/schema.ts";
import { askAuth } from "#src/modules/identity/ask-auth.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";

/**
 * Signs in with e-mail and password. Anyone may try; tries are limited per address. On success the headers carry the session
 * cookie. Refusals are alike whether or not the account exists: sign_in_failed, too_many_attempts.
 */
export async function signIn(ctx: RequestContext, input: SignIn) {
  const answer = await askAuth(ctx, "/sign-in/email", { body: input });
  if (answer.ok) return ok({ cookies: answer.headers.getSetCookie() });
  return fail(answer.status === 429 ? "too_many_attempts" : "sign_in_failed");
}

/** Ends this browser's session; without one nothing happens. The headers clear the cookie. */
export async function signOut(ctx: RequestContext, cookieHeader: string) {
  const answer = await askAuth(ctx, "/sign-out", { body: {}, cookie: cookieHeader });
  return ok({ cookies: answer.headers.getSetCookie() });
}
