import { useFetcher } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { RatingFilters } from "#src/modules/reviews/admin/rating-filters.tsx";
import { RatingPanel } from "#src/modules/reviews/admin/rating-panel.tsx";
import { RatingTable } from "#src/modules/reviews/admin/rating-table.tsx";
import { OPPOSITE, type RatingAct } from "#src/modules/reviews/rules/admin.ts";
import type { ListedRating, OpenRating, RatingFilter } from "#src/modules/reviews/schema.ts";
import { listHref } from "#src/ui/admin/list-href.ts";
import { neighboursOf } from "#src/ui/admin/neighbours.ts";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { PageTurner } from "#src/ui/admin/pager.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { useUndo } from "#src/ui/admin/use-undo.ts";
import { ViewTabs } from "#src/ui/admin/view-tabs.tsx";

const PAGE = 50;
const VIEWS = ["all", "tasks", "published"] as const;

type Named = { id: string; name: string };
type FeedbackProps = {
  list: {
    ratings: ListedRating[];
    counts: Record<(typeof VIEWS)[number], number> & { average: number | null };
    total: number;
    crawls: Named[];
    cities: Named[];
    mayChange: boolean;
  };
  filter: RatingFilter;
  /** The rating whose panel is open, with the key of its form. */
  open: (OpenRating & { key: string }) | null;
};

/** What guests said of their departures, and beside it the rating that is being looked after. */
export function Feedback({ list, filter, open }: FeedbackProps) {
  const { t, locale } = useText();
  const path = localizedPath("/admin/feedback", locale);
  const view = filter.view === "all" ? undefined : filter.view;
  const hrefOf = (over: Parameters<typeof listHref>[1]) => listHref(path, { ...filter, view, ...over });
  const act = useFetcher<RatingAct>();
  useUndo(act, OPPOSITE);
  const { ratings, counts, total, mayChange } = list;
  return (
    <>
      <PageHead
        title={t("feedback.title")}
        tab={t("admin.tab", { page: t("feedback.title"), brand: t("common.brand") })}
        meta={
          counts.average === null
            ? t("feedback.none")
            : t("feedback.meta", { count: counts.all, average: counts.average.toFixed(1) })
        }
      />
      {!mayChange && <p className="mb-3 text-text-2">{t("feedback.readOnly")}</p>}
      <ViewTabs
        label={t("feedback.views")}
        views={VIEWS.map((one) => ({
          label: t(`feedback.view.${one}`),
          href: hrefOf({ view: one === "all" ? undefined : one, page: 1 }),
          current: one === filter.view,
          count: counts[one],
        }))}
      />
      <RatingFilters filter={filter} crawls={list.crawls} cities={list.cities} hrefOf={hrefOf} path={path} />
      <Panel padded={false}>
        <RatingTable ratings={ratings} filter={filter} hrefOf={hrefOf} opened={open?.id ?? null} path={path} />
        <PageTurner page={filter.page} size={PAGE} total={total} hrefOf={(page) => hrefOf({ page })} />
      </Panel>
      {open && (
        <RatingPanel
          key={open.id}
          rating={open}
          mayChange={mayChange}
          closeHref={hrefOf({})}
          {...neighboursOf(ratings, open.id, ({ id }) => hrefOf({ open: id }))}
          act={act}
        />
      )}
    </>
  );
}
