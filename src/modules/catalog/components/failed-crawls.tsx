import { isRouteErrorResponse, useLocation, useRouteError } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { MissingPage } from "#src/modules/content/components/missing-page.tsx";
import { buttonClass } from "#src/ui/button.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";

/** What a page of crawls shows instead of itself: that it is none, or that its crawls couldn't be read (spec section 8). */
export function FailedCrawls() {
  const { t } = useText();
  const error = useRouteError();
  const { pathname, search } = useLocation();
  if (isRouteErrorResponse(error) && error.status === 404) return <MissingPage />;
  return (
    <main id="main" tabIndex={-1} className="wrap section grid justify-items-center gap-4 text-center">
      <title>{t("catalog.failed.title")}</title>
      <Flag motif="calavera" className="w-24 text-brand" />
      <h1 className="mt-2 text-h2">{t("catalog.failed.title")}</h1>
      <p className="text-lead text-text-2">{t("catalog.failed.text")}</p>
      {/* a whole new page, because this one may be too old to be read */}
      <a href={pathname + search} className={buttonClass({})}>
        {t("catalog.failed.retry")}
      </a>
    </main>
  );
}
