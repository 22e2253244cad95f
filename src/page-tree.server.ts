import type { ServerBuild } from "react-router";
import * as build from "virtual:react-router/server-build";
import { PAGES } from "#src/access.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { needsNobody } from "#src/modules/base/identity/rules/access.ts";
import { formPatterns, neededRoutes, type PageRoute, routePatterns } from "#src/route-pattern.ts";

/** The routes as a tree, which the framework's build lists flat. */
const treeOf = (parent?: string): PageRoute[] =>
  Object.values(build.routes).flatMap((route) => {
    if (!route || route.parentId !== parent) return [];
    const { path, index, id, module } = route;
    return [{ id, path, index, children: treeOf(id), takesForms: module.action !== undefined }];
  });
export const routeTree = treeOf();
/** The pattern of the page that an address has. */
export const pageOf = routePatterns(routeTree);
export const pagesWithForms = formPatterns(routeTree);
export const isGuarded = (pattern: string): boolean => !needsNobody(PAGES[localizedPath(pattern, "en")] ?? "public");

/** The routes that an address needs, one set for all addresses of a page. */
export const routesFor = neededRoutes(routeTree);

/** The build with some of its routes alone. Without them React Router takes apart and compares hundreds of routes five times a document. */
export const buildOf = (ids: ReadonlySet<string>): ServerBuild => ({
  ...build,
  routes: only(build.routes, ids),
  assets: { ...build.assets, routes: only(build.assets.routes, ids) },
});

const only = <T>(routes: Record<string, T>, ids: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
