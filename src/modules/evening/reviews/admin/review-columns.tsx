import { Star } from "#src/ui/lucide/icons.ts";
import { shortDate } from "#src/kernel/local-time.ts";
import type { Locale } from "#src/kernel/localized.ts";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import type { ListedReview } from "#src/modules/evening/reviews/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import type { Column, PhoneRow } from "#src/ui/admin/table.tsx";

/** Reviews with guest, stars, departure, text and state. */
export const reviewColumns = (t: Text, locale: Locale): Column<ListedReview>[] => [
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

export const reviewPhoneRow =
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
