import { matchRoutes, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import { knownPaths, type PageRoute } from "#src/known-paths.ts";
import routes from "#src/routes.ts";

const pages: readonly PageRoute[] = routes;
const isKnown = knownPaths(pages);
const framework = (pathname: string) =>
  !["en/not-found", "es/not-found"].includes(matchRoutes(routes as RouteObject[], pathname)?.at(-1)?.route.id ?? "");

const patterns = function* (list: readonly PageRoute[], before = ""): Generator<string> {
  for (const { path = "", children } of list) {
    yield `${before}/${path}`;
    yield* patterns(children ?? [], `${before}/${path}`);
  }
};
const FILLED = [...new Set([...patterns(pages)].map((one) => one.replaceAll(/:\w+|\*/g, "x").replaceAll(/\/+/g, "/")))];
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

test.each([...FILLED, ...ODD])("%s has a page, or has none, as the framework finds it", (path) => {
  for (const one of [path, `${path}/`, path.toUpperCase(), `${path}x`, `${path}/x`])
    expect.soft([one, isKnown(one)]).toEqual([one, framework(one)]);
});
