import { randomBytes } from "node:crypto";
import { sessionsEnded } from "#src/modules/base/identity/events.ts";
import { endOtherSessions, renewToken } from "#src/modules/base/identity/store.server.ts";
import { logAccess } from "#src/platform/access-log.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { hashToken } from "#src/platform/secrets.server.ts";
import { sessionCookie, sessionTokenOf, setSession } from "#src/platform/session-cookie.server.ts";

/**
 * Ends a user's other sessions and gives the one of this Cookie header another token, because what it may do changes: a cookie
 * that somebody has copied opens nothing afterward. Returns the cookies to set; none where the request has no such session.
 */
export async function renewSession(ctx: Context, tx: Tx, userId: string, cookie: string): Promise<string[]> {
  const old = sessionTokenOf(ctx, cookie);
  const token = randomBytes(24).toString("base64url");
  await logEnded(ctx, tx, userId, await endOtherSessions(tx, userId, hashToken(old ?? "")));
  const renewed =
    old === null ? undefined : await renewToken(tx, userId, { from: hashToken(old), to: hashToken(token) });
  if (!renewed) return [];
  return [setSession(ctx, token, Math.max(1, Math.floor((renewed.expires_at.getTime() - ctx.now.getTime()) / 1000)))];
}

/** Ends a user's sessions except the one that these Set-Cookie headers of the sign-in library begin. */
export async function keepOnly(ctx: Context, userId: string, setCookies: readonly string[]): Promise<void> {
  const name = sessionCookie(ctx.settings.BASE_URL);
  const set = setCookies.findLast((cookie) => cookie.startsWith(`${name}=`)) ?? "";
  const sessionHash = hashToken(sessionTokenOf(ctx, set.split(";")[0] ?? "") ?? "");
  await logEnded(ctx, ctx.db, userId, await endOtherSessions(ctx.db, userId, sessionHash));
}

/** Ends all sessions of a user but the one of this Cookie header: a phone of theirs is in wrong hands. The caller must check access. */
export async function endSessionsBut(ctx: Context, tx: Tx, userId: string, cookie: string | null): Promise<void> {
  const sessionHash = hashToken(sessionTokenOf(ctx, cookie ?? "") ?? "");
  await logEnded(ctx, tx, userId, await endOtherSessions(tx, userId, sessionHash));
  await ctx.publish(ctx, tx, sessionsEnded({ userId }));
}

/** Notes in the access log that sessions of a user ended, where any did. */
export async function logEnded(ctx: Pick<Context, "actor">, on: Db | Tx, userId: string, ended: number): Promise<void> {
  if (ended > 0) await logAccess(on, ctx, { kind: "session_end", outcome: "done", subject: String(ended), userId });
}
