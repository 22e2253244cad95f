import { fail, ok } from "#src/kernel/result.ts";
import { askAuth } from "#src/modules/identity/ask-auth.server.ts";
import { countTry } from "#src/modules/identity/limit-tries.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { readCookie } from "#src/platform/request.server.ts";
import { sessionCookie } from "#src/platform/session-cookie.server.ts";

/**
 * Verifies an address by an emailed link: a new account's, or an account's new one (then `changed` is true). Anyone with the
 * link may, signed in or not; it signs nobody in. Refusals: link_expired, link_invalid, too_many_attempts {retry_after}.
 */
export async function verifyEmail(ctx: RequestContext, token: string, cookie: string) {
  const tries = await countTry(ctx, "code");
  if (!tries.ok) return tries;
  const query = new URLSearchParams({ token });
  const answer = await askAuth(ctx, `/verify-email?${query}`, { method: "GET", cookie });
  if (answer.status >= 500) throw new Error(`the sign-in library answers ${answer.status}`);
  const { code, user } = (await answer.json()) as { code?: string; user?: object | null };
  if (!answer.ok) return fail(code === "TOKEN_EXPIRED" ? "link_expired" : "link_invalid");
  await tries.forgive();
  await endGivenSession(ctx, answer, cookie);
  return ok({ changed: Boolean(user) });
}

/** The library signs in whoever changes an account's address, bypassing its second factor: that session is ended at once. */
async function endGivenSession(ctx: RequestContext, answer: Response, cookie: string): Promise<void> {
  const name = sessionCookie(ctx.settings.BASE_URL);
  for (const set of answer.headers.getSetCookie()) {
    const given = set.split(";")[0] ?? "";
    const token = readCookie(given, name);
    if (token && token !== readCookie(cookie, name)) await askAuth(ctx, "/sign-out", { body: {}, cookie: given });
  }
}
