import { isRouteErrorResponse, useLocation } from "react-router";
import { tabTitle } from "#src/kernel/brand.ts";
import { useText } from "#src/locales/use-text.ts";

/** What stands where a page failed while the code of its error page isn't there: fetches nothing, and its link reloads. */
export function PlainFailure({ error }: { error: unknown }) {
  const { t } = useText();
  const { pathname, search } = useLocation();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main id="main" className="wrap section grid justify-items-start gap-5">
      <title>{tabTitle(t(missing ? "notFound.title" : "failure.title"), t("common.brand"))}</title>
      <h1 className="text-h1">{t(missing ? "notFound.title" : "failure.title")}</h1>
      <p className="max-w-[38rem] text-lead text-text-2">{t(missing ? "notFound.text" : "failure.advice")}</p>
      <a
        href={missing ? "/" : pathname + search}
        className="inline-flex min-h-11 items-center font-semibold text-brand-text underline"
      >
        {t(missing ? "notFound.home" : "failure.retry")}
      </a>
    </main>
  );
}
