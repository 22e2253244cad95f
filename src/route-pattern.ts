import { localizedPath } from "#src/kernel/localized.ts";
import { pageOfData } from "#src/kernel/router-requests.ts";

/** A page of the framework's tree or of its list: both have these. */
export type PageRoute = {
  id?: string | undefined;
  path?: string | undefined;
  index?: boolean | undefined;
  children?: readonly PageRoute[] | undefined;
  /** Whether it has an action. */
  takesForms?: boolean | undefined;
};

/** What may follow after a part of an address. */
type Place = { words: Map<string, Place>; any?: Place; here?: string; below?: string };

/** Whether that pattern is the one of all addresses without a page. */
export const isNowhere = (pattern: string): boolean => pattern === "/*" || pattern === "/es/*";

/**
 * Names an address by the pattern of its route (`/booking-confirmation/:bookingId`), which identifies no booking, as the
 * framework would match it: in any case, encoded or not, with or without a last slash; `/*` where there is none. `others` are
 * patterns besides the pages'. (The framework's own `matchRoutes` ranks all routes on every call, which takes a millisecond.)
 */
export function routePatterns(pages: readonly PageRoute[], others: readonly string[] = []): (path: string) => string {
  const root: Place = { words: new Map() };
  for (const pattern of [...patternsOf(pages), ...others]) enter(root, pattern);
  return (path) => {
    const page = pageOfData(path);
    return (find(root, partsOf(page).map(word)) ?? "/*") + (page === path ? "" : ".data");
  };
}

/** The page of a pattern of the framework's, without its language: as `src/access.ts` names it. */
export const pageOfPattern = (pattern: string): string => localizedPath(`/${pattern}`.replace("//", "/"), "en");

/** The patterns of the pages that take forms. */
export const formPatterns = (pages: readonly PageRoute[]): ReadonlySet<string> =>
  new Set(patternsOf(pages, ({ takesForms = false }) => takesForms));

/**
 * Names the routes that React Router needs for an address, by their ids: those of its page, and of the pages above it, which each
 * document lists; with the routes around them. Addresses of one page share one set, so that there are as few of them as pages.
 */
export function neededRoutes(pages: readonly PageRoute[]): (path: string) => ReadonlySet<string> {
  const pageOf = routePatterns(pages);
  const lines = Map.groupBy(linesOf(pages), ({ pattern }) => pattern);
  const sets = new Map<string, ReadonlySet<string>>();
  return (path) => {
    const page = pageOfData(path);
    const parts = page.split("/").filter(Boolean);
    // no page is deeper
    const above = parts.slice(0, DEEPEST).map((_, n) => `/${parts.slice(0, n).join("/")}`);
    const patterns = [...new Set([page, ...above, "/"].map(pageOf))];
    const key = patterns.join(" ");
    const ids = sets.get(key) ?? new Set(patterns.flatMap((one) => lines.get(one)?.flatMap((line) => line.ids) ?? []));
    sets.set(key, ids);
    return ids;
  };
}

/** More parts than the address of any page has. */
const DEEPEST = 12;

/** Each route's pattern, with its id and those around it. */
const linesOf = (
  routes: readonly PageRoute[],
  around: { pattern: string; ids: string[] } = { pattern: "", ids: [] },
): { pattern: string; ids: string[] }[] =>
  routes.flatMap(({ id = "", path, children = [] }) => {
    const pattern = [around.pattern, ...partsOf(path ?? "")].join("/");
    const ids = [...around.ids, id];
    return [{ pattern: pattern || "/", ids }, ...linesOf(children, { pattern, ids })];
  });

function partsOf(path: string): string[] {
  const parts = path.split("/");
  if (parts[0] === "") parts.shift();
  while (parts.at(-1) === "") parts.pop();
  return parts;
}

/** A part in the form in which it is compared. `%zz` can't be decoded and matches no name. */
function word(part: string): string {
  try {
    return decodeURIComponent(part).toLowerCase();
  } catch {
    return part;
  }
}

const patternsOf = (
  routes: readonly PageRoute[],
  which: (route: PageRoute) => boolean = () => true,
  above = "",
): string[] =>
  routes.flatMap((route) => {
    const { path, index, children = [] } = route;
    if (path?.includes("?")) throw new Error(`optional parts aren't looked for: ${path}`);
    const pattern = [above, ...partsOf(path ?? "")].join("/");
    const own = (path !== undefined || index) && which(route);
    return [...(own ? [pattern || "/"] : []), ...patternsOf(children, which, pattern)];
  });

function enter(root: Place, pattern: string): void {
  let place = root;
  for (const part of partsOf(pattern)) {
    if (part === "*") return void (place.below = pattern);
    const branch = part.startsWith(":") ? place.any : place.words.get(part.toLowerCase());
    const next = branch ?? { words: new Map() };
    if (part.startsWith(":")) place.any = next;
    else place.words.set(part.toLowerCase(), next);
    place = next;
  }
  place.here = pattern;
}

/** A literal part takes precedence over a parameter, and that over a wildcard. */
function find(place: Place, [part, ...rest]: string[]): string | undefined {
  if (part === undefined) return place.here ?? place.below;
  const next = place.words.get(part);
  const ofPart = (next && find(next, rest)) ?? (part !== "" && place.any ? find(place.any, rest) : undefined);
  return ofPart ?? place.below;
}
