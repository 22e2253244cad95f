import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { createRequestHandler, type RequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import { isApiPath } from "#src/api.server.ts";
import { TAKES_JSON, UPLOADS } from "#src/access.ts";
import { answerBusy } from "#src/answer-busy.server.ts";
import {
  askedBy,
  cachedPagesOf,
  choseSpanish,
  forEveryone,
  knownNamesOf,
  missingPageKey,
  namesNobody,
  pageNamedBy,
  RecentKeys,
  signedInMarkOf,
} from "#src/cached-pages.server.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { isOfRouter, MANIFEST, pageOfData } from "#src/kernel/router-requests.ts";
import { liveSessionsOf } from "#src/live-sessions.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { forgetDestinations } from "#src/modules/site/catalog/queries.server.ts";
import { forgetFooters } from "#src/modules/site/content/queries.server.ts";
import { buildOf, isGuarded, pageOf, pagesWithForms, routesFor } from "#src/page-tree.server.ts";
import { compressAnswer } from "#src/platform/compress-answer.server.ts";
import { requestContext, type Services } from "#src/platform/context.server.ts";
import { MOST_PICTURE_BYTES } from "#src/platform/encode-picture.server.ts";
import { type AskedPage, PageCache, type PageKey, pageKey } from "#src/platform/page-cache.server.ts";
import { MOST_FORM_BYTES, readForm } from "#src/platform/read-form.server.ts";
import { addressOf, clientOf, isForeignPost, withKnownOrigin } from "#src/platform/request.server.ts";
import { isIllFormed } from "#src/platform/secure-answer.server.ts";
import { resolveSite } from "#src/platform/site.server.ts";
import { type Lane, Turns } from "#src/platform/take-turns.server.ts";
import type { MakeContext } from "#src/request-context.server.ts";
import { routeClass } from "#src/route-class.ts";
import { isNowhere } from "#src/route-pattern.ts";
import { SIMULATION_API } from "#src/modules/base/settings/rules/payment-companies.ts";

/** What the handlers of a page request pass to each other: what its address asks for, and its lane in the queue of renders. */
export type PageEnv = { Bindings: HttpBindings; Variables: { asked: AskedPage; lane: Lane } };
type Handler = MiddlewareHandler<PageEnv>;

// only programs or other sites cause these: the site's own forms can't
const REFUSED_FORM = {
  400: "This form can't be read.",
  413: "This is larger than any form on this site.",
  415: "Send a form.",
} as const;
const REFUSED_ADDRESS = "This address can't be read.";
const REFUSED_ORIGIN = "This form belongs to another site.";
const REFUSED_METHOD = "This address doesn't accept that method.";
const NO_FILE = "There is no such file.";

/** The unread rest of a refused form would block the next request of its connection. */
const UNREAD = { connection: "close" };

/** Renders are work for this one thread: more at once would only finish later. */
const RENDERS = { atOnce: 4, forOne: 2, waiting: 1024, busyMs: 250, patienceMs: 250 };
/**
 * How many pages of one lane wait or run: beyond about half a second of waiting, it is fairer to refuse. Forms have their own
 * longer queue, which pages don't fill: somebody who has filled in a form would rather wait than send it again.
 */
const [PAGES_IN_LANE, FORMS_IN_LANE] = [64, 256];
export const RETRY_SECONDS = 2;

const isReading = (method: string): boolean => method === "GET" || method === "HEAD";

/** The pages: what each request for one passes through, in this order, and which of them are kept in memory. */
export function pagesOf(services: Services, contextOf: MakeContext) {
  const { settings } = services;
  const render = rendererOf(services, contextOf);
  const names = knownNamesOf(services);
  const sessions = liveSessionsOf(services);
  const cachedPages = cachedPagesOf(services, names.known);
  const markOf = signedInMarkOf(sessions, settings.BASE_URL);
  const cached = new PageCache();
  services.metrics.watch("kept pages", () => cached.samples());
  const renders = new Turns(RENDERS);

  const isNobodys = ({ url, host }: AskedPage): boolean => {
    const [pathname = "", search = ""] = url.split("?");
    // most paths have a single part, and shouldn't pay for parsing it
    if (!pathname.includes("/", 1) || isIllFormed(pathname)) return false;
    return namesNobody(names.known(), resolveSite(settings, { host, search }).site, pageOf(pathname), pathname);
  };
  const ownKey = (request: AskedPage) => (isNobodys(request) ? null : pageKey(request, cachedPages));
  const missing = (request: AskedPage): PageKey | null => {
    const pathname = request.url.split("?", 1)[0] ?? "";
    const isMissing = isIllFormed(pathname) || isUnknown(pathname) || isNobodys(request);
    return isMissing ? missingPageKey(request, cachedPages) : null;
  };

  /** A form has a lane separate from those of the same visitor's pages. Only reliable identification opens a lane (docs/decisions/119). */
  const laneOf = ({ method, headers }: Request, bindings: HttpBindings): Lane => {
    const address = addressOf(bindings, headers.get("x-forwarded-for"), settings.TRUST_PROXY);
    const user = sessions.userOf(headers.get("cookie") ?? "") ?? "";
    return [clientOf(address), address, user, isReading(method) ? "page" : "form"];
  };
  const mostBytes = async (request: Request, bindings: HttpBindings): Promise<number> => {
    const { pathname, search } = new URL(request.url);
    // a page's form that a script sends goes to its data
    const permission = request.body ? UPLOADS[localizedPath(pathname.replace(/\.data$/, ""), "en")] : undefined;
    if (!permission) return MOST_FORM_BYTES;
    const place = resolveSite(settings, { host: request.headers.get("host"), search });
    const actor = await contextOf(request, bindings, { ...place, pathname }).user();
    return can(actor, permission) ? MOST_PICTURE_BYTES + MOST_FORM_BYTES : MOST_FORM_BYTES;
  };
  const inTurn = (
    request: Request,
    bindings: HttpBindings,
    lane: Lane,
    more: { shared: string } | { signal: AbortSignal },
  ) =>
    renders.take(
      lane,
      (leave) => render(request, bindings, leave, "shared" in more),
      () => answerBusy(request, settings.BASE_URL, RETRY_SECONDS),
      { most: isReading(request.method) ? PAGES_IN_LANE : FORMS_IN_LANE, ...more },
    );

  /** It is requested by a program, for which a page would be a waste. */
  const refuseFile: Handler = async (c, next) =>
    routeClass(c.req.path) === "file" ? c.text(NO_FILE, 404, { "cache-control": "no-store" }) : next();

  const refuseChange: Handler = async ({ req: { raw } }, next) =>
    (isReading(raw.method) ? null : refusalOf(raw, settings)) ?? next();

  const readAddress: Handler = async (c, next) => {
    const request = askedBy(c.req.raw);
    if (/%00/.test(request.url.split("?")[1] ?? "")) return c.text(REFUSED_ADDRESS, 400);
    await Promise.all([names.read(), sessions.learn(request.cookie)]);
    c.set("asked", request);
    c.set("lane", laneOf(c.req.raw, c.env));
    return next();
  };

  const leadToName: Handler = async (c, next) => {
    const location = pageNamedBy(c.var.asked, cachedPages);
    // not kept: a date or a crawl that is unknown today may be known tomorrow
    return location ? new Response(null, { status: 308, headers: { location, "cache-control": "no-store" } }) : next();
  };

  const leadToSpanish: Handler = async (c, next) =>
    choseSpanish(c.var.asked) ? c.redirect(localizedPath(c.var.asked.url, "es")) : next();

  const answerFromMemory: Handler = async ({ env, req: { raw }, var: { asked: request, lane } }, next) => {
    const key = import.meta.env.PROD ? (ownKey(request) ?? missing(request)) : null;
    if (!key) return next();
    // a flood that requested it first must not keep it from the others
    renders.join(key.key, lane);
    const answer = await cached.renderOnce(key, raw, () =>
      inTurn(forEveryone(raw, key), env, lane, { shared: key.key }),
    );
    const mark = markOf(request.cookie);
    return mark ? withCookie(answer, mark) : answer;
  };

  const answerOne: Handler = async (c) => {
    const { raw } = c.req;
    const { pathname } = new URL(raw.url);
    if (isIllFormed(pathname)) return c.text(REFUSED_ADDRESS, 400);
    const takesJson = TAKES_JSON.includes(localizedPath(pathname, "en"));
    const request = await readForm(raw, await mostBytes(raw, c.env), takesJson);
    if (typeof request === "number") return c.text(REFUSED_FORM[request], request, UNREAD);
    return compressAnswer(raw, ownAnswer(await inTurn(request, c.env, c.var.lane, { signal: raw.signal })));
  };

  const findKey = (request: AskedPage): PageKey | null => {
    // a query may need a redirect first, and a path with a dot may be a file
    if (choseSpanish(request) || pageNamedBy(request, cachedPages)) return null;
    return ownKey(request) ?? (request.url.includes(".") ? null : missing(request));
  };
  const keys = new RecentKeys(findKey);

  return {
    handlers: [refuseFile, refuseChange, readAddress, leadToName, leadToSpanish, answerFromMemory, answerOne],
    cached,
    /** The key of what may be answered from memory before any other work; null for everything else. */
    keyOf: (request: AskedPage): PageKey | null => keys.of(request),
    markOf,
    /** Renders the home page without a client's request. */
    renderHome: () => {
      forgetFooters(services);
      forgetDestinations(services);
      return render(homeOf(settings.BASE_URL), {} as HttpBindings, () => {});
    },
    forget() {
      names.forget();
      keys.forget();
      cached.forget();
    },
  };
}

/** Renders a page; `rest` releases its slot before it waits for something else. */
function rendererOf(services: Services, contextOf: MakeContext) {
  const whole = createRequestHandler(build, import.meta.env.MODE);
  const renderers = new Map<ReadonlySet<string>, RequestHandler>();
  const rendererFor = (pathname: string): RequestHandler => {
    // asks for the routes of any addresses
    if (pathname === MANIFEST) return whole;
    const ids = routesFor(pathname);
    const render = renderers.get(ids) ?? createRequestHandler(buildOf(ids), import.meta.env.MODE);
    renderers.set(ids, render);
    return render;
  };
  return async (request: Request, bindings: HttpBindings, rest: () => void, isShared = false): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const place = resolveSite(services.settings, { host: request.headers.get("host"), search });
    const context = new RouterContextProvider();
    if (services.pool.isAway || (services.pool.takesNoWrites && !isReading(request.method)))
      return answerBusy(request, place.origin, RETRY_SECONDS);
    const asks = { signal: request.signal, rest };
    const ctx = { ...contextOf(request, bindings, { ...place, pathname }), request: asks, isShared };
    context.set(requestContext, ctx);
    // pages use a configured origin: a foreign Host is never reflected, and forms work behind a TLS proxy
    const headers = withKnownOrigin(request.headers, place.origin);
    const forwarded = headers === request.headers ? request : new Request(request, { headers });
    services.metrics.rendered();
    const input = new Request(place.origin + pathname + search, forwarded);
    const answer = await services.traces.span({ name: "render" }, () => rendererFor(pathname)(input, context));
    return ctx.unavailable ? answerBusy(request, place.origin, RETRY_SECONDS) : answer;
  };
}

/** Why a request that may change something is refused before any work is done for it; null when it isn't. */
function refusalOf({ method, url, headers }: Request, settings: Services["settings"]): Response | null {
  const { pathname, search } = new URL(url);
  const { origin } = resolveSite(settings, { host: headers.get("host"), search });
  if (isForeignPost(method, withKnownOrigin(headers, origin), origin))
    return new Response(REFUSED_ORIGIN, { status: 400, headers: UNREAD });
  const pattern = isIllFormed(pathname) ? "/*" : pageOf(pageOfData(pathname));
  const takesForms = pagesWithForms.has(pattern);
  // a guarded page's guard answers first, so that strangers don't learn what is behind it
  if (method === "POST" && (takesForms || isGuarded(pattern))) return null;
  const allow = takesForms ? "GET, HEAD, POST" : "GET, HEAD";
  return new Response(REFUSED_METHOD, { status: 405, headers: { ...UNREAD, allow } });
}

/** A kept answer with a cookie for this visitor alone. */
function withCookie(answer: Response, cookie: string): Response {
  const { status, headers } = answer;
  const own = new Response(answer.body, { status, headers });
  own.headers.append("set-cookie", cookie);
  return own;
}

/** Makes a response private: no cache between here and the browser, unless the page sets its own policy. */
function ownAnswer(answer: Response): Response {
  if (!answer.headers.has("cache-control")) answer.headers.set("cache-control", "private, no-store");
  return answer;
}

/** A request for the home page that no client has sent. */
const homeOf = (origin: string): Request =>
  new Request(new URL("/", origin), { headers: { host: new URL(origin).host } });

export const isForPrograms = (path: string): boolean => isApiPath(path) || path.startsWith(`${SIMULATION_API}/`);

/** Whether no page has this path. Guarded paths never count as unknown: the guard answers first. */
function isUnknown(pathname: string): boolean {
  if (isForPrograms(pathname) || isOfRouter(pathname) || routeClass(pathname) === "file") return false;
  return isNowhere(pageOf(pathname));
}
