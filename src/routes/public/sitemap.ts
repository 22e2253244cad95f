import { listCities, listCrawls } from "#src/modules/catalog/queries.server.ts";
import { homeChangedOn } from "#src/modules/content/queries.server.ts";
import { sitemapXml, STANDING_PAGES } from "#src/modules/content/rules/sitemap.ts";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/sitemap";

/** Every indexable page of the requested site. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const [crawls, cities, homeChanged] = await Promise.all([listCrawls(ctx), listCities(ctx), homeChangedOn(ctx)]);
  const pages = [
    ...STANDING_PAGES.map((page) => (page.path === "/" ? { ...page, changed: homeChanged } : page)),
    ...cities.map(({ id }) => ({ path: `/cities/${id}` })),
    ...crawls.map((crawl) => ({ path: `/crawls/${crawl.slug}` })),
  ];
  return new Response(sitemapXml(ctx.origin, pages), {
    headers: { "content-type": "application/xml; charset=utf-8", "cache-control": "public, max-age=600" },
  });
}
