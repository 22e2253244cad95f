import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { CalendarLink } from "#src/modules/site/catalog/components/calendar-link.tsx";
import { calendarPath } from "#src/modules/site/catalog/rules/calendar-path.ts";
import { CrawlFacts } from "#src/modules/site/catalog/components/crawl-facts.tsx";
import { CrawlHero } from "#src/modules/site/catalog/components/crawl-hero.tsx";
import { UnreadCrawls } from "#src/modules/site/catalog/components/unread-crawls.tsx";
import { PageHead } from "#src/ui/page-head.tsx";
import { cardOf } from "#src/modules/site/content/rules/cuts.ts";
import { BookingPanel } from "#src/modules/sales/schedule/components/late-booking-panel.tsx";
import { PhoneBar } from "#src/modules/sales/schedule/components/phone-bar.tsx";
import { useBookingHash, useLanding } from "#src/modules/sales/schedule/components/use-booking-hash.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "#routes/public/+types/crawl.ts";

const CrawlStory = later(
  "story",
  async () => (await import("#src/modules/site/catalog/components/crawl-story.tsx")).CrawlStory,
);
const CrawlGallery = later(
  "gallery",
  async () => (await import("#src/modules/site/catalog/components/crawl-gallery.tsx")).CrawlGallery,
);
const CrawlReviews = later(
  "reviews",
  async () => (await import("#src/modules/evening/reviews/components/crawl-reviews.tsx")).CrawlReviews,
);
const RelatedCrawls = later(
  "related",
  async () => (await import("#src/modules/sales/schedule/components/related-crawls.tsx")).RelatedCrawls,
);

export default function Crawl({ loaderData }: Route.ComponentProps) {
  const { crawl, booking, reviews, steps, related, start, hasRoute, route, things } = loaderData;
  const { t, locale } = useText();
  const landing = useLanding();
  useBookingHash();
  return (
    <main id="main" tabIndex={-1} className="overflow-x-clip max-md:pb-4">
      <PageHead
        title={t("catalog.pageTitle", { title: crawl.title, city: crawl.city_name })}
        description={crawl.description}
        path={localizedPath(`/crawls/${crawl.slug}`, locale)}
        card={cardOf(crawl.image, locale)}
        calendar={calendarPath("crawls", crawl.slug, locale)}
        data={things}
      />
      <CrawlHero crawl={crawl} />
      <div className="wrap grid gap-x-14 gap-y-12 pt-7 pb-(--section) lg:grid-cols-[minmax(0,1fr)_29.8rem]">
        <div className="grid content-start gap-9">
          <p className="max-w-[38rem] text-lead text-text-2">{crawl.description}</p>
          <CrawlFacts crawl={crawl} start={start} />
          <CalendarLink path={calendarPath("crawls", crawl.slug, locale)} />
          <CrawlStory crawl={crawl} hasRoute={hasRoute} route={route} />
        </div>
        <section
          id="booking-section"
          data-landing={landing}
          className="relative z-1 flex min-h-[46rem] flex-col max-lg:mx-auto max-lg:w-full max-lg:max-w-[34rem] lg:-mt-17"
        >
          <h2 className="sr-only">{t("schedule.title")}</h2>
          {/* beside the text its end, with Book Now, stays on the screen */}
          <div className="lg:sticky lg:bottom-6 lg:mt-auto">
            {booking ? <BookingPanel data={booking} layout="column" /> : <UnreadCrawls />}
          </div>
        </section>
      </div>
      {reviews && <CrawlReviews reviews={reviews} steps={steps} />}
      <CrawlGallery title={crawl.title} pictures={crawl.gallery} alts={crawl.gallery_alts} />
      <RelatedCrawls cards={related} />
      {booking && <PhoneBar data={booking} fromStart />}
    </main>
  );
}
