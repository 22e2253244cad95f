import { Star } from "#src/ui/lucide/icons.ts";
import { shortDate } from "#src/kernel/local-time.ts";
import type { Locale } from "#src/kernel/localized.ts";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import type { ListedReview, ReviewFilter } from "#src/modules/evening/reviews/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { listHref } from "#src/ui/admin/list-href.ts";
import { Nearest } from "#src/ui/admin/nearest.tsx";
import { type Column, DataTable, type PhoneRow } from "#src/ui/admin/table.tsx";

type ReviewTableProps = {
  reviews: ListedReview[];
  /** What a search text that finds none may have meant. */
  near: readonly string[];
  filter: ReviewFilter;
  hrefOf: (over: Record<string, string>) => string;
  opened: string | null;
  path: string;
};

/** Reviews with guest, stars, departure, text and state. */
export function ReviewTable({ reviews, near, filter, hrefOf, opened, path }: ReviewTableProps) {
  const { t, locale } = useText();
  return (
    <DataTable
      label={t("reviews-admin.title")}
      columns={columnsOf(t, locale)}
      rows={reviews}
      rowId={({ id }) => id}
      openHref={({ id }) => hrefOf({ open: id })}
      opened={opened}
      phone={phoneRowIn(t, locale)}
      empty={<NoReviews filter={filter} near={near} path={path} />}
    />
  );
}

const columnsOf = (t: Text, locale: Locale): Column<ListedReview>[] => [
  {
    id: "guest",
    head: t("reviews-admin.guest"),
    cell: ({ guest, reference }) => (
      <span className="grid max-w-44 py-1.5">
        <span className="truncate">{guest || t("reviews-admin.forgotten")}</span>
        <span className="font-mono text-fine font-normal text-text-3">{reference}</span>
      </span>
    ),
  },
  { id: "stars", head: t("reviews-admin.stars"), cell: ({ stars }) => <GivenStars stars={stars} /> },
  {
    id: "words",
    head: t("reviews-admin.words"),
    cell: ({ comment }) => <span className="block max-w-[38ch] truncate">{comment || t("reviews-admin.noWords")}</span>,
  },
  {
    id: "departure",
    head: t("reviews-admin.departure"),
    cell: ({ crawl, city, date }) => (
      <span className="grid max-w-48 py-1.5">
        <span className="truncate">{crawl}</span>
        <span className="truncate text-fine text-text-3">
          {shortDate(date, locale)} · {city}
        </span>
      </span>
    ),
  },
  { id: "state", head: t("reviews-admin.state"), cell: (review) => <ReviewState review={review} /> },
];

const phoneRowIn =
  (t: Text, locale: Locale) =>
  (review: ListedReview): PhoneRow => ({
    first: review.guest || t("reviews-admin.forgotten"),
    second: review.comment || t("reviews-admin.noWords"),
    end: <GivenStars stars={review.stars} />,
    endSecond: <span className="text-fine text-text-3">{shortDate(review.date, locale)}</span>,
  });

/** Stars with their number for screen readers. */
export function GivenStars({ stars }: { stars: number }) {
  const { t } = useText();
  return (
    <span role="img" aria-label={t("reviews-admin.starsOf", { stars })} className="inline-flex gap-0.5 align-middle">
      {[1, 2, 3, 4, 5].map((n) => (
        <Star
          key={n}
          aria-hidden
          size={14}
          className={n <= stars ? "fill-current text-marigold-text" : "text-border-strong"}
        />
      ))}
    </span>
  );
}

/** What is open about a review, and what was done. */
export function ReviewState({ review: { open, published, answers } }: { review: ListedReview }) {
  const { t } = useText();
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {open && <Badge tone="judge">{t("reviews-admin.state.open")}</Badge>}
      {answers > 0 && <Badge tone="done">{t("reviews-admin.state.answered")}</Badge>}
      {published && <Badge tone="done">{t("reviews-admin.state.published")}</Badge>}
    </span>
  );
}

function NoReviews({ filter, near, path }: Pick<ReviewTableProps, "filter" | "near" | "path">) {
  const { t } = useText();
  const { page: _page, view, ...asked } = filter;
  const isNarrowed = Object.values(asked).some((value) => value !== undefined && value !== "");
  if (!isNarrowed && view === "tasks")
    return (
      <Empty
        title={t("reviews-admin.empty.tasks")}
        text={t("reviews-admin.empty.tasksText")}
        action={<All path={path} />}
      />
    );
  if (!isNarrowed && view === "all")
    return <Empty title={t("reviews-admin.empty.title")} text={t("reviews-admin.empty.text")} />;
  return (
    <Nearest
      search={filter.q}
      near={near}
      hrefOf={(q) => listHref(path, { q })}
      otherwise={
        <Empty
          title={t("reviews-admin.empty.none")}
          text={t("reviews-admin.empty.noneText")}
          action={<All path={path} />}
        />
      }
    />
  );
}

function All({ path }: { path: string }) {
  const { t } = useText();
  return <AdminLink to={path}>{t("reviews-admin.empty.all")}</AdminLink>;
}
