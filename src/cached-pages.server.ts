import { followsChoice, LANGUAGE_COOKIE } from "#src/kernel/language-choice.ts";
import { isDay, isMonth } from "#src/kernel/local-time.ts";
import { localeOfPath, localizedPath, tidyPath } from "#src/kernel/localized.ts";
import { hasSignedInMark, signedInMarks } from "#src/kernel/signed-in-mark.ts";
import { type Site, SITES } from "#src/kernel/site.ts";
import { crawlNames, listCities } from "#src/modules/site/catalog/queries.server.ts";
import { lastScheduledMonth } from "#src/modules/sales/schedule/queries.server.ts";
import { knowsShown } from "#src/modules/evening/reviews/rules/review-choice.ts";
import type { LiveSessions } from "#src/live-sessions.server.ts";
import { type Services, systemContext } from "#src/platform/context.server.ts";
import {
  type AskedPage,
  type PageCacheOptions,
  type PageKey,
  themeOf,
  withoutUnknown,
} from "#src/platform/page-cache.server.ts";
import { readCookie } from "#src/platform/request.server.ts";
import { sessionCookie } from "#src/platform/session-cookie.server.ts";
import { resolveSite } from "#src/platform/site.server.ts";

/** The pages and files that are the same for everyone who isn't signed in, by path. */
export const KEPT_PAGES =
  /^(\/es)?\/?$|^(\/es)?\/(cities(\/[\w-]+)?|crawls(\/[\w-]+|\/id\/[\w-]+)?|cdmx-halloween-crawl|vip-bar-crawl|mezcal-tasting|book-now|about|terms|privacy|faq|calendar\/(cities|crawls)\/[\w-]+\.ics)$|^\/(llms\.txt|feeds\/things-to-do\.json)$/;

/**
 * Pages that are the same for everyone; deny by default. Never add a page with a form's key, a person's name or a token: the
 * header's menu is filled by the browser.
 */
export function cachedPagesOf(services: Services, names: () => KnownNames | null): PageCacheOptions {
  const { settings } = services;
  return {
    pages: KEPT_PAGES,
    query: ["city", "crawl", "date", "month", "reviews", ...(settings.production ? [] : ["site"])],
    knows: (name, value) => knowsValue(names(), Date.now(), name, value),
    siteKey: lastAnswer((host: string, search: string) => {
      const { site, origin } = resolveSite(settings, { host, search });
      return `${site} ${origin}`;
    }),
  };
}

/**
 * The ids of the menu's cities, what each site's active crawls are asked for by, and the last month (YYYY-MM) with a departure,
 * if there is one.
 */
export type KnownNames = {
  cities: ReadonlySet<string>;
  crawls: Readonly<Record<Site, ReadonlySet<string>>>;
  lastMonth: string | null;
};

/** The names that addresses may hold: read before the first page, and again after a content change. */
export function knownNamesOf(services: Services) {
  let knownNames: KnownNames | null = null;
  let reading: Promise<void> | undefined;
  const read = (): Promise<void> => {
    if (reading) return reading;
    const mine = readKnownNames(services).then(
      // a read that began before a change may lack it
      (names) => void (reading === mine && (knownNames = names)),
      () => void (reading === mine && (reading = undefined)),
    );
    return (reading = mine);
  };
  return {
    known: () => knownNames,
    /** Never fails: without a database every name counts as existing. */
    read,
    /** Until they have been read again every name counts as existing, so that a new one isn't missing. */
    forget: () => {
      reading = undefined;
      knownNames = null;
    },
  };
}

async function readKnownNames(services: Services): Promise<KnownNames> {
  const ctx = systemContext(services);
  const [cities, lastMonth, crawls] = await Promise.all([listCities(ctx), lastScheduledMonth(ctx), crawlNames(ctx)]);
  return { cities: new Set(cities.map(({ id }) => id)), crawls, lastMonth };
}

const DAY_MS = 86_400_000;

/**
 * Whether a cached page shows anything else for this value: a real date or month from yesterday's (it still is somewhere) through
 * the last month with a departure, a city or crawl that exists. While names and the last month are unknown, they aren't checked.
 * Pure.
 */
function knowsValue(names: KnownNames | null, now: number, name: string, value: string): boolean {
  const yesterday = new Date(now - DAY_MS).toISOString().slice(0, 10);
  const isAhead = (date: string) =>
    date >= yesterday.slice(0, date.length) && (!names || date.slice(0, 7) <= (names.lastMonth ?? ""));
  const checks: Record<string, () => boolean> = {
    date: () => isDay(value) && isAhead(value),
    month: () => isMonth(value) && isAhead(value),
    city: () => names?.cities.has(value) ?? true,
    crawl: () => SITES.some((site) => names?.crawls[site].has(value) ?? true),
    reviews: () => knowsShown(value),
    site: () => SITES.some((site) => site === value),
  };
  return checks[name]?.() ?? false;
}

/** The patterns of addresses that end in a name of ours, and what it names. */
const NAMED: Readonly<Record<string, "crawl" | "city">> = {
  "/crawls/:slug": "crawl",
  "/crawls/id/:slug": "crawl",
  "/cities/:city": "city",
  "/calendar/crawls/:file": "crawl",
  "/calendar/cities/:file": "city",
};

/**
 * Whether a well-formed path that matches `pattern` names a crawl or a city that the site doesn't have: each made-up name would
 * cost a render. While names are unknown, every one counts as existing. Pure.
 */
export function namesNobody(names: KnownNames | null, site: Site, pattern: string, pathname: string): boolean {
  const kind = NAMED[localizedPath(pattern, "en")];
  if (!kind || !names) return false;
  const last = decodeURIComponent(pathname.split("/").findLast((part) => part !== "") ?? "");
  const name = pattern.endsWith("/:file") ? last.replace(/\.ics$/, "") : last;
  return !(kind === "city" ? names.cities : names.crawls[site]).has(name);
}

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

/** Whatever makes an address known or unknown, such as midnight, counts after this at the latest. */
const KEY_MS = 5000;
/** So many addresses are remembered. Longer ones aren't: nobody shares them. */
const [MOST_KEYS, LONGEST] = [500, 300];

/**
 * Remembers for some seconds which page an address gets: to find it out costs more than to answer from memory. Of the cookies theme
 * and language decide.
 */
export class RecentKeys {
  readonly #keys = new Map<string, PageKey>();
  readonly #find: (request: AskedPage) => PageKey | null;
  readonly #now: () => number;
  #until = 0;

  constructor(find: (request: AskedPage) => PageKey | null, now = () => performance.now()) {
    this.#find = find;
    this.#now = now;
  }

  of(request: AskedPage): PageKey | null {
    const { method, url, host, cookie } = request;
    const now = this.#now();
    if (now >= this.#until || this.#keys.size >= MOST_KEYS) {
      this.#keys.clear();
      this.#until = now + KEY_MS;
    }
    const facts = `${method} ${host} ${choiceOf(cookie)} ${url}`;
    const recent = this.#keys.get(facts);
    if (recent) return recent;
    const key = this.#find(request);
    if (key && facts.length <= LONGEST) this.#keys.set(facts, key);
    return key;
  }

  /** After a content change. */
  forget(): void {
    this.#keys.clear();
  }
}

/** Theme and language, whose cookies alone decide about a shared page. */
const choiceOf = (cookie: string): string =>
  cookie === "" ? "" : `${themeOf(cookie)} ${cookie.includes(LANGUAGE_COOKIE) && readCookie(cookie, LANGUAGE_COOKIE)}`;

/** The request without anything that identifies its sender. */
export const forEveryone = ({ url, headers }: Request, { path, theme }: PageKey): Request =>
  new Request(new URL(path, url), { headers: { host: headers.get("host") ?? "", cookie: `theme=${theme}` } });

/**
 * The canonical address of a public page that was requested with capital letters, a trailing slash, or a query value that the
 * page doesn't know; null when it is canonical.
 */
export function pageNamedBy({ method, url }: AskedPage, options: PageCacheOptions): string | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const [pathname = "", ...query] = url.split("?");
  const tidy = tidyPath(pathname) ?? pathname;
  if (!(options.pages.test(tidy) || MORE_PAGES.test(tidy))) return null;
  const whole = [tidy, ...query].join("?");
  const address = (options.pages.test(tidy) ? withoutUnknown(whole, options) : null) ?? whole;
  return address === url ? null : address;
}
const MORE_PAGES = /^(\/es)?\/(contact|private-groups|login|signup|forgot-password)$/;

/** Whether a visitor who once chose Spanish gets this address in Spanish (`followsChoice`). */
export const choseSpanish = ({ method, url, cookie }: AskedPage): boolean =>
  method === "GET" &&
  cookie.includes(`${LANGUAGE_COOKIE}=es`) &&
  followsChoice(url.split("?", 1)[0] ?? "") &&
  readCookie(cookie, LANGUAGE_COOKIE) === "es";

/**
 * The one page that every unknown path gets, per site, language and theme: `pathname` is rendered in place of the path, which the
 * page doesn't mention.
 */
export function missingPageKey({ method, url, host, cookie }: AskedPage, options: PageCacheOptions): PageKey | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const [pathname = "", search = ""] = url.split("?");
  const path = localizedPath("/not-found", localeOfPath(pathname));
  const theme = themeOf(cookie);
  return { key: `${options.siteKey(host, search)} ${theme} 404 ${path}`, path, theme, status: 404 };
}

/**
 * The Set-Cookie header with which a visitor of a kept page gets or loses the mark of who is signed in; null where it is right,
 * undefined as long as it isn't known whether the session lives. Only a difference between the cookies is looked into: a mark that
 * outlived its session is taken back by the answer to who is signed in.
 */
export function signedInMarkOf(sessions: Pick<LiveSessions, "userOf">, origin: string) {
  const [marks, sessionName] = [signedInMarks(origin), sessionCookie(origin)];
  return (cookie: string): string | null | undefined => {
    const isMarked = hasSignedInMark(cookie);
    if (cookie.includes(`${sessionName}=`) === isMarked) return null;
    if (isMarked) return marks.remove;
    const user = sessions.userOf(cookie);
    return user && marks.set;
  };
}
