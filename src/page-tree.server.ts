import * as build from "virtual:react-router/server-build";
import { PAGES } from "#src/access.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { needsNobody } from "#src/modules/base/identity/rules/access.ts";
import { formPatterns, type PageRoute, routePatterns } from "#src/route-pattern.ts";

/** The routes as a tree, which the framework's build lists flat. */
const treeOf = (parent?: string): PageRoute[] =>
  Object.values(build.routes).flatMap((route) => {
    if (!route || route.parentId !== parent) return [];
    const { path, index, id, module } = route;
    return [{ path, index, children: treeOf(id), takesForms: module.action !== undefined }];
  });
export const routeTree = treeOf();
/** The pattern of the page that an address has. */
export const pageOf = routePatterns(routeTree);
export const pagesWithForms = formPatterns(routeTree);
export const isGuarded = (pattern: string): boolean => !needsNobody(PAGES[localizedPath(pattern, "en")] ?? "public");
