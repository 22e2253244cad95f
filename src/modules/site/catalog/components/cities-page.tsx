import { languageTag } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { CityCards } from "#src/modules/site/catalog/components/city-card.tsx";
import { AskForCrawl, NoCrawls } from "#src/modules/site/catalog/components/no-crawls.tsx";
import { PageHead } from "#src/ui/page-head.tsx";
import type { Route } from "#routes/public/+types/cities.ts";

/** How many cities the page's description names: search engines cut it off. */
const NAMED = 6;

export default function Cities({ loaderData: cities }: Route.ComponentProps) {
  const { t, locale } = useText();
  const named = cities.slice(0, NAMED).map(({ name }) => name);
  return (
    <main id="main" tabIndex={-1} className="wrap pt-10 pb-(--section) md:pt-14">
      <PageHead
        title={t("catalog-cities.title")}
        description={
          named.length > 0
            ? t("catalog-cities.description", { cities: new Intl.ListFormat(languageTag(locale)).format(named) })
            : t("catalog-cities.descriptionNone")
        }
      />
      <div className="mb-8 grid items-end gap-x-12 gap-y-3 md:mb-11 md:grid-cols-[7fr_5fr]">
        <h1 className="text-h1">{t("catalog-cities.heading")}</h1>
        <p className="text-lead text-text-2">{t("catalog-cities.lead")}</p>
      </div>
      {cities.length > 0 ? <CityCards cities={cities} /> : <NoCrawls city={null} />}
      {cities.length > 0 && <AskForCrawl />}
    </main>
  );
}
