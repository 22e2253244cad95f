import { fail, ok } from "#src/kernel/result.ts";
import type { SignIn } from "#src/modules/identity/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";

/**
 * Signs in with e-mail and password. Anyone may try; tries are limited per address. On success the headers carry the session
 * cookie. Refusals are alike whether or not the account exists: sign_in_failed, too_many_attempts.
 */
export async function signIn(ctx: RequestContext, input: SignIn) {
  const answer = await call(ctx, "/sign-in/email", input, "");
  if (answer.ok) return ok({ cookies: answer.headers.getSetCookie() });
  return fail(answer.status === 429 ? "too_many_attempts" : "sign_in_failed");
}

/** Ends this browser's session; without one nothing happens. The headers clear the cookie. */
export async function signOut(ctx: RequestContext, cookieHeader: string) {
  const answer = await call(ctx, "/sign-out", {}, cookieHeader);
  return ok({ cookies: answer.headers.getSetCookie() });
}

/** Through the library's own handler: calling its functions directly would pass by its rate limit. */
async function call(ctx: RequestContext, path: string, body: object, cookie: string): Promise<Response> {
  const auth = await ctx.auth();
  const { BASE_URL } = ctx.settings;
  // the address is the one that we believe, never one that the client sent
  const headers = {
    "content-type": "application/json",
    origin: BASE_URL,
    "x-forwarded-for": ctx.actor.address,
    cookie,
  };
  return auth.handler(
    new Request(`${BASE_URL}/api/auth${path}`, { method: "POST", headers, body: JSON.stringify(body) }),
  );
}
