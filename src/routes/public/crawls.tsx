import { Link, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { CreateCrawl, NoCrawls } from "#src/modules/catalog/components/no-crawls.tsx";
import { listCities, listCrawls } from "#src/modules/catalog/queries.server.ts";
import { PageHead } from "#src/modules/content/components/page-head.tsx";
import { CrawlCards } from "#src/modules/schedule/components/crawl-card.tsx";
import { crawlCards } from "#src/modules/schedule/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { classNames } from "#src/ui/class-names.ts";
import type { Route } from "./+types/crawls";

export { FailedCrawls as ErrorBoundary } from "#src/modules/catalog/components/failed-crawls.tsx";

/** All crawls of the site; `?city=` leaves those of one city. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const asked = new URL(request.url).searchParams.get("city");
  const [cities, active] = await Promise.all([listCities(ctx), listCrawls(ctx)]);
  const city = cities.find(({ id }) => id === asked) ?? null;
  const crawls = active.filter(({ city_id }) => !city || city_id === city.id);
  return {
    cards: await crawlCards(ctx, crawls),
    cities: cities.map(({ id, name }) => ({ id, name })),
    city: city && { id: city.id, name: city.name },
  };
}

export default function Crawls({ loaderData: { cards, cities, city } }: Route.ComponentProps) {
  const { t } = useText();
  const loading = useNavigation().state === "loading";
  const count = cards.length;
  return (
    <main id="main" tabIndex={-1} className="wrap pt-10 pb-(--section) md:pt-14">
      <PageHead title={t("crawls.title")} description={t("crawls.description")} />
      <div className="grid items-end gap-x-12 gap-y-3 md:grid-cols-[7fr_5fr]">
        <h1 className="text-h1">{t("crawls.heading")}</h1>
        <p className="text-lead text-text-2">{t("crawls.lead")}</p>
      </div>
      <CityFilter cities={cities} chosen={city?.id ?? null} />
      <div className="mt-5 mb-6 flex min-h-13 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p role="status" className="font-semibold text-text-2">
          {loading
            ? t("crawls.loading")
            : city
              ? t("crawls.countIn", { count, city: city.name })
              : t("crawls.count", { count })}
        </p>
        {count > 0 && <CreateCrawl />}
      </div>
      <div className={classNames("transition-opacity", loading && "opacity-50")}>
        {count > 0 ? <CrawlCards cards={cards} /> : <NoCrawls city={city?.name ?? null} />}
      </div>
    </main>
  );
}

type CityFilterProps = { cities: readonly { id: string; name: string }[]; chosen: string | null };

/** The cities as links, so that a filtered list has an address and works without JavaScript. */
function CityFilter({ cities, chosen }: CityFilterProps) {
  const { t, locale } = useText();
  const crawls = localizedPath("/crawls", locale);
  const choices = [
    { id: null, name: t("crawls.everywhere"), to: crawls },
    ...cities.map(({ id, name }) => ({ id, name, to: `${crawls}?city=${id}` })),
  ];
  return (
    <nav
      aria-label={t("crawls.filter")}
      className="-mx-(--gutter) mt-7 overflow-x-auto border-b-2 border-border md:mt-9"
    >
      <ul className="flex w-max gap-x-1 px-(--gutter)">
        {choices.map(({ id, name, to }) => (
          <li key={to}>
            <Link
              to={to}
              preventScrollReset
              aria-current={id === chosen ? "page" : undefined}
              className="-mb-0.5 flex min-h-12 items-center border-b-4 border-transparent px-3.5 font-semibold whitespace-nowrap text-text-2 no-underline hover:text-text aria-[current]:border-brand aria-[current]:text-text md:px-4"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
