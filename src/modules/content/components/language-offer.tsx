import { X } from "#src/ui/lucide/icons.ts";
import { type MouseEvent, useState, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { keepLanguage, storedLanguage, useLanguage } from "#src/modules/content/components/language-provider.tsx";
import { offeredLanguage } from "#src/modules/content/rules/offered-language.ts";
import { LINK } from "#src/ui/button.tsx";

/**
 * Offers the page in the reader's own language, in that language. Nobody is moved unasked, and an answer is kept. Only the
 * browser knows: the page is the same for everyone (docs/decisions/075).
 */
export function LanguageOffer() {
  const { t } = useText();
  const { language, setLanguage } = useLanguage();
  const { pathname, search, hash } = useLocation();
  const [refused, setRefused] = useState(false);
  const offered = useOffered(language);
  if (offered === null || refused) return null;
  const accept = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return keepLanguage(offered);
    event.preventDefault();
    setLanguage(offered);
  };
  const refuse = () => {
    keepLanguage(language);
    setRefused(true);
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
        onClick={refuse}
        aria-label={t("site.offer.no")}
        title={t("site.offer.no")}
        className="-mr-2.5 inline-grid size-11 shrink-0 cursor-pointer place-items-center rounded-md text-text-2 hover:bg-surface-2"
      >
        <X aria-hidden size={18} />
      </button>
    </aside>
  );
}

/** What was chosen and what the browser asks for are no part of the page. */
const useOffered = (shown: Locale): Locale | null =>
  useSyncExternalStore(
    never,
    () => offeredLanguage(shown, storedLanguage(), navigator.languages),
    () => null,
  );
const never = () => () => undefined;
