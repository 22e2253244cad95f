import type { MouseEvent } from "react";
import { Link, useLocation } from "react-router";
import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { keepLanguage, useLanguage } from "#src/modules/site/content/components/language-provider.tsx";
import { LINK } from "#src/ui/class-names.ts";
import { lucideIcon } from "#src/ui/lucide/icon.ts";

// icons.ts has this one too, but with all others of the site, which no page needs before a touch
const X = lucideIcon([
  ["path", { d: "M18 6 6 18" }],
  ["path", { d: "m6 6 12 12" }],
]);

type LanguageCardProps = { offered: Locale; onRefuse: () => void };

/**
 * Asks in the language that is offered. Where there is no room beside the page's heading it lies over the site's header, until it is
 * answered, the page is scrolled, or the keyboard reaches the header.
 */
export function LanguageCard({ offered, onRefuse }: LanguageCardProps) {
  const { t } = useText();
  const { setLanguage } = useLanguage();
  const { pathname, search, hash } = useLocation();
  const accept = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return keepLanguage(offered);
    event.preventDefault();
    setLanguage(offered);
  };
  return (
    <aside
      lang={offered}
      aria-label={t("site.offer.ask")}
      className="absolute top-1.5 right-2 left-2 z-45 flex min-h-13 animate-[rise_200ms_both] items-center gap-x-2 rounded-lg border border-border bg-surface px-3 text-[0.9375rem] leading-tight text-text shadow-lg md:top-3 md:right-4 md:left-auto md:px-4 lg:top-22 [[data-later=header]:has(:focus-visible)~&]:top-18"
    >
      <p className="mr-auto font-semibold">{t("site.offer.ask")}</p>
      <Link
        to={localizedPath(pathname + search + hash, offered)}
        hrefLang={offered}
        onClick={accept}
        className={`${LINK} inline-flex min-h-11 items-center font-semibold`}
      >
        {t("site.offer.yes")}
      </Link>
      <button
        type="button"
        onClick={onRefuse}
        aria-label={t("site.offer.no")}
        title={t("site.offer.no")}
        className="-mr-2.5 inline-grid size-11 shrink-0 cursor-pointer place-items-center rounded-md text-text-2 hover:bg-surface-2"
      >
        <X aria-hidden size={18} />
      </button>
    </aside>
  );
}
