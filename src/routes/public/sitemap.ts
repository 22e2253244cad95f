import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { listCities, listCrawls } from "#src/modules/site/catalog/queries.server.ts";
import { homeChangedOn } from "#src/modules/site/content/queries.server.ts";
import { pagesChangedOn } from "#src/modules/site/content/read-pages.server.ts";
import { sitemapXml, STANDING_PAGES } from "#src/modules/site/content/rules/sitemap.ts";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/sitemap";

/** Every indexable page of the requested site. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const [crawls, cities, homeChanged, pagesChanged, { giftCards }] = await Promise.all([
    listCrawls(ctx),
    listCities(ctx),
    homeChangedOn(ctx),
    pagesChangedOn(ctx),
    appSettings(ctx),
  ]);
  const changed: Partial<Record<string, string | null>> = { "/": homeChanged, ...pagesChanged };
  const pages = [
    ...STANDING_PAGES.map((page) => ({ ...page, changed: changed[page.path] ?? page.changed ?? null })),
    ...(giftCards.on ? [{ path: "/gift-cards" }] : []),
    ...cities.map(({ id }) => ({ path: `/cities/${id}` })),
    ...crawls.map((crawl) => ({ path: `/crawls/${crawl.slug}` })),
  ];
  return new Response(sitemapXml(ctx.origin, pages), {
    headers: { "content-type": "application/xml; charset=utf-8", "cache-control": "public, max-age=600" },
  });
}
