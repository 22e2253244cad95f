import { ChevronRight } from "#src/ui/lucide/icons.ts";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";

type BreadcrumbProps = {
  city?: string | undefined;
  /** The list's path and name, where it isn't the one of crawls. */
  to?: string;
  name?: string;
  /** loads it as a document, for pages that a phone keeps */
  reloadDocument?: boolean;
};

/** Link back to the list, and the city. */
export function Breadcrumb({ city, to = "/admin/pub-crawls", name, reloadDocument = false }: BreadcrumbProps) {
  const { t, locale } = useText();
  return (
    <p className="flex items-center gap-1.5">
      <Link
        reloadDocument={reloadDocument}
        to={localizedPath(to, locale)}
        className="text-text-2 no-underline hover:underline max-md:py-2.5"
      >
        {name ?? t("admin.page.crawls")}
      </Link>
      {city && (
        <>
          <ChevronRight aria-hidden size={13} />
          {city}
        </>
      )}
    </p>
  );
}
