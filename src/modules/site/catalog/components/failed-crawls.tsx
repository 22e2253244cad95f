import { isRouteErrorResponse, useRouteError } from "react-router";
import { tabTitle } from "#src/kernel/brand.ts";
import { useText } from "#src/locales/use-text.ts";
import { UnreadCrawls } from "#src/modules/site/catalog/components/unread-crawls.tsx";
import { MissingPage } from "#src/modules/site/content/components/missing-page.tsx";

/** Error state of a crawl page: not found, or its crawls couldn't be loaded (spec section 8). */
export function FailedCrawls() {
  const { t } = useText();
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <MissingPage />;
  return (
    <main id="main" tabIndex={-1} className="wrap section">
      <title>{tabTitle(t("catalog.failed.title"), t("common.brand"))}</title>
      <UnreadCrawls Heading="h1" />
    </main>
  );
}
