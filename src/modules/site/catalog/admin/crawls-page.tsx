import { Plus } from "#src/ui/lucide/icons.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { CrawlList } from "#src/modules/site/catalog/admin/crawl-list.tsx";
import { UnseenNotice } from "#src/modules/site/catalog/admin/hidden-reasons.tsx";
import type { CrawlFilter } from "#src/modules/site/catalog/schema.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { FilterChip, FilterChoice, SearchField } from "#src/ui/admin/filter-bar.tsx";
import { Nearest } from "#src/ui/admin/nearest.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { ViewTabs } from "#src/ui/admin/view-tabs.tsx";
import type { Route } from "#routes/admin/site/+types/crawls.ts";

/** The crawls by name, filtered by state, city and search text. */
export default function Crawls({ loaderData }: Route.ComponentProps) {
  const { crawls, near, today, counts, cities, filter, mayChange } = loaderData;
  const { t, locale } = useText();
  const page = localizedPath("/admin/pub-crawls", locale);
  const hrefOf = (over: Partial<CrawlFilter>) => {
    const params = Object.entries({ ...filter, ...over }).flatMap(([name, value]) => (value ? [[name, value]] : []));
    return params.length > 0 ? `${page}?${new URLSearchParams(params).toString()}` : page;
  };
  const view = (state: CrawlFilter["state"], label: string, count: number) => ({
    label,
    href: hrefOf({ state }),
    current: filter.state === state,
    count,
  });
  const city = cities.find(({ id }) => id === filter.city);
  const hiddenFields = (["city", "state"] as const).flatMap((name) =>
    filter[name] ? [[name, filter[name]] as const] : [],
  );
  const isNarrowed = filter.q !== "" || filter.city !== null || filter.state !== null;
  return (
    <>
      <PageHead
        title={t("admin.page.crawls")}
        tab={t("admin.tab", { page: t("admin.page.crawls"), brand: t("common.brand") })}
        actions={
          mayChange && (
            <AdminLink
              kind="ink"
              to={localizedPath("/admin/add-pub-crawl", locale)}
              icon={<Plus aria-hidden size={15} />}
            >
              {t("catalog-admin.add")}
            </AdminLink>
          )
        }
      />
      <ViewTabs
        label={t("catalog-admin.views")}
        views={[
          view(null, t("catalog-admin.all"), counts.active + counts.inactive),
          view("active", t("catalog-admin.shownOnes"), counts.active),
          view("inactive", t("catalog-admin.state.inactive"), counts.inactive),
          {
            label: t("catalog-admin.deleted"),
            href: localizedPath("/admin/restore-pub-crawls", locale),
            current: false,
            count: counts.deleted,
          },
        ]}
      />
      <div className="mb-2.5 flex flex-wrap items-center gap-2">
        <SearchField
          label={t("catalog-admin.search")}
          placeholder={t("catalog-admin.searchHint")}
          value={filter.q}
          hiddenFields={hiddenFields}
        />
        <FilterChip
          label={t("catalog-admin.field.city_id")}
          value={city?.name ?? null}
          clearHref={hrefOf({ city: null })}
          clearLabel={t("catalog-admin.anyCity")}
        >
          {cities.map(({ id, name }) => (
            <FilterChoice key={id} href={hrefOf({ city: id })} current={id === filter.city}>
              {name}
            </FilterChoice>
          ))}
        </FilterChip>
      </div>
      <UnseenNotice
        crawls={crawls.flatMap(({ id, city_id, title, barred }) =>
          barred?.why === "title" ? [{ id, city_id, title, unseen: barred }] : [],
        )}
        className="mb-2.5"
      />
      <Panel padded={false}>
        <CrawlList
          crawls={crawls}
          today={today}
          mayChange={mayChange}
          empty={
            <Nearest
              search={filter.q}
              near={near}
              hrefOf={(q) => hrefOf({ q, city: null, state: null })}
              otherwise={
                <Empty
                  title={t("catalog-admin.none.title")}
                  text={t("catalog-admin.none.text")}
                  action={isNarrowed ? <AdminLink to={page}>{t("catalog-admin.showAll")}</AdminLink> : null}
                />
              }
            />
          }
        />
      </Panel>
    </>
  );
}
