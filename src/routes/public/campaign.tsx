import { calendarOf, findCrawl } from "#src/modules/site/catalog/queries.server.ts";
import { campaignOf } from "#src/modules/site/content/rules/campaigns.ts";
import { inCity, nextDeparture } from "#src/modules/sales/schedule/rules/calendar.ts";
import { type Context, requestContext } from "#src/platform/context.server.ts";
import { orElse } from "#src/platform/or-else.server.ts";
import { bookingOf } from "#src/routes/public/shared.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/campaign";

export { FailedCrawls as ErrorBoundary } from "#src/modules/site/catalog/components/late-failed-crawls.tsx";

/**
 * A campaign from the table, which exists as long as the site does: with its crawl's nights, or without one with the next nights of
 * what there is. `nightly`: the crawl that the page leads to where the campaign's can't be booked.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { pathname, searchParams } = new URL(request.url);
  const campaign = campaignOf(pathname);
  if (!campaign) throw new Response(null, { status: 404 });
  const crawl = await orElse("crawls.unreadable", findCrawl(ctx, campaign.slug), null);
  const booking = await bookingOf(ctx, searchParams, crawl);
  const next = booking && nextDeparture(inCity(booking.departures, booking.city), booking);
  const nightly = (crawl && next) || !booking ? null : await defaultCrawl(ctx);
  return { campaign, crawl, booking, next, nightly: nightly && { slug: nightly.slug, title: nightly.title } };
}

async function defaultCrawl(ctx: Context) {
  const { defaultCrawlId } = await calendarOf(ctx);
  return defaultCrawlId ? findCrawl(ctx, defaultCrawlId) : null;
}

export default later(
  "page-campaign",
  async () => (await import("#src/modules/sales/schedule/components/campaign-page.tsx")).default,
  "touched",
);
