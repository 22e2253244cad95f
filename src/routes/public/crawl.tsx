import { localizedPath } from "#src/kernel/localized.ts";
import { findCrawl, listCrawls } from "#src/modules/site/catalog/queries.server.ts";
import { followsRoute, inCalendar, relatedCrawls } from "#src/modules/site/catalog/rules/crawl.ts";
import { crawlPriceIn } from "#src/modules/site/catalog/rules/price.ts";
import type { PubCrawl } from "#src/modules/site/catalog/schema.ts";
import { speakerOf } from "#src/modules/site/content/queries.server.ts";
import { breadcrumbs, crawlThings } from "#src/modules/site/content/rules/structured-data.ts";
import { reviewsOfCrawl } from "#src/modules/evening/reviews/queries.server.ts";
import { shownChoice } from "#src/modules/evening/reviews/rules/review-choice.ts";
import { routesForGuests } from "#src/modules/evening/stops/queries.server.ts";
import { crawlCards } from "#src/modules/sales/schedule/queries.server.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { appSettings, currencyRates } from "#src/modules/base/settings/queries.server.ts";
import { textsFor } from "#src/modules/base/settings/read-texts.server.ts";
import { requestContext, type RequestContext } from "#src/platform/context.server.ts";
import { orElse } from "#src/platform/or-else.server.ts";
import { bookingOf } from "#src/routes/public/shared.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/crawl";

export { FailedCrawls as ErrorBoundary } from "#src/modules/site/catalog/components/late-failed-crawls.tsx";

/** One crawl, by slug or id; the slug's URL is canonical. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const [crawl, active, chosen] = await Promise.all([findCrawl(ctx, params.slug), listCrawls(ctx), appSettings(ctx)]);
  if (!crawl) throw new Response(null, { status: 404 });
  const query = new URL(request.url).searchParams;
  const choice = shownChoice(query.get("reviews"));
  const [booking, reviews, routes, related] = await Promise.all([
    bookingOf(ctx, query, crawl),
    orElse("reviews.unreadable", reviewsOfCrawl(ctx, crawl.id, choice), null),
    orElse("stops.unreadable", routesForGuests(ctx, [crawl.id]), {}),
    orElse("crawls.unreadable", crawlCards(ctx, relatedCrawls(crawl, active)), []),
  ]);
  const departures = booking?.departures ?? [];
  const start = departures[0]?.start_time;
  const hasRoute = followsRoute(crawl.id, inCalendar(active, chosen).crawlIds, start);
  const route = routes[crawl.id] ?? [];
  const things = await thingsOf(ctx, crawl, departures);
  return { crawl, booking, reviews, steps: choice.steps, related, start, hasRoute, route, things };
}

/** The page's structured data for search engines. */
async function thingsOf(ctx: RequestContext, crawl: PubCrawl, departures: readonly Departure[]) {
  const [by, { t }, { perUsd }] = await Promise.all([speakerOf(ctx), textsFor(ctx, ctx.locale), currencyRates(ctx)]);
  // in pesos, like the departures on the page
  const { amount: price, currency } = crawlPriceIn(crawl, "MXN", perUsd);
  const at = (path: string) => localizedPath(path, ctx.locale);
  const path = at(`/crawls/${crawl.slug}`);
  const breadcrumb = [
    { name: t("site.home"), path: at("/") },
    { name: t("catalog.breadcrumb"), path: at("/crawls") },
    { name: crawl.title, path },
  ];
  return [...crawlThings(by, { ...crawl, price, currency }, departures, path), breadcrumbs(by, breadcrumb)];
}

export default later(
  "page-crawl",
  async () => (await import("#src/modules/evening/reviews/components/crawl-page.tsx")).default,
  "touched",
);
