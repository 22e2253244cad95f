import { Link, useLocation, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { AskForCrawl, NoCrawls } from "#src/modules/site/catalog/components/no-crawls.tsx";
import { PageHead } from "#src/ui/page-head.tsx";
import { CrawlCards } from "#src/modules/sales/schedule/components/crawl-card.tsx";
import { classNames } from "#src/ui/class-names.ts";
import type { Route } from "#routes/public/+types/crawls.ts";

export default function Crawls({ loaderData: { cards, cities, city } }: Route.ComponentProps) {
  const { t, locale } = useText();
  const { pathname } = useLocation();
  const loading = useNavigation().location?.pathname === pathname;
  const count = cards.length;
  return (
    <main id="main" tabIndex={-1} className="wrap pt-10 pb-(--section) md:pt-14">
      <PageHead
        title={t("catalog.title")}
        description={t("catalog.description")}
        card={`/cards/crawls-${locale}.jpg`}
      />
      <div className="grid items-end gap-x-12 gap-y-3 md:grid-cols-[7fr_5fr]">
        <h1 className="text-h1">{t("catalog.heading")}</h1>
        <p className="text-lead text-text-2">{t("catalog.lead")}</p>
      </div>
      <CityFilter cities={cities} chosen={city?.id ?? null} />
      <p role="status" className="mt-6 mb-4 font-semibold text-text-2">
        {city ? t("catalog.countIn", { count, city: city.name }) : t("catalog.count", { count })}
      </p>
      <div className={classNames("transition-opacity", loading && "opacity-50")}>
        {count > 0 ? <CrawlCards cards={cards} first /> : <NoCrawls city={city?.name ?? null} />}
      </div>
      {count > 0 && <AskForCrawl />}
    </main>
  );
}

type CityFilterProps = { cities: readonly { id: string; name: string }[]; chosen: string | null };

/** The cities as links, so that a filtered list has a URL and works without JavaScript. */
function CityFilter({ cities, chosen }: CityFilterProps) {
  const { t, locale } = useText();
  const crawls = localizedPath("/crawls", locale);
  const choices = [
    { id: null, name: t("catalog.everywhere"), to: crawls },
    ...cities.map(({ id, name }) => ({ id, name, to: `${crawls}?city=${id}` })),
  ];
  return (
    <nav aria-label={t("catalog.filter")} className="mt-7 md:mt-9">
      <ul className="flex flex-wrap gap-2">
        {choices.map(({ id, name, to }) => (
          <li key={to}>
            <Link
              to={to}
              preventScrollReset
              aria-current={id === chosen ? "page" : undefined}
              className="flex min-h-11 items-center rounded-md px-4 font-semibold no-underline inset-ring-[1.5px] inset-ring-border-strong hover:bg-text/8 aria-[current]:bg-text aria-[current]:text-bg aria-[current]:inset-ring-text"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
