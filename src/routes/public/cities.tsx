import { listCities, listCrawls } from "#src/modules/site/catalog/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { orElse } from "#src/platform/or-else.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/cities";

export { FailedCrawls as ErrorBoundary } from "#src/modules/site/catalog/components/late-failed-crawls.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const [cities, active] = await Promise.all([listCities(ctx), orElse("crawls.unreadable", listCrawls(ctx), null)]);
  const crawlsIn = (id: string) => active && active.filter(({ city_id }) => city_id === id).length;
  return cities.map(({ id, name, description, image }) => ({ id, name, description, image, crawls: crawlsIn(id) }));
}

export default later(
  "page-cities",
  async () => (await import("#src/modules/site/catalog/components/cities-page.tsx")).default,
  "touched",
);
