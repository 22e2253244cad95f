import { isRouteErrorResponse, useLocation, useRouteError } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { MissingPage } from "#src/modules/content/components/missing-page.tsx";
import { buttonClass } from "#src/ui/button.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";

/** Error state of a crawl page: not found, or its crawls couldn't be loaded (spec section 8). */
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
      {/* a full page load: this page's code may be outdated */}
      <a href={pathname + search} className={buttonClass({})}>
        {t("catalog.failed.retry")}
      </a>
    </main>
  );
}
