import { type MiddlewareFunction, redirect } from "react-router";
import { PAGES } from "#src/access.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { gateOf, needsNobody } from "#src/modules/identity/rules/access.ts";
import { requestContext } from "#src/platform/context.server.ts";

/**
 * Lets through who may open the page, before any loader or action of it runs, for documents, data and forms alike. Others are led
 * to sign in (and back afterwards), to set up their second factor, or home.
 */
export const guardPages: MiddlewareFunction<Response> = async ({ context, pattern, url }) => {
  const access = PAGES[localizedPath(`/${pattern}`.replace("//", "/"), "en")];
  if (!access) throw new Error(`src/access.ts doesn't say who may open ${pattern}`);
  if (needsNobody(access)) return;
  const ctx = context.get(requestContext);
  const gate = gateOf(await ctx.user(), access);
  if (gate === "open") return;
  const next = encodeURIComponent(url.pathname + url.search);
  const ways = { sign_in: `/login?next=${next}`, second_factor: "/profile?second-factor=required", home: "/" };
  throw redirect(localizedPath(ways[gate], ctx.locale), { headers: { "cache-control": "no-store" } });
};
