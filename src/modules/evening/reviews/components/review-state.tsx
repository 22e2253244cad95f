import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { clockTime, dateInSentence } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { GivenStars } from "#src/modules/evening/reviews/components/stars.tsx";
import type { DepartureToReview } from "#src/modules/evening/reviews/schema.ts";
import { ButtonLink } from "#src/ui/button.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";

/** Why a departure can't be reviewed: already reviewed, not started yet, not booked. */
export function ReviewState({ departure }: { departure: DepartureToReview }) {
  const { t, locale } = useText();
  const fresh = useSearchParams()[0].has("sent");
  const title = useRef<HTMLHeadingElement>(null);
  // the form that had the focus is gone
  useEffect(() => {
    if (fresh) title.current?.focus();
  }, [fresh]);
  const date = dateInSentence(departure.date, locale);
  const { state, stars } = departure;
  if (state === "rated")
    return (
      <section role="status" className="grid max-w-[38rem] justify-items-start gap-5">
        <h1 ref={title} tabIndex={-1} className="text-h1">
          {t("reviews.rated.title")}
        </h1>
        <GivenStars stars={stars ?? 0} />
        <p className="text-lead text-text-2">{t("reviews.rated.text", { stars: stars ?? 0 })}</p>
        <ButtonLink to={localizedPath("/#booking", locale)} className="mt-1">
          {t("reviews.rated.action")}
        </ButtonLink>
      </section>
    );
  const early = state === "too_early";
  return (
    <section className="grid max-w-[38rem] justify-items-start gap-5">
      <Flag motif={early ? "star" : "calavera"} className="w-18 text-brand" />
      <h1 className="text-h1">{t(early ? "reviews.early.title" : "reviews.none.title")}</h1>
      <p className="text-lead text-text-2">
        {early
          ? t("reviews.early.text", { date, time: clockTime(departure.start_time, locale) })
          : t("reviews.none.text")}
      </p>
      {!early && (
        <ButtonLink to={localizedPath("/contact", locale)} className="mt-1">
          {t("reviews.none.action")}
        </ButtonLink>
      )}
    </section>
  );
}

/** What a guest has said, for staff. */
export function GivenReview({ departure }: { departure: DepartureToReview }) {
  const { t, locale } = useText();
  const { crawl_title: crawl, date, stars, comment } = departure;
  return (
    <section className="grid max-w-[38rem] justify-items-start gap-5">
      <h1 className="text-h1">{t("reviews.staff.title")}</h1>
      <p className="text-lead text-text-2">{t("reviews.departure", { crawl, date: dateInSentence(date, locale) })}</p>
      {stars === null ? (
        <p>{t("reviews.staff.none")}</p>
      ) : (
        <>
          <GivenStars stars={stars} />
          <p className="sr-only">{t("reviews.star", { stars })}</p>
          {comment !== "" && <blockquote className="whitespace-pre-line">{comment}</blockquote>}
        </>
      )}
      <ButtonLink to={localizedPath("/admin/feedback", locale)} className="mt-1">
        {t("reviews.staff.action")}
      </ButtonLink>
    </section>
  );
}
