import { Plus } from "#src/ui/lucide/icons.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { CrawlList } from "#src/modules/site/catalog/admin/crawl-list.tsx";
import { UnseenNotice } from "#src/modules/site/catalog/admin/hidden-reasons.tsx";
import { CRAWL_LIST, type CrawlFilter } from "#src/modules/site/catalog/rules/crawl-list.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { ListFilters } from "#src/ui/admin/list/list-filters.tsx";
import { ListHead } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import { Nearest } from "#src/ui/admin/nearest.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { ViewTabs } from "#src/ui/admin/view-tabs.tsx";
import type { Route } from "#routes/admin/site/+types/crawls.ts";

/** The crawls by name, filtered by state, city and search text. */
export default function Crawls({ loaderData }: Route.ComponentProps) {
  const { crawls, near, today, counts, cities, filter, mayChange } = loaderData;
  const { t, locale } = useText();
  const list = useList(CRAWL_LIST, "/admin/pub-crawls", filter);
  const view = (state: CrawlFilter["state"], label: string, count: number) => ({
    label,
    href: list.hrefOf({ state }),
    current: filter.state === state,
    count,
  });
  const isNarrowed = list.isFiltered || filter.state !== null;
  return (
    <>
      <ListHead
        list={list}
        title={t("admin.page.crawls")}
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
      <ListFilters
        list={list}
        search={{ label: t("catalog-admin.search"), placeholder: t("catalog-admin.searchHint") }}
        filters={[
          {
            name: "city",
            label: t("catalog-admin.field.city_id"),
            clearLabel: t("catalog-admin.anyCity"),
            options: cities.map(({ id, name }) => [id, name]),
          },
        ]}
      />
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
              hrefOf={(q) => list.hrefOf({ q, city: null, state: null })}
              otherwise={
                <Empty
                  title={t("catalog-admin.none.title")}
                  text={t("catalog-admin.none.text")}
                  action={isNarrowed ? <AdminLink to={list.path}>{t("catalog-admin.showAll")}</AdminLink> : null}
                />
              }
            />
          }
        />
      </Panel>
    </>
  );
}
