import type { Route } from "#routes/admin/evening/+types/reviews.ts";
import { useFetcher } from "react-router";
import { dayOf } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { reviewColumns, reviewPhoneRow } from "#src/modules/evening/reviews/admin/review-columns.tsx";
import { ReviewPanel } from "#src/modules/evening/reviews/admin/review-panel.tsx";
import type { ReviewAct } from "#src/modules/evening/reviews/rules/admin.ts";
import { REVIEW_LIST, REVIEW_VIEWS, type ReviewFilter } from "#src/modules/evening/reviews/rules/review-list.ts";
import type { ListedReview, OpenReview } from "#src/modules/evening/reviews/schema.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { ListPage } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import { useUndo } from "#src/ui/admin/use-undo.ts";

const PAGE = 50;

type Named = { id: string; name: string };
type ReviewsProps = {
  list: {
    reviews: ListedReview[];
    near: string[];
    counts: Record<ReviewFilter["view"], number> & { average: number | null };
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
function Reviews({ list: found, filter, open }: ReviewsProps) {
  const { t, locale } = useText();
  const list = useList(REVIEW_LIST, "/admin/feedback", filter);
  const act = useFetcher<ReviewAct>();
  useUndo(act);
  const { reviews, counts, crawls, cities, near, total, mayChange } = found;
  const named = (all: readonly Named[]) => all.map(({ id, name }) => [id, name] as const);
  const stars = ([5, 4, 3, 2, 1] as const).map((n) => [n, t("reviews-admin.starsOf", { stars: n })] as const);
  const all = <AdminLink to={list.path}>{t("reviews-admin.empty.all")}</AdminLink>;
  return (
    <ListPage
      list={list}
      title={t("reviews-admin.title")}
      meta={
        counts.average === null
          ? t("reviews-admin.none")
          : t("reviews-admin.meta", { count: counts.all, average: counts.average.toFixed(1) })
      }
      lead={!mayChange && <p className="mb-3 text-text-2">{t("reviews-admin.readOnly")}</p>}
      views={{
        label: t("reviews-admin.views"),
        views: REVIEW_VIEWS.map((view) => [view, t(`reviews-admin.view.${view}`), counts[view]]),
      }}
      search={{ label: t("reviews-admin.search") }}
      words={{
        clear: (label) => t("reviews-admin.clear", { filter: label }),
        apply: t("reviews-admin.show"),
        sheet: t("reviews-admin.showAll"),
      }}
      filters={[
        { name: "stars", label: t("reviews-admin.stars"), options: stars },
        { name: "crawl", label: t("reviews-admin.crawl"), options: named(crawls) },
        { name: "city", label: t("reviews-admin.city"), options: named(cities) },
        {
          name: "answered",
          label: t("reviews-admin.answered"),
          options: (["no", "yes"] as const).map((answered) => [answered, t(`reviews-admin.answered.${answered}`)]),
        },
        {
          days: ["from", "until"],
          label: t("reviews-admin.departure"),
          labels: [t("reviews-admin.from"), t("reviews-admin.until")],
          say: (day) => dayOf(day, locale),
        },
      ]}
      columns={reviewColumns(t, locale)}
      rows={reviews}
      phone={reviewPhoneRow(t, locale)}
      opens="open"
      opened={open?.id ?? null}
      near={near}
      nearHref={(q) => REVIEW_LIST.href(list.path, REVIEW_LIST.values({ q }))}
      empty={
        list.isFiltered || filter.view === "published"
          ? { title: t("reviews-admin.empty.none"), text: t("reviews-admin.empty.noneText"), action: all }
          : filter.view === "tasks"
            ? { title: t("reviews-admin.empty.tasks"), text: t("reviews-admin.empty.tasksText"), action: all }
            : { title: t("reviews-admin.empty.title"), text: t("reviews-admin.empty.text") }
      }
      pages={{ size: PAGE, total }}
      panel={
        open && (
          <ReviewPanel
            key={open.id}
            review={open}
            mayChange={mayChange}
            {...list.panelLinks("open", reviews, open.id)}
            act={act}
          />
        )
      }
    />
  );
}

export default function ReviewsPage({ loaderData }: Route.ComponentProps) {
  return <Reviews {...loaderData} />;
}
