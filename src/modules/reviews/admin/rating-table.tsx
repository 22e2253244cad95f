import { Star } from "#src/ui/lucide/icons.ts";
import { shortDate } from "#src/kernel/local-time.ts";
import type { Locale } from "#src/kernel/localized.ts";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import type { ListedRating, RatingFilter } from "#src/modules/reviews/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { type Column, DataTable, type PhoneRow } from "#src/ui/admin/table.tsx";

type RatingTableProps = {
  ratings: ListedRating[];
  filter: RatingFilter;
  hrefOf: (over: Record<string, string>) => string;
  opened: string | null;
  path: string;
};

/** Who gave how many stars for which departure, in which words, and what was done about it. */
export function RatingTable({ ratings, filter, hrefOf, opened, path }: RatingTableProps) {
  const { t, locale } = useText();
  return (
    <DataTable
      label={t("feedback.title")}
      columns={columnsOf(t, locale)}
      rows={ratings}
      rowId={({ id }) => id}
      openHref={({ id }) => hrefOf({ open: id })}
      opened={opened}
      phone={phoneRowIn(t, locale)}
      empty={<NoRatings filter={filter} path={path} />}
    />
  );
}

const columnsOf = (t: Text, locale: Locale): Column<ListedRating>[] => [
  {
    id: "guest",
    head: t("feedback.guest"),
    cell: ({ guest, reference }) => (
      <span className="grid max-w-44 py-1.5">
        <span className="truncate">{guest || t("feedback.forgotten")}</span>
        <span className="font-mono text-fine font-normal text-text-3">{reference}</span>
      </span>
    ),
  },
  { id: "stars", head: t("feedback.stars"), cell: ({ stars }) => <GivenStars stars={stars} /> },
  {
    id: "words",
    head: t("feedback.words"),
    cell: ({ comment }) => <span className="block max-w-[38ch] truncate">{comment || t("feedback.noWords")}</span>,
  },
  {
    id: "departure",
    head: t("feedback.departure"),
    cell: ({ crawl, city, date }) => (
      <span className="grid max-w-48 py-1.5">
        <span className="truncate">{crawl}</span>
        <span className="truncate text-fine text-text-3">
          {shortDate(date, locale)} · {city}
        </span>
      </span>
    ),
  },
  { id: "state", head: t("feedback.state"), cell: (rating) => <RatingState rating={rating} /> },
];

const phoneRowIn =
  (t: Text, locale: Locale) =>
  (rating: ListedRating): PhoneRow => ({
    first: rating.guest || t("feedback.forgotten"),
    second: rating.comment || t("feedback.noWords"),
    end: <GivenStars stars={rating.stars} />,
    endSecond: <span className="text-fine text-text-3">{shortDate(rating.date, locale)}</span>,
  });

/** Stars with their number for whoever doesn't see them. */
export function GivenStars({ stars }: { stars: number }) {
  const { t } = useText();
  return (
    <span role="img" aria-label={t("feedback.starsOf", { stars })} className="inline-flex gap-0.5 align-middle">
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

/** What waits, and what was done about a rating. */
export function RatingState({ rating: { open, published, answers } }: { rating: ListedRating }) {
  const { t } = useText();
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {open && <Badge tone="judge">{t("feedback.state.open")}</Badge>}
      {answers > 0 && <Badge tone="done">{t("feedback.state.answered")}</Badge>}
      {published && <Badge tone="done">{t("feedback.state.published")}</Badge>}
    </span>
  );
}

function NoRatings({ filter, path }: { filter: RatingFilter; path: string }) {
  const { t } = useText();
  const { page: _page, view, ...asked } = filter;
  const isNarrowed = Object.values(asked).some((value) => value !== undefined && value !== "");
  if (!isNarrowed && view === "tasks")
    return (
      <Empty title={t("feedback.empty.tasks")} text={t("feedback.empty.tasksText")} action={<All path={path} />} />
    );
  if (!isNarrowed && view === "all") return <Empty title={t("feedback.empty.title")} text={t("feedback.empty.text")} />;
  return <Empty title={t("feedback.empty.none")} text={t("feedback.empty.noneText")} action={<All path={path} />} />;
}

function All({ path }: { path: string }) {
  const { t } = useText();
  return <AdminLink to={path}>{t("feedback.empty.all")}</AdminLink>;
}
