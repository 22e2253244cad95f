import { createHmac } from "node:crypto";
import { isAdmin } from "#src/modules/identity/rules.ts";
import { sessionUser } from "#src/modules/identity/store.server.ts";
import type { Actor, Context } from "#src/platform/context.server.ts";
import { readCookie } from "#src/platform/request.server.ts";
import { sameToken } from "#src/platform/secrets.server.ts";

const COOKIES = ["__Secure-ronda.session_token", "ronda.session_token"];

/** Who a request's session cookie says it is; the given guest when it says nothing believable. */
export async function actorOf(ctx: Context, cookieHeader: string | null): Promise<Actor> {
  const cookie = COOKIES.map((name) => readCookie(cookieHeader, name)).find((value) => value !== null);
  const at = cookie?.lastIndexOf(".") ?? -1;
  if (!cookie || at < 1) return ctx.actor;
  const token = cookie.slice(0, at);
  // Better Auth signs its cookie with base64 HMAC-SHA256 over the token
  const signature = createHmac("sha256", ctx.secret).update(token).digest("base64");
  const user = sameToken(cookie.slice(at + 1), signature) ? await sessionUser(ctx.pool, token, ctx.now) : null;
  if (!user) return ctx.actor;
  return {
    ...ctx.actor,
    kind: "user",
    userId: user.id,
    email: user.email,
    isAdmin: isAdmin(user, ctx.settings.ADMIN_EMAILS),
  };
}
