import { expect, test } from "vitest";
import { createStaticHandler, matchRoutes, type RouteObject } from "react-router";
import { pageOfData } from "#src/kernel/router-requests.ts";
import { formPatterns, isNowhere, neededRoutes, type PageRoute, routePatterns } from "#src/route-pattern.ts";
import routes from "#src/routes.ts";

const pages = [
  { path: "crawls/:slug" },
  { path: "booking-confirmation/:bookingId", children: [{ path: "manage" }, { index: true as const }] },
  { path: "admin/bookings" },
  { path: "*" },
];
const tree = [
  { path: "", children: [{ index: true as const }, ...pages] }, // as the framework builds its root
  { path: "es", children: [{ index: true as const }, ...pages] },
];
const patternOf = routePatterns(tree, ["/api/bookings", "/api/bookings/:id", "/api/quotes", "/assets/*"]);

test.each([
  ["/", "/"],
  ["/es", "/es"],
  ["/booking-confirmation/0191f2/manage", "/booking-confirmation/:bookingId/manage"],
  ["/es/booking-confirmation/0191f2", "/es/booking-confirmation/:bookingId"],
  ["/admin/bookings.data", "/admin/bookings.data"],
  ["/booking-confirmation/0191f2.data", "/booking-confirmation/:bookingId.data"],
  ["/_root.data", "/.data"],
  ["/Crawls/ROMA/", "/crawls/:slug"],
  ["/api/bookings", "/api/bookings"],
  ["/es/_.data", "/es.data"],
  ["/api/bookings/0191f2", "/api/bookings/:id"],
  ["/assets/entry-x.js", "/assets/*"],
  ["/guest@ronda.test", "/*"],
  ["/es/guest@ronda.test/x", "/es/*"],
])("%s is answered by %s", (path, pattern) => expect(patternOf(path)).toBe(pattern));

test("the pages that take forms are named by their patterns, in every language", () => {
  const forms = [{ path: "contact", takesForms: true }, { path: "faq" }, { index: true as const, takesForms: true }];
  const all = formPatterns([
    { path: "", children: forms },
    { path: "es", children: forms },
  ]);
  expect([...all]).toEqual(["/contact", "/", "/es/contact", "/es"]);
  expect(["/contact", "/contact.data", "/_root.data", "/es/_.data"].map(pageOfData)).toEqual([
    "/contact",
    "/contact",
    "",
    "/es",
  ]);
});

test("a path that no route answers has no name of its own", () => {
  const few = routePatterns([], ["/api"]);
  expect([few("/guest@ronda.test"), few("/guest@ronda.test.data"), few("/")]).toEqual(["/*", "/*.data", "/*"]);
});

const product: readonly PageRoute[] = routes;
const pageOf = routePatterns(product);
/** How the framework's server finds the routes of a path: it ranks them once, `matchRoutes` at each call. */
function matching(list: readonly PageRoute[]) {
  const handler = createStaticHandler(list as RouteObject[]);
  return async (pathname: string) => {
    const answer = await handler.query(new Request(`http://ronda.test${pathname}`));
    if (answer instanceof Response) throw new Error(`${pathname} is answered with ${answer.status}`);
    return answer.matches;
  };
}
const inProduct = matching(product);
const framework = async (pathname: string) =>
  !["en/not-found", "es/not-found"].includes((await inProduct(pathname)).at(-1)?.route.id ?? "");

const patterns = function* (list: readonly PageRoute[], before = ""): Generator<string> {
  for (const { path = "", children } of list) {
    yield `${before}/${path}`;
    yield* patterns(children ?? [], `${before}/${path}`);
  }
};
const FILLED = [
  ...new Set([...patterns(product)].map((one) => one.replaceAll(/:\w+|\*/g, "x").replaceAll(/\/+/g, "/"))),
];
const ODD = [
  "/nope",
  "/es/nope",
  "/a/b/c",
  "/crawls/a/b",
  "/crawlsx",
  "/xcrawls",
  "/escrawls",
  "/robots_txt",
  "/cities/%2F",
  "/citie%73",
  "/admin/anything/at/all",
  "/adminx",
  "/profile/data.jsonx",
];

test.each([...FILLED, ...ODD])("%s has a page, or has none, as the framework finds it", async (path) => {
  for (const one of [path, `${path}/`, path.toUpperCase(), `${path}x`, `${path}/x`])
    expect.soft([one, !isNowhere(pageOf(one))]).toEqual([one, await framework(one)]);
});

/** The product's routes, each with an id, as the framework numbers those that have none. */
const numbered = (list: readonly PageRoute[], before = ""): PageRoute[] =>
  list.map(({ id, children, ...rest }, n) => ({
    ...rest,
    id: id ?? `${before}${n}`,
    ...(children && { children: numbered(children, `${before}${n}-`) }),
  }));
const wholeTree = [{ id: "root", path: "", children: numbered(product) }];
const needed = neededRoutes(wholeTree);
const prune = (list: readonly PageRoute[], ids: ReadonlySet<string>): PageRoute[] =>
  list
    .filter(({ id = "" }) => ids.has(id))
    .map(({ children, ...rest }) => ({ ...rest, ...(children && { children: prune(children, ids) }) }));
type Match = { route: { id?: string }; params: object; pathname: string };
const facts = (matches: readonly Match[] | null) =>
  matches?.map(({ route, params, pathname }) => [route.id, params, pathname]);
const inWholeTree = matching(wholeTree);

test.each([...FILLED, ...ODD])(
  "%s and the pages above it match among the few routes they need as among all",
  async (path) => {
    const few = prune(wholeTree, needed(path));
    const parts = path.split("/").filter(Boolean);
    for (const one of [path, path.toUpperCase(), ...parts.map((_, n) => `/${parts.slice(0, n).join("/")}`)])
      expect.soft([one, facts(matchRoutes(few as RouteObject[], one))]).toEqual([one, facts(await inWholeTree(one))]);
  },
);

test("addresses of one page need one set of routes, their data the same, and few of all there are", () => {
  expect(needed("/crawls/roma")).toBe(needed("/Crawls/condesa/"));
  expect(needed("/crawls/roma.data")).toBe(needed("/crawls/roma"));
  expect(needed("/_root.data")).toBe(needed("/"));
  expect(needed("/a/b/c")).toBe(needed("/d/e"));
  expect(needed("/es/admin/bookings").size).toBeLessThan(16);
});
