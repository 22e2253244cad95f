import { useNavigation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { CityCards } from "#src/modules/catalog/components/city-card.tsx";
import { CreateCrawl, NoCrawls } from "#src/modules/catalog/components/no-crawls.tsx";
import { listCities, listCrawls } from "#src/modules/catalog/queries.server.ts";
import { PageHead } from "#src/modules/content/components/page-head.tsx";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/cities";

export { FailedCrawls as ErrorBoundary } from "#src/modules/catalog/components/failed-crawls.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const [cities, active] = await Promise.all([listCities(ctx), listCrawls(ctx)]);
  const crawlsIn = (id: string) => active.filter(({ city_id }) => city_id === id).length;
  return cities.map(({ id, name, description, image }) => ({ id, name, description, image, crawls: crawlsIn(id) }));
}

export default function Cities({ loaderData: cities }: Route.ComponentProps) {
  const { t } = useText();
  const loading = useNavigation().state === "loading";
  return (
    <main id="main" tabIndex={-1} className="wrap pt-10 pb-(--section) md:pt-14">
      <PageHead title={t("cities.title")} description={t("cities.description")} />
      <div className="mb-8 grid items-end gap-x-12 gap-y-3 md:mb-11 md:grid-cols-[7fr_5fr]">
        <h1 className="text-h1">{t("cities.heading")}</h1>
        <p className="text-lead text-text-2">{t("cities.lead")}</p>
      </div>
      <p role="status" className="sr-only">
        {loading && t("cities.loading")}
      </p>
      {cities.length > 0 ? <CityCards cities={cities} /> : <NoCrawls city={null} />}
      {cities.length > 0 && (
        <section className="mt-12 flex flex-wrap items-center justify-between gap-x-10 gap-y-5 border-t-2 border-dashed border-border-strong pt-8">
          <div>
            <h2 className="mb-1.5 text-h3">{t("cities.missing.title")}</h2>
            <p className="text-text-2">{t("cities.missing.text")}</p>
          </div>
          <CreateCrawl />
        </section>
      )}
    </main>
  );
}
