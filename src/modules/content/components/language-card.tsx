import { X } from "#src/ui/lucide/icons.ts";
import type { MouseEvent } from "react";
import { Link, useLocation } from "react-router";
import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { keepLanguage, useLanguage } from "#src/modules/content/components/language-provider.tsx";
import { LINK } from "#src/ui/button.tsx";

type LanguageCardProps = { offered: Locale; onRefuse: () => void };

/** Asks in the language that is offered. */
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
      className="absolute top-18 right-4 left-4 z-30 flex animate-[rise_200ms_both] items-center gap-x-2 rounded-lg border border-border bg-surface px-4 py-0.5 text-[0.9375rem] text-text shadow-lg md:top-22 md:left-auto"
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
