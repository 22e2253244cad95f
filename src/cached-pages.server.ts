import { tidyPath } from "#src/kernel/localized.ts";
import type { Settings } from "#src/platform/env.server.ts";
import type { AskedPage, PageCacheOptions, PageKey } from "#src/platform/page-cache.server.ts";
import { readCookie } from "#src/platform/request.server.ts";
import { sessionCookie } from "#src/platform/session-cookie.server.ts";
import { resolveSite } from "#src/platform/site.server.ts";

/**
 * Pages that are the same for everyone who isn't signed in; deny by default. Never add a page with a form's key, a person's
 * name or a token.
 */
export const cachedPagesOf = (settings: Settings): PageCacheOptions => ({
  pages:
    /^(\/es)?\/?$|^(\/es)?\/(cities(\/[\w-]+)?|crawls(\/[\w-]+|\/id\/[\w-]+)?|cdmx-halloween-crawl|vip-bar-crawl|mezcal-tasting|book-now|about|terms|privacy|faq)$/,
  query: ["city", "crawl", "date", "month", ...(settings.production ? [] : ["site"])],
  sessionCookie: sessionCookie(settings.BASE_URL),
  siteKey: lastAnswer((host: string, search: string) => {
    const { site, origin } = resolveSite(settings, { host, search });
    return `${site} ${origin}`;
  }),
});

/** Memoizes a function's last call: most requests name the same host. */
function lastAnswer<T>(ask: (...question: string[]) => T): (...question: string[]) => T {
  let last: { question: string; answer: T } | undefined;
  return (...words) => {
    const question = words.join("\n");
    if (last?.question !== question) last = { question, answer: ask(...words) };
    return last.answer;
  };
}

/** The parts of a request that decide which page it gets. */
export function askedBy({ method, url, headers }: Request): AskedPage {
  const { pathname, search } = new URL(url);
  return { method, url: pathname + search, host: headers.get("host") ?? "", cookie: headers.get("cookie") ?? "" };
}

/** The request without anything that identifies its sender. */
export const forEveryone = ({ url, headers }: Request, { path, theme }: PageKey): Request =>
  new Request(new URL(path, url), { headers: { host: headers.get("host") ?? "", cookie: `theme=${theme}` } });

/** The canonical path of a public page requested with capital letters or a trailing slash. */
export function pageNamedBy({ method, url }: AskedPage, { pages }: PageCacheOptions): string | null {
  const [pathname = "", ...query] = url.split("?");
  const tidy = method === "GET" || method === "HEAD" ? tidyPath(pathname) : null;
  if (tidy === null || !(pages.test(tidy) || MORE_PAGES.test(tidy))) return null;
  return [tidy, ...query].join("?");
}
const MORE_PAGES = /^(\/es)?\/(contact|login|signup|forgot-password)$/;

/** A visitor who once chose Spanish gets Spanish at the bare URL; every other URL determines its language itself. */
export const choseSpanish = ({ method, url, cookie }: AskedPage): boolean =>
  method === "GET" &&
  /^\/(\?|$)/.test(url) &&
  cookie.includes("language=es") &&
  readCookie(cookie, "language") === "es";
