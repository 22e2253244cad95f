import { END_MARK, NO_END_MARK } from "#src/kernel/end-mark.ts";
import { leaveDevice } from "#src/modules/evening/door/revoke-device.server.ts";
import { signOut } from "#src/modules/base/identity/sign-in.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { log } from "#src/platform/log.server.ts";
import { readCookie } from "#src/platform/request.server.ts";
import { sessionCookiePrefix } from "#src/platform/session-cookie.server.ts";

/** Whether a browser has signed out without reaching the server (`kernel/end-mark.ts`). */
export const hasEndMark = (cookie: string): boolean =>
  cookie.includes(`${END_MARK}=`) && readCookie(cookie, END_MARK) !== null;

/** A session that has ended: the request without its cookies, and the Set-Cookie headers for the answer. */
type Ended = { request: Request; cookies: readonly string[] };

/**
 * Ends the session of a request that carries the mark, and takes its cookies out of the request. A marked browser counts as
 * signed out even if the server can't end its session now; the mark then stays for the next request.
 */
export async function endMarkedSession(ctx: RequestContext, request: Request): Promise<Ended> {
  const cookie = request.headers.get("cookie") ?? "";
  const prefix = `${sessionCookiePrefix(ctx.settings.BASE_URL)}.`;
  const others = cookie.split(";").filter((part) => {
    const name = part.split("=", 1)[0]?.trim() ?? "";
    return name !== END_MARK && !name.startsWith(prefix);
  });
  const headers = new Headers(request.headers);
  headers.set("cookie", others.join(";"));
  const asNobody = new Request(request, { headers });
  try {
    await leaveDevice({ ...ctx, actor: await ctx.user() }, { id: readCookie(cookie, END_MARK) ?? "" });
    const { cookies } = await signOut(ctx, cookie);
    return { request: asNobody, cookies: [NO_END_MARK, ...cookies] };
  } catch (error) {
    log("warn", "sign_out.postponed", { error: String(error) });
    return { request: asNobody, cookies: [] };
  }
}

/**
 * The answer with those cookies. A cookie that the answer itself sets is kept: whoever signs in here has a session again. An
 * answer that a proxy may cache for everybody gets none.
 */
export function withEndedCookies(answer: Response, cookies: readonly string[]): Response {
  const own = new Set(answer.headers.getSetCookie().map((set) => set.split("=", 1)[0]));
  const added = cookies.filter((set) => !own.has(set.split("=", 1)[0]));
  const isPublic = /\bpublic\b/.test(answer.headers.get("cache-control") ?? "");
  if (added.length === 0 || isPublic) return answer;
  const headers = new Headers(answer.headers);
  for (const set of added) headers.append("set-cookie", set);
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}
