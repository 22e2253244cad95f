import { Star } from "#src/ui/lucide/icons.ts";
import { Link, useSearchParams } from "react-router";
import { numberFormat } from "#src/kernel/formatters.ts";
import { monthAndYear } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { REVIEWS_PER_STEP, type ShownChoice, shownValue } from "#src/modules/evening/reviews/rules/review-choice.ts";
import type { CrawlReviews as Reviews, ShownReview } from "#src/modules/evening/reviews/schema.ts";
import { LINK } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";

/** Reviews of a crawl: all stars, and the comments of those who agreed to show them. Nothing while there are none. */
export function CrawlReviews({ reviews, steps }: { reviews: Reviews | null; steps: number }) {
  const { t } = useText();
  const hrefOf = useHref();
  if (!reviews) return null;
  const { language, counts } = reviews;
  const more = counts[language] - reviews.reviews.length;
  return (
    <section id="reviews" aria-labelledby="crawl-reviews" className="wrap scroll-mt-20 pb-(--section)">
      <h2 id="crawl-reviews" className="mb-7 text-h2">
        {t("reviews-crawl.title")}
      </h2>
      <div className="grid gap-x-14 gap-y-9 md:grid-cols-[17rem_minmax(0,1fr)]">
        <Summary reviews={reviews} />
        {counts.all > 0 && (
          <div className="min-w-0">
            {counts.en > 0 && counts.es > 0 && <Languages {...reviews} hrefOf={hrefOf} />}
            <ol className="border-t-2 border-dotted border-border-strong">
              {reviews.reviews.map((review, index) => (
                <Said key={review.id} review={review} number={index + 1} />
              ))}
            </ol>
            {more > 0 && (
              <p className="mt-5">
                <Link
                  to={hrefOf({ language, steps: steps + 1 }, `review-${reviews.reviews.length + 1}`)}
                  preventScrollReset
                  rel="nofollow"
                  className={`${LINK} inline-flex min-h-11 items-center`}
                >
                  {t("reviews-crawl.more", { count: Math.min(more, REVIEWS_PER_STEP) })}
                </Link>
              </p>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

/** The address that shows a choice of reviews; what else the address says stays. */
function useHref() {
  const [query] = useSearchParams();
  return (choice: ShownChoice, place: string) => {
    const to = new URLSearchParams(query);
    to.set("reviews", shownValue(choice));
    return `?${to}#${place}`;
  };
}

/** The average and how many gave how many stars. */
function Summary({ reviews: { average, total, distribution } }: { reviews: Reviews }) {
  const { t, locale } = useText();
  const figure = numberFormat(locale === "es" ? "es-MX" : "en-US", {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(average);
  return (
    <div className="min-w-0 max-md:max-w-88">
      <p className="flex items-center gap-3">
        <span className="display text-[4rem] leading-none tabular-nums">{figure}</span>
        <span>
          <Stars stars={Math.round(average)} size={20} />
          <span className="mt-1 block text-small text-text-2">
            {t("reviews-crawl.of5")} · {t("reviews-crawl.total", { count: total })}
          </span>
        </span>
      </p>
      <ul className="mt-5 grid gap-2" aria-label={t("reviews-crawl.distribution")}>
        {distribution.map(({ stars, count }) => (
          <li key={stars} className="grid grid-cols-[1.75rem_minmax(0,1fr)_2.5rem] items-center gap-2.5 text-small">
            <span className="sr-only">{t("reviews-crawl.bar", { stars, count })}</span>
            <span aria-hidden className="flex items-center justify-between font-semibold tabular-nums">
              {stars}
              <Star size={14} className="fill-marigold text-marigold-dark" />
            </span>
            <span aria-hidden className="h-2.5 overflow-hidden rounded-full bg-surface-2 inset-ring inset-ring-border">
              <span className="block h-full rounded-full bg-marigold" style={{ width: `${(count / total) * 100}%` }} />
            </span>
            <span aria-hidden className="text-right text-text-2 tabular-nums">
              {count}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-small text-text-2">{t("reviews-crawl.who")}</p>
    </div>
  );
}

type LanguagesProps = Pick<Reviews, "language" | "counts"> & { hrefOf: ReturnType<typeof useHref> };

function Languages({ language, counts, hrefOf }: LanguagesProps) {
  const { t } = useText();
  return (
    <nav aria-label={t("reviews-crawl.languages")} className="mb-5 flex flex-wrap gap-2">
      {(["all", "en", "es"] as const).map((one) => (
        <Link
          key={one}
          to={hrefOf({ language: one, steps: 1 }, "reviews")}
          preventScrollReset
          rel="nofollow"
          aria-current={one === language ? "true" : undefined}
          className="inline-flex min-h-11 items-center rounded-full px-4 font-semibold text-text no-underline inset-ring-[1.5px] inset-ring-border-strong aria-[current]:bg-text aria-[current]:text-surface aria-[current]:inset-ring-0"
        >
          {t(`reviews-crawl.in.${one}`, { count: counts[one] })}
        </Link>
      ))}
    </nav>
  );
}

function Said({ review, number }: { review: ShownReview; number: number }) {
  const { t, locale } = useText();
  const { stars, text, language, author, country, date } = review;
  return (
    <li id={`review-${number}`} className="scroll-mt-20 border-b-2 border-dotted border-border-strong py-5">
      <figure>
        <Stars stars={stars} size={16} label={t("reviews-crawl.gave", { stars })} />
        <blockquote lang={language} className="mt-2 max-w-[38rem] whitespace-pre-line wrap-anywhere">
          {text}
        </blockquote>
        <figcaption className="mt-2 text-small text-text-2">
          <strong className="text-text">{author}</strong>
          {country && `, ${country}`} · {monthAndYear(date.slice(0, 7), locale)}
        </figcaption>
      </figure>
    </li>
  );
}

/** Five stars, so many of them filled; `label` says it where nothing beside it does. */
function Stars({ stars, size, label }: { stars: number; size: number; label?: string }) {
  return (
    <span className="flex gap-0.5">
      {label && <span className="sr-only">{label}</span>}
      {[1, 2, 3, 4, 5].map((star) => (
        <Star
          key={star}
          aria-hidden
          size={size}
          className={classNames(star <= stars ? "fill-marigold text-marigold-dark" : "text-border-strong")}
        />
      ))}
    </span>
  );
}
