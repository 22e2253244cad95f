import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { CreateCrawl, NoCrawls } from "#src/modules/site/catalog/components/no-crawls.tsx";
import { CalendarLink } from "#src/modules/site/catalog/components/calendar-link.tsx";
import { calendarPath } from "#src/modules/site/catalog/rules/calendar-path.ts";
import { MeetingPoint } from "#src/modules/site/catalog/components/meeting-point.tsx";
import { UnreadCrawls } from "#src/modules/site/catalog/components/unread-crawls.tsx";
import { PageHead } from "#src/ui/page-head.tsx";
import { CrawlCards } from "#src/modules/sales/schedule/components/crawl-card.tsx";
import { ButtonLink } from "#src/ui/button.tsx";
import { cardOf, cutOf } from "#src/modules/site/content/rules/cuts.ts";
import { PictureHero } from "#src/ui/picture-hero.tsx";
import type { Route } from "#routes/public/+types/city.ts";

export default function CityPage({ loaderData: { city, cards, things } }: Route.ComponentProps) {
  const { t, locale } = useText();
  const { name } = city;
  return (
    <main id="main" tabIndex={-1}>
      <PageHead
        title={t("catalog-cities.pageTitle", { city: name })}
        description={t("catalog-cities.pageDescription", { city: name })}
        card={cardOf(city.image, locale)}
        calendar={calendarPath("cities", city.id, locale)}
        data={things}
      />
      <PictureHero
        picture={city.image ?? "/pictures/toast"}
        cut={cutOf(city.image)}
        alt={city.image_alt}
        missing={t("site.imageMissing")}
        breadcrumbLabel={t("catalog-cities.breadcrumbLabel")}
        breadcrumb={[{ to: localizedPath("/cities", locale), name: t("catalog-cities.breadcrumb") }]}
        title={name}
      />
      <div className="wrap pt-7 pb-(--section)">
        {city.description && (
          <p className="max-w-[42rem] text-lead whitespace-pre-line text-text-2">{city.description}</p>
        )}
        <MeetingPoint point={city.meeting_point} mapUrl={city.map_url} />
        <div className="mt-4">
          <CalendarLink path={calendarPath("cities", city.id, locale)} />
        </div>
        <div className="mt-10">
          {cards === null ? (
            <UnreadCrawls />
          ) : cards.length === 0 ? (
            <NoCrawls city={name} />
          ) : (
            <>
              <h2 className="mb-6 text-h2">{t("catalog-cities.crawls", { city: name })}</h2>
              <CrawlCards cards={cards} heading="h3" />
              <div className="mt-10 flex flex-wrap gap-3">
                <ButtonLink to={localizedPath("/crawls", locale)}>{t("catalog.viewAll")}</ButtonLink>
                <CreateCrawl />
              </div>
            </>
          )}
        </div>
      </div>
    </main>
  );
}
