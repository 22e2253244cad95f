import { listCities, listCrawls } from "#src/modules/site/catalog/queries.server.ts";
import { crawlCards } from "#src/modules/sales/schedule/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/crawls";

export { FailedCrawls as ErrorBoundary } from "#src/modules/site/catalog/components/late-failed-crawls.tsx";

/** All crawls of the site; `?city=` filters by city. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const citySlug = new URL(request.url).searchParams.get("city");
  const [cities, active] = await Promise.all([listCities(ctx), listCrawls(ctx)]);
  const city = cities.find(({ id }) => id === citySlug) ?? null;
  const crawls = active.filter(({ city_id }) => !city || city_id === city.id);
  return {
    cards: await crawlCards(ctx, crawls),
    cities: cities.map(({ id, name }) => ({ id, name })),
    city: city && { id: city.id, name: city.name },
  };
}

export default later(
  "page-crawls",
  async () => (await import("#src/modules/sales/schedule/components/crawls-page.tsx")).default,
  "touched",
);
