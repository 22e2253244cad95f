import { Check } from "#src/ui/lucide/icons.ts";
import type { MouseEvent } from "react";
import { Link, useLocation } from "react-router";
import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { keepLanguage, useLanguage } from "#src/modules/site/content/components/language-provider.tsx";
import { Dropdown } from "#src/ui/dropdown.tsx";
import { ICON_BUTTON } from "#src/ui/button.tsx";
import { LanguageFlag } from "#src/ui/language-flag.tsx";

/** A round flag that opens the language menu; each item links to this page in that language. */
export function LanguageSwitcher() {
  const { t } = useText();
  const { language: current, setLanguage } = useLanguage();
  const { pathname, search, hash } = useLocation();
  const choose = (event: MouseEvent, language: Locale) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return keepLanguage(language);
    event.preventDefault();
    setLanguage(language);
  };
  const languages = [
    ["en", t("site.english")],
    ["es", t("site.spanish")],
  ] as const;
  return (
    <Dropdown label={t("site.switchLanguage")} summary={<LanguageFlag language={current} />} summaryClass={ICON_BUTTON}>
      {languages.map(([language, name]) => (
        <li key={language}>
          <Link
            to={localizedPath(pathname + search + hash, language)}
            lang={language}
            hrefLang={language}
            data-language={language}
            aria-current={language === current ? "true" : undefined}
            onClick={(event) => choose(event, language)}
            className="flex min-h-11 items-center gap-3 rounded-md px-3 font-semibold no-underline hover:bg-surface-2 aria-[current]:bg-brand-tint"
          >
            <LanguageFlag language={language} />
            <span className="grow">{name}</span>
            {language === current && <Check aria-hidden size={18} className="text-brand-text" />}
          </Link>
        </li>
      ))}
    </Dropdown>
  );
}
