import { calendarOf, findCrawl } from "#src/modules/catalog/queries.server.ts";
import { campaignOf } from "#src/modules/content/rules/campaigns.ts";
import { bookingData } from "#src/modules/schedule/queries.server.ts";
import { nextDeparture } from "#src/modules/schedule/rules/calendar.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/campaign";

export { FailedCrawls as ErrorBoundary } from "#src/modules/catalog/components/late-failed-crawls.tsx";

/** A campaign from the table, its crawl's departures, and the nightly crawl where none of them can be booked. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { pathname, searchParams } = new URL(request.url);
  const campaign = campaignOf(pathname);
  const crawl = campaign && (await findCrawl(ctx, campaign.slug));
  if (!crawl) throw new Response(null, { status: 404 });
  const booking = await bookingData(ctx, searchParams, crawl);
  const next = nextDeparture(booking.departures, booking);
  const { defaultCrawlId } = await calendarOf(ctx);
  const nightly = next || !defaultCrawlId ? null : await findCrawl(ctx, defaultCrawlId);
  return { campaign, crawl, booking, next, nightly: nightly && { slug: nightly.slug, title: nightly.title } };
}

export default later(
  "page-campaign",
  async () => (await import("#src/routes/public/components/campaign.tsx")).default,
  "touched",
);
