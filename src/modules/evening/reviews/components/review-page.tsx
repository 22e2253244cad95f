import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { dateInSentence } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { PageHead } from "#src/ui/page-head.tsx";
import { ReviewForm } from "#src/modules/evening/reviews/components/review-form.tsx";
import { GivenReview, ReviewState } from "#src/modules/evening/reviews/components/review-state.tsx";
import { type FormValues } from "#src/modules/evening/reviews/rules/review.ts";
import { Button, ButtonLink } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";
import { Picture } from "#src/ui/picture.tsx";
import type { Route } from "#routes/public/+types/review.ts";

const EMPTY: FormValues = { stars: "", comment: "", consent: false };

export default function Review({ loaderData: { departure, isLinkOffered }, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  return (
    <main id="main" tabIndex={-1} className="wrap pt-10 pb-16 md:pt-14 md:pb-24">
      <PageHead title={t("reviews.pageTitle")} description={t("reviews.description")} index={false} />
      {!departure && (
        <Missing>{isLinkOffered && <LinkOffer isSent={actionData?.done ?? false} at={actionData?.at ?? 0} />}</Missing>
      )}
      {departure && (
        <div className="grid items-start gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          {departure.readOnly ? (
            <GivenReview departure={departure} />
          ) : departure.state === "open" ? (
            <div className="grid gap-8">
              <header className="grid gap-3">
                <h1 className="text-h1">{t("reviews.title")}</h1>
                <p className="text-lead text-text-2">
                  {t("reviews.departure", {
                    crawl: departure.crawl_title,
                    date: dateInSentence(departure.date, locale),
                  })}
                </p>
              </header>
              <ReviewForm
                formValues={actionData?.formValues ?? EMPTY}
                fieldErrors={actionData?.fieldErrors ?? []}
                formError={actionData?.formError ?? null}
                at={actionData?.at ?? 0}
              />
            </div>
          ) : (
            <ReviewState departure={departure} />
          )}
          <Departure image={departure.image} title={departure.crawl_title} city={departure.city} />
        </div>
      )}
    </main>
  );
}

/** The departure's picture and title, so that nobody reviews the wrong one. */
function Departure({ image, title, city }: { image: string | null; title: string; city: string }) {
  const { t } = useText();
  if (!image) return null;
  return (
    <figure className="rounded-lg bg-surface p-3 shadow-md max-lg:hidden">
      <Picture
        src={image}
        alt=""
        missing={t("site.imageMissing")}
        sizes="28rem"
        className="aspect-[4/3] w-full rounded-md object-cover object-[75%_50%]"
      />
      <figcaption className="px-2 pt-3.5 pb-2">
        <span className="display block text-2xl">{title}</span>
        <span className="text-text-2">{city}</span>
      </figcaption>
    </figure>
  );
}

/** The same for a missing booking and for an incomplete link. */
function Missing({ children }: { children: ReactNode }) {
  const { t, locale } = useText();
  return (
    <section className="grid justify-items-start gap-4">
      <Flag motif="calavera" className="w-18 text-brand" />
      <h1 className="text-h2">{t("reviews.missing.title")}</h1>
      <p className="text-lead text-text-2">
        {t("reviews.missing.text")} {t("reviews.missing.hint")}
      </p>
      {children}
      <ButtonLink to={localizedPath("/", locale)} kind="secondary" className="mt-2">
        {t("reviews.missing.action")}
      </ButtonLink>
    </section>
  );
}

/** Whoever has lost the link gets it by email, at the booking's address; the answer tells nobody whether there is one. */
function LinkOffer({ isSent, at }: { isSent: boolean; at: number }) {
  const { t } = useText();
  const sending = useNavigation().formMethod === "POST";
  if (isSent) return <Notice key={at} tone="good" live title={t("reviews.link.sent")} />;
  return (
    <Form method="post" className="grid justify-items-start gap-3">
      <p className="max-w-[38rem] text-text-2">{t("reviews.link.text")}</p>
      <Button type="submit" name="intent" value="link" busy={sending}>
        {t("reviews.link.action")}
      </Button>
    </Form>
  );
}
