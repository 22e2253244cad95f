import { useEffect, useState } from "react";
import { isRouteErrorResponse, useLocation, useRouteLoaderData } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { MissingPage } from "#src/modules/site/content/components/missing-page.tsx";
import { PageHead } from "#src/ui/page-head.tsx";
import { buttonClass } from "#src/ui/button.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";

/** React Router's replacement for the message of a server error, which it doesn't send to the browser. */
const ON_SERVER = "Unexpected Server Error";

/** Error boundary content: a failed page, or a 404. */
export const PageFailure = ({ error }: { error: unknown }) =>
  isRouteErrorResponse(error) && error.status === 404 ? <MissingPage /> : <FailurePage error={error} />;

/** What happened, what it didn't affect, what to do now, and the request id in the log. */
function FailurePage({ error }: { error: unknown }) {
  const { t } = useText();
  const { pathname, search } = useLocation();
  const root = useRouteLoaderData("root") as { requestId: string } | undefined;
  useAskWhole(error);
  return (
    <main id="main" tabIndex={-1} className="wrap section grid min-h-[32rem] content-start justify-items-start gap-5">
      <PageHead title={t("failure.title")} description={t("failure.advice")} index={false} />
      <Flag motif="calavera" className="w-20 text-brand" />
      <h1 className="text-h1">{t("failure.title")}</h1>
      <p className="max-w-[38rem] text-lead text-text-2">{t("failure.text", { requestId: root?.requestId ?? "–" })}</p>
      <a href={pathname + search} className={buttonClass({})}>
        {t("failure.retry")}
      </a>
    </main>
  );
}

/**
 * Reloads as a document when a client navigation failed on the server: the error may be transient, and only documents know the
 * request id in the log.
 */
function useAskWhole(error: unknown) {
  const [clicked] = useState(() => !import.meta.env.SSR && "hydrated" in document.documentElement.dataset);
  const failed = clicked && error instanceof Error && error.message === ON_SERVER;
  // only the browser can reload
  useEffect(() => {
    if (failed) location.reload();
  }, [failed]);
}
