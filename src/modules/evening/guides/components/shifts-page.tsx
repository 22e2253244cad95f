import { useEffect, useRef } from "react";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { PageHead } from "#src/ui/page-head.tsx";
import { ShiftRequest } from "#src/modules/evening/guides/components/shift-request.tsx";
import { ButtonLink } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import type { Route } from "#routes/public/+types/shifts.ts";

/** The nights that a guide is asked for, with the buttons to answer. */
export default function Shifts({ loaderData: { request }, actionData }: Route.ComponentProps) {
  const { t } = useText();
  const message = useRef<HTMLDivElement>(null);
  // the result of a button is announced at the top of the page, where reading begins
  useEffect(() => {
    if (actionData) message.current?.focus();
  }, [actionData]);
  return (
    <main id="main" tabIndex={-1} className="wrap pt-10 pb-16 md:pt-14 md:pb-24">
      <PageHead title={t("guides.pageTitle")} description={t("guides.description")} index={false} />
      <div className="grid max-w-[44rem] gap-5">
        <div ref={message} tabIndex={-1} className="outline-none empty:hidden">
          {actionData?.flash && (
            <Notice tone="good" live>
              {t(actionData.flash)}
            </Notice>
          )}
          {actionData?.formError && (
            <Notice tone="bad" live>
              {t(actionData.formError)}
            </Notice>
          )}
        </div>
        {request ? <ShiftRequest request={request} /> : <Missing />}
      </div>
    </main>
  );
}

function Missing() {
  const { t, locale } = useText();
  return (
    <section className="grid justify-items-start gap-5">
      <h1 className="text-h1">{t("guides.missing.title")}</h1>
      <p className="text-lead text-text-2">{t("guides.missing.text")}</p>
      <ButtonLink to={localizedPath("/contact", locale)} className="mt-1">
        {t("guides.missing.action")}
      </ButtonLink>
    </section>
  );
}
