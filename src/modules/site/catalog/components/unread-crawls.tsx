import { useLocation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { buttonClass } from "#src/ui/button.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";

/** Stands where crawls would that couldn't be read (spec section 8). */
export function UnreadCrawls({ Heading = "h2" }: { Heading?: "h1" | "h2" }) {
  const { t } = useText();
  const { pathname, search } = useLocation();
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <Flag motif="calavera" className="w-24 text-brand" />
      <Heading className="mt-2 text-h2">{t("catalog.failed.title")}</Heading>
      <p className="text-lead text-text-2">{t("catalog.failed.text")}</p>
      {/* a full page load: this page's code may be outdated */}
      <a href={pathname + search} className={buttonClass({})}>
        {t("catalog.failed.retry")}
      </a>
    </div>
  );
}
