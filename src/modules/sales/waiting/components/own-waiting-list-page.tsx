import { useText } from "#src/locales/use-text.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { PageHead } from "#src/ui/page-head.tsx";
import { OwnEntries } from "#src/modules/sales/waiting/components/own-entries.tsx";
import { ButtonLink } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import type { Route } from "#routes/public/+types/own-waiting-list.ts";

/** What the reader of a link waits for. */
export default function OwnWaitingList({ loaderData: { entries }, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  const message = actionData?.formError ?? actionData?.flash;
  return (
    <main id="main" tabIndex={-1} className="wrap pt-10 pb-16 md:pt-14 md:pb-24">
      <PageHead title={t("waiting.own.pageTitle")} description={t("waiting.description")} index={false} />
      {entries ? (
        <div className="grid max-w-[40rem] gap-6">
          <h1 className="text-h1">{t("waiting.own.title")}</h1>
          {message ? (
            <Notice tone={actionData?.done ? "good" : "bad"} live title={t(message)} />
          ) : (
            <p className="text-lead text-text-2">
              {t(entries.some(({ offer }) => offer) ? "waiting.own.turn" : "waiting.own.lead")}
            </p>
          )}
          <OwnEntries entries={entries} />
        </div>
      ) : (
        <section className="grid max-w-[38rem] justify-items-start gap-5">
          <h1 className="text-h1">{t("waiting.own.missing.title")}</h1>
          <p className="text-lead text-text-2">{t("waiting.own.missing.text")}</p>
          <ButtonLink to={`${localizedPath("/", locale)}#booking`}>{t("waiting.calendar")}</ButtonLink>
        </section>
      )}
    </main>
  );
}
