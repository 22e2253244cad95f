import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { CrawlStops } from "#src/modules/evening/stops/admin/crawl-stops.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/+types/crawl-stops.ts";

/** The stops of a crawl. */
export default function CrawlStopsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { crawl, stops, promise, bars, mayChange } = loaderData;
  const { t, locale } = useText();
  useFlash(actionData);
  return (
    <>
      <PageHead
        title={t("stops-admin.stopsOf", { crawl: crawl.title })}
        tab={t("admin.tab", { page: t("stops-admin.stops"), brand: t("common.brand") })}
        back={<Breadcrumb to={`/admin/edit-pub-crawl/${crawl.id}`} name={crawl.title} />}
        actions={<AdminLink to={localizedPath("/admin/bars", locale)}>{t("admin.page.bars")}</AdminLink>}
      />
      <CrawlStops key={JSON.stringify(stops)} stops={stops} promise={promise} bars={bars} readOnly={!mayChange} />
    </>
  );
}
