import { Link } from "react-router";
import { dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { type Locale, LOCALES, localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import {
  type BoardRecord,
  type BoardText,
  countStates,
  stateIn,
} from "#src/modules/office/translations/rules/board.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { ChevronDown } from "#src/ui/lucide/icons.ts";

/** A record with its texts, which open below its name. */
export function TextRecord({ record, isOpen }: { record: BoardRecord; isOpen: boolean }) {
  const { t } = useText();
  const { missing, older } = countStates(record.texts);
  const [only, ...others] = record.texts;
  if (only && others.length === 0)
    return (
      <li className="border-t border-border">
        <TextRow text={only} of={record.name} />
      </li>
    );
  return (
    <li className="border-t border-border">
      <details open={isOpen} className="group">
        <summary className="flex min-h-11 list-none flex-wrap items-center gap-x-2 gap-y-1 px-3.5 py-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
          <ChevronDown aria-hidden size={15} className="shrink-0 -rotate-90 text-text-3 group-open:rotate-0" />
          <span className="min-w-0 font-semibold wrap-anywhere">{record.name}</span>
          {record.isDraft && (
            <Badge tone="none" plain>
              {t("translations.draft")}
            </Badge>
          )}
          <span className="ml-auto flex flex-wrap gap-1.5">
            {missing > 0 && <Badge tone="waiting">{t("translations.missing.count", { count: missing })}</Badge>}
            {older > 0 && <Badge tone="judge">{t("translations.older.count", { count: older })}</Badge>}
            {missing + older === 0 && (
              <Badge tone="done" plain>
                {t("editing.complete")}
              </Badge>
            )}
          </span>
        </summary>
        <ul className="border-t border-border">
          {record.texts.map((text) => (
            <li key={text.key} className="border-t border-border first:border-t-0">
              <TextRow text={text} />
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

/** A text; `of` names its record where it stands alone. */
function TextRow({ text, of }: { text: BoardText; of?: string }) {
  const { t, locale } = useText();
  // the field that needs somebody: Spanish unless English does
  const language = stateIn("en", text) === "complete" ? "es" : "en";
  return (
    <div className="grid gap-x-4 gap-y-1.5 px-3.5 py-2.5 md:grid-cols-[minmax(9rem,1fr)_minmax(0,2fr)_minmax(0,2fr)]">
      <p className="min-w-0 wrap-anywhere max-md:py-1">
        {of && <span className="block font-semibold">{of}</span>}
        <Link
          to={localizedPath(text.href[language], locale)}
          aria-label={t("translations.edit", { label: of ? `${of}, ${text.label}` : text.label })}
          className={ADMIN_LINK}
        >
          {text.label}
        </Link>
      </p>
      {LOCALES.map((one) => (
        <Told key={one} text={text} language={one} />
      ))}
    </div>
  );
}

/** A text in one language, with what it lacks. */
function Told({ text, language }: { text: BoardText; language: Locale }) {
  const { t, locale } = useText();
  const state = stateIn(language, text);
  const day = text.older && shortDate(dateIn(new Date(text.older.since), HOME_ZONE), locale);
  return (
    <div className="flex min-w-0 items-start gap-2">
      <span aria-hidden className="mt-px shrink-0 rounded-[5px] border border-line-2 px-1.5 text-fine text-text-2">
        {language.toUpperCase()}
      </span>
      <div className="grid min-w-0 justify-items-start gap-1">
        {state === "missing" ? (
          <Badge tone="waiting">{t(`translations.missing.${language}`)}</Badge>
        ) : (
          <p lang={language} className="line-clamp-3 wrap-anywhere whitespace-pre-line text-text-2">
            {text[language]}
          </p>
        )}
        {state === "older" && <Badge tone="judge">{t(`translations.older.${language}`, { day: day ?? "" })}</Badge>}
      </div>
    </div>
  );
}
