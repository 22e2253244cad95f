import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { PageHead } from "#src/ui/page-head.tsx";
import { Button, ButtonLink } from "#src/ui/button.tsx";
import type { Route } from "#routes/public/+types/unsubscribe.ts";

/** What a reader won't get anymore, with the button that says so, or the way back. */
export default function Unsubscribe({ loaderData: { choice }, actionData }: Route.ComponentProps) {
  const { t } = useText();
  return (
    <main id="main" tabIndex={-1} className="wrap pt-10 pb-16 md:pt-14 md:pb-24">
      <PageHead
        title={t("notifications-unsubscribe.pageTitle")}
        description={t("notifications-unsubscribe.description")}
        index={false}
      />
      {choice ? <Choice isWanted={choice.wanted} isFresh={actionData !== undefined} /> : <Missing />}
    </main>
  );
}

function Choice({ isWanted, isFresh }: { isWanted: boolean; isFresh: boolean }) {
  const { t } = useText();
  const isBusy = useNavigation().formMethod === "POST";
  const title = useRef<HTMLHeadingElement>(null);
  // the result of the button is announced at the top of the page, where reading begins
  useEffect(() => {
    if (isFresh) title.current?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- each press of the button says something new
  }, [isFresh, isWanted]);
  return (
    <section role="status" className="grid max-w-[38rem] justify-items-start gap-5">
      <h1 ref={title} tabIndex={-1} className="text-h1">
        {t(
          isWanted
            ? isFresh
              ? "notifications-unsubscribe.back.title"
              : "notifications-unsubscribe.title"
            : "notifications-unsubscribe.done.title",
        )}
      </h1>
      <p className="text-lead text-text-2">
        {t(isWanted ? "notifications-unsubscribe.lead" : "notifications-unsubscribe.done.lead")}
      </p>
      <ul className="list-disc pl-6 text-lead">
        <li>{t("notifications-unsubscribe.reviews")}</li>
        <li>{t("notifications-unsubscribe.unfinished")}</li>
      </ul>
      <p className="text-text-2">{t("notifications-unsubscribe.still")}</p>
      <Form method="post" className="mt-1">
        <input type="hidden" name="intent" value={isWanted ? "stop" : "undo"} />
        <Button type="submit" busy={isBusy} kind={isWanted ? "primary" : "secondary"}>
          {t(isWanted ? "notifications-unsubscribe.submit" : "notifications-unsubscribe.undo")}
        </Button>
      </Form>
    </section>
  );
}

function Missing() {
  const { t, locale } = useText();
  return (
    <section className="grid max-w-[38rem] justify-items-start gap-5">
      <h1 className="text-h1">{t("notifications-unsubscribe.missing.title")}</h1>
      <p className="text-lead text-text-2">{t("notifications-unsubscribe.missing.text")}</p>
      <ButtonLink to={localizedPath("/contact", locale)} className="mt-1">
        {t("notifications-unsubscribe.missing.action")}
      </ButtonLink>
    </section>
  );
}
