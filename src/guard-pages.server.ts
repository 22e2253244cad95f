import { data, type MiddlewareFunction, redirect } from "react-router";
import { DOWNLOADS, PAGES } from "#src/access.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { asksElsewhere } from "#src/modules/office/city-limits/queries.server.ts";
import { gateOf, needsNobody, type PageAccess } from "#src/modules/base/identity/rules/access.ts";
import { logAccess, logRefusal } from "#src/platform/access-log.server.ts";
import { missingRight, requestContext, type RequestContext } from "#src/platform/context.server.ts";
import { pageOfPattern } from "#src/route-pattern.ts";

/**
 * Enforces page access before any loader or action runs, for documents, data and forms alike. Others are redirected to sign in
 * (and back afterward), to set up their second factor, or home. Staff without the permission stay on the page, which names it:
 * its loader throws that (`staffContext`), so that the menu is around it. Whose role is limited to cities is refused in the same way
 * what is of others (docs/decisions/139). A script may ask for the data of other parts alone
 * (`_routes`), which refuse nobody: such a response is never sent. Refusals, those of an act included, and downloads are noted in
 * the access log.
 */
export const guardPages: MiddlewareFunction<Response> = async ({ context, pattern, request, url }, next) => {
  const page = pageOfPattern(pattern);
  const access = PAGES[page];
  if (!access) throw new Error(`src/access.ts doesn't say who may open ${pattern}`);
  const isDownload = DOWNLOADS.includes(page);
  if (needsNobody(access) && !isDownload) return;
  const requestCtx = context.get(requestContext);
  const actor = await requestCtx.user();
  const ctx = { ...requestCtx, actor };
  const opens = gateOf(actor, access);
  const isElsewhere =
    opens === "open" &&
    !isForAll(access) &&
    actor.cities !== null &&
    (await asksElsewhere(ctx, await askedIn(request, url)));
  const gate = isElsewhere ? "refused" : opens;
  const missing = isElsewhere ? ELSEWHERE : access;
  if (gate === "open") {
    const answer = await next();
    if (isDownload && answer.status < 400) await logDownload(ctx, url.pathname);
    if (answer.status === 403) await logRefusal(ctx, url.pathname);
    return answer;
  }
  if (gate !== "sign_in") await logRefusal(ctx, url.pathname);
  if (gate === "refused") {
    if (request.method !== "GET") throw data({ missing }, { status: 403 });
    context.set(missingRight, missing);
    const answer = await next();
    if (answer.status !== 403) throw data({ missing }, { status: 403, headers: { "cache-control": "no-store" } });
    return answer;
  }
  const back = encodeURIComponent(url.pathname + url.search);
  const ways = {
    sign_in: `/login?next=${back}`,
    second_factor: `/profile?second-factor=required&next=${back}`,
    home: "/",
  };
  throw redirect(localizedPath(ways[gate], ctx.locale), { headers: { "cache-control": "no-store" } });
};

/** Whether a page is for guests too: there staff are guests like others, of whichever city. */
const isForAll = (access: PageAccess): boolean => needsNobody(access) || access === "signed-in";

/** What is missing to somebody whose role is limited to other cities. */
const ELSEWHERE = "cities.elsewhere";

/**
 * The whole content of a request as text: its address, and what a form or a script sends. Forms as their actions read them: a
 * part of a multipart form may be sent in base64.
 */
async function askedIn(request: Request, url: URL): Promise<string> {
  const sent = request.clone();
  const isForm = /^(multipart\/form-data|application\/x-www-form-urlencoded)/i.test(
    sent.headers.get("content-type") ?? "",
  );
  const body = isForm ? saidIn(await sent.formData()) : await sent.text();
  return `${url.pathname} ${url.search} ${body}`;
}

const saidIn = (form: FormData): string =>
  [...form].map(([name, value]) => `${name} ${typeof value === "string" ? value : value.name}`).join(" ");

const logDownload = (ctx: RequestContext, path: string) =>
  logAccess(ctx.db, ctx, { kind: "download", outcome: "done", subject: path });
