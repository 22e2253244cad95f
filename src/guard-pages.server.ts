import { data, type MiddlewareFunction, redirect } from "react-router";
import { PAGES } from "#src/access.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { gateOf, needsNobody } from "#src/modules/identity/rules/access.ts";
import { missingRight, requestContext } from "#src/platform/context.server.ts";

/**
 * Enforces page access before any loader or action runs, for documents, data and forms alike. Others are redirected to sign in
 * (and back afterwards), to set up their second factor, or home. Staff without the permission stay on the page, which names it:
 * its loader throws that (`staffContext`), so that the menu is around it; a response that doesn't is never sent.
 */
export const guardPages: MiddlewareFunction<Response> = async ({ context, pattern, request, url }, next) => {
  const access = PAGES[localizedPath(`/${pattern}`.replace("//", "/"), "en")];
  if (!access) throw new Error(`src/access.ts doesn't say who may open ${pattern}`);
  if (needsNobody(access)) return;
  const ctx = context.get(requestContext);
  const gate = gateOf(await ctx.user(), access);
  if (gate === "open") return;
  if (gate === "refused") {
    if (request.method !== "GET") throw data({ missing: access }, { status: 403 });
    context.set(missingRight, access);
    const answer = await next();
    if (answer.status !== 403) throw new Error(`${pattern} doesn't refuse who may not open it`);
    return answer;
  }
  const back = encodeURIComponent(url.pathname + url.search);
  const ways = { sign_in: `/login?next=${back}`, second_factor: "/profile?second-factor=required", home: "/" };
  throw redirect(localizedPath(ways[gate], ctx.locale), { headers: { "cache-control": "no-store" } });
};
