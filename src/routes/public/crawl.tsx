import { localizedPath } from "#src/kernel/localized.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { CrawlFacts } from "#src/modules/catalog/components/crawl-facts.tsx";
import { CrawlHero } from "#src/modules/catalog/components/crawl-hero.tsx";
import { findCrawl, listCrawls } from "#src/modules/catalog/queries.server.ts";
import { followsRoute, relatedCrawls } from "#src/modules/catalog/rules.ts";
import type { PubCrawl } from "#src/modules/catalog/schema.ts";
import { PageHead } from "#src/modules/content/components/page-head.tsx";
import { speakerOf } from "#src/modules/content/queries.server.ts";
import { breadcrumbs, crawlThings } from "#src/modules/content/rules/structured-data.ts";
import { PhoneBar } from "#src/modules/schedule/components/phone-bar.tsx";
import { bookingData, crawlCards } from "#src/modules/schedule/queries.server.ts";
import type { Departure } from "#src/modules/schedule/schema.ts";
import { appSettings } from "#src/modules/settings/queries.server.ts";
import { requestContext, type RequestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/crawl";

export { FailedCrawls as ErrorBoundary } from "#src/modules/catalog/components/failed-crawls.tsx";

/** One crawl, by slug or id; the slug's address is the page's own. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const [crawl, active, { calendarCrawlIds }] = await Promise.all([
    findCrawl(ctx, params.slug),
    listCrawls(ctx),
    appSettings(ctx),
  ]);
  if (!crawl) throw new Response(null, { status: 404 });
  const [booking, related] = await Promise.all([
    bookingData(ctx, new URL(request.url).searchParams, crawl),
    crawlCards(ctx, relatedCrawls(crawl, active)),
  ]);
  const start = booking.departures[0]?.start_time;
  const hasRoute = followsRoute(crawl.id, calendarCrawlIds, start);
  return { crawl, booking, related, start, hasRoute, things: await thingsOf(ctx, crawl, booking.departures) };
}

/** What the page says to search engines. */
async function thingsOf(ctx: RequestContext, crawl: PubCrawl, departures: readonly Departure[]) {
  const [by, { t }] = await Promise.all([speakerOf(ctx), i18nFor(ctx.locale)]);
  const at = (path: string) => localizedPath(path, ctx.locale);
  const path = at(`/crawls/${crawl.slug}`);
  const trail = [
    { name: t("site.home"), path: at("/") },
    { name: t("crawls.trail"), path: at("/crawls") },
    { name: crawl.title, path },
  ];
  return [...crawlThings(by, crawl, departures, path), breadcrumbs(by, trail)];
}

const BookingPanel = later(
  "booking",
  async () => (await import("#src/modules/schedule/components/booking-panel.tsx")).BookingPanel,
);
const CrawlStory = later(
  "story",
  async () => (await import("#src/modules/catalog/components/crawl-story.tsx")).CrawlStory,
);
const CrawlGallery = later(
  "gallery",
  async () => (await import("#src/modules/catalog/components/crawl-gallery.tsx")).CrawlGallery,
);
const RelatedCrawls = later(
  "related",
  async () => (await import("#src/modules/schedule/components/related-crawls.tsx")).RelatedCrawls,
);

export default function Crawl({ loaderData }: Route.ComponentProps) {
  const { crawl, booking, related, start, hasRoute, things } = loaderData;
  const { t, locale } = useText();
  return (
    <main id="main" tabIndex={-1} className="max-md:pb-4">
      <PageHead
        title={t("crawls.pageTitle", { title: crawl.title, city: crawl.city_name })}
        description={crawl.description}
        path={localizedPath(`/crawls/${crawl.slug}`, locale)}
        data={things}
      />
      <CrawlHero crawl={crawl} />
      <div className="wrap grid gap-x-14 gap-y-12 pt-7 pb-(--section) lg:grid-cols-[minmax(0,1fr)_29.8rem]">
        <div className="grid content-start gap-9">
          <p className="max-w-[38rem] text-lead text-text-2">{crawl.description}</p>
          <CrawlFacts crawl={crawl} start={start} />
          <CrawlStory crawl={crawl} hasRoute={hasRoute} />
        </div>
        <section
          id="booking-section"
          className="relative z-1 min-h-[46rem] overflow-x-clip max-lg:mx-auto max-lg:w-full max-lg:max-w-[34rem] lg:-mt-17"
        >
          <h2 className="sr-only">{t("calendar.title")}</h2>
          <BookingPanel data={booking} layout="column" />
        </section>
      </div>
      <CrawlGallery title={crawl.title} pictures={crawl.gallery} />
      <RelatedCrawls cards={related} />
      <PhoneBar
        departures={booking.departures}
        defaultCrawlId={booking.defaultCrawlId}
        today={booking.today}
        date={booking.date}
        fromStart
      />
    </main>
  );
}
