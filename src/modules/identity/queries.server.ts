import { createHmac } from "node:crypto";
import { isLocale, type Locale } from "#src/kernel/localized.ts";
import { roleOf } from "#src/modules/identity/rules/permissions.ts";
import { accountById, sessionUser } from "#src/modules/identity/store.server.ts";
import type { Actor, Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { readCookie } from "#src/platform/request.server.ts";
import { sessionCookie } from "#src/platform/session-cookie.server.ts";
import { sameToken } from "#src/platform/secrets.server.ts";

/** Who a request's session cookie says it is; the given guest when it says nothing believable. */
export async function actorOf(ctx: Context, cookieHeader: string | null): Promise<Actor> {
  const cookie = readCookie(cookieHeader, sessionCookie(ctx.settings.BASE_URL));
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
    emailVerified: user.email_verified,
    role: roleOf(user, ctx.settings.ADMIN_EMAILS),
  };
}

/** An account as its mails need it; `language` is its owner's, where a profile says it. */
export type Account = { id: string; email: string; emailVerified: boolean; language: Locale | null };

/** An account, or undefined. For other modules' use cases; checks no access. */
export async function accountOf(ctx: Pick<Context, "db">, userId: string, tx?: Tx): Promise<Account | undefined> {
  const row = await accountById(tx ?? ctx.db, userId);
  if (!row) return undefined;
  const { id, email, email_verified: emailVerified, language } = row;
  return { id, email, emailVerified, language: isLocale(language) ? language : null };
}
