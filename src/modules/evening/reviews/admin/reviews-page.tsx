import type { Route } from "#routes/admin/evening/+types/reviews.ts";
import { useFetcher } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { ReviewFilters } from "#src/modules/evening/reviews/admin/review-filters.tsx";
import { ReviewPanel } from "#src/modules/evening/reviews/admin/review-panel.tsx";
import { ReviewTable } from "#src/modules/evening/reviews/admin/review-table.tsx";
import type { ReviewAct } from "#src/modules/evening/reviews/rules/admin.ts";
import type { ListedReview, OpenReview, ReviewFilter } from "#src/modules/evening/reviews/schema.ts";
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
type ReviewsProps = {
  list: {
    reviews: ListedReview[];
    near: string[];
    counts: Record<(typeof VIEWS)[number], number> & { average: number | null };
    total: number;
    crawls: Named[];
    cities: Named[];
    mayChange: boolean;
  };
  filter: ReviewFilter;
  /** The review of the open panel, with its form's key. */
  open: (OpenReview & { key: string }) | null;
};

/** The reviews of guests, with the open one beside. */
function Reviews({ list, filter, open }: ReviewsProps) {
  const { t, locale } = useText();
  const path = localizedPath("/admin/feedback", locale);
  const view = filter.view === "all" ? undefined : filter.view;
  const hrefOf = (over: Parameters<typeof listHref>[1]) => listHref(path, { ...filter, view, ...over });
  const act = useFetcher<ReviewAct>();
  useUndo(act);
  const { reviews, counts, total, mayChange } = list;
  return (
    <>
      <PageHead
        title={t("reviews-admin.title")}
        tab={t("admin.tab", { page: t("reviews-admin.title"), brand: t("common.brand") })}
        meta={
          counts.average === null
            ? t("reviews-admin.none")
            : t("reviews-admin.meta", { count: counts.all, average: counts.average.toFixed(1) })
        }
      />
      {!mayChange && <p className="mb-3 text-text-2">{t("reviews-admin.readOnly")}</p>}
      <ViewTabs
        label={t("reviews-admin.views")}
        views={VIEWS.map((one) => ({
          label: t(`reviews-admin.view.${one}`),
          href: hrefOf({ view: one === "all" ? undefined : one, page: 1 }),
          current: one === filter.view,
          count: counts[one],
        }))}
      />
      <ReviewFilters filter={filter} crawls={list.crawls} cities={list.cities} hrefOf={hrefOf} path={path} />
      <Panel padded={false}>
        <ReviewTable
          reviews={reviews}
          near={list.near}
          filter={filter}
          hrefOf={hrefOf}
          opened={open?.id ?? null}
          path={path}
        />
        <PageTurner page={filter.page} size={PAGE} total={total} hrefOf={(page) => hrefOf({ page })} />
      </Panel>
      {open && (
        <ReviewPanel
          key={open.id}
          review={open}
          mayChange={mayChange}
          closeHref={hrefOf({})}
          {...neighboursOf(reviews, open.id, ({ id }) => hrefOf({ open: id }))}
          act={act}
        />
      )}
    </>
  );
}

export default function ReviewsPage({ loaderData }: Route.ComponentProps) {
  return <Reviews {...loaderData} />;
}
