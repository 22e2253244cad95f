import { textsFor } from "#src/modules/base/settings/read-texts.server.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { findCity, listCrawls } from "#src/modules/site/catalog/queries.server.ts";
import { speakerOf } from "#src/modules/site/content/queries.server.ts";
import { breadcrumbs } from "#src/modules/site/content/rules/structured-data.ts";
import { crawlCards } from "#src/modules/sales/schedule/queries.server.ts";
import { type Context, requestContext } from "#src/platform/context.server.ts";
import { orElse } from "#src/platform/or-else.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/city";

export { FailedCrawls as ErrorBoundary } from "#src/modules/site/catalog/components/late-failed-crawls.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const city = await findCity(ctx, params.city);
  if (!city) throw new Response(null, { status: 404 });
  const [by, { t }, cards] = await Promise.all([
    speakerOf(ctx),
    textsFor(ctx, ctx.locale),
    orElse("crawls.unreadable", cardsIn(ctx, city.id), null),
  ]);
  const at = (path: string) => localizedPath(path, ctx.locale);
  const breadcrumb = [
    { name: t("site.home"), path: at("/") },
    { name: t("catalog-cities.breadcrumb"), path: at("/cities") },
    { name: city.name, path: at(`/cities/${city.id}`) },
  ];
  return { city, cards, things: [breadcrumbs(by, breadcrumb)] };
}

const cardsIn = async (ctx: Context, city: string) =>
  crawlCards(
    ctx,
    (await listCrawls(ctx)).filter(({ city_id }) => city_id === city),
  );

export default later(
  "page-city",
  async () => (await import("#src/modules/sales/schedule/components/city-page.tsx")).default,
  "touched",
);
