import { useRef } from "react";
import { useText } from "#src/locales/use-text.ts";
import { sayPlaceholder, sayProblem } from "#src/modules/mail/notifications/admin/template-words.ts";
import type { TemplateForm } from "#src/modules/mail/notifications/admin/use-template-form.ts";
import { isCounted, type Placeholder } from "#src/modules/mail/notifications/rules/template.ts";
import type { EditableText } from "#src/modules/mail/notifications/rules/template-texts.ts";
import type { Language, Wording } from "#src/modules/mail/notifications/rules/wording.ts";
import { Bilingual } from "#src/ui/admin/bilingual.tsx";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";

type TemplateFieldProps = {
  text: EditableText;
  label: string;
  form: TemplateForm;
  ronda: Wording;
  /** The language and case of a text that is looked at are what the preview shows. */
  onLook: (language: Language, text: EditableText) => void;
};

/** A text of an email in both languages, with what it can insert and the way back to Ronda's. */
export function TemplateField({ text, label, form, ronda, onLook }: TemplateFieldProps) {
  const { t } = useText();
  const { id, role, most, long, may } = text;
  const typed = (words: string) => (long ? words : words.replaceAll(/\s*\n\s*/g, " "));
  // null before either field was in use: its caret stands before the text then
  const last = useRef<Language>(null);
  const value = { en: form.draft.en[id] ?? "", es: form.draft.es[id] ?? "" };
  const isOwn = (language: Language) => form.own[language][id] !== undefined;
  const isChanged = (language: Language) => form.changed.some((one) => one.language === language && one.id === id);
  const errorOf = (language: Language) => {
    const problem = form.answer?.problems?.find((one) => one.language === language && one.id === id);
    return problem ? { [language]: sayProblem(problem.error, text, t) } : {};
  };
  const only = isOwn("en") === isOwn("es") ? null : isOwn("en") ? "en" : "es";
  const insert = (name: Placeholder) => {
    const language = last.current ?? "en";
    const control = document.getElementById(language === "en" ? id : `${id}_es`) as HTMLTextAreaElement | null;
    const whole = value[language].length;
    const [at, end] = last.current
      ? [control?.selectionStart ?? whole, control?.selectionEnd ?? whole]
      : [whole, whole];
    const written = `{{${name}}}`;
    form.set(id, { [language]: value[language].slice(0, at) + written + value[language].slice(end) });
    // React sets the value first, which moves the caret to its end
    requestAnimationFrame(() => {
      control?.focus();
      control?.setSelectionRange(at + written.length, at + written.length);
    });
  };
  return (
    <div
      className="grid gap-1.5 border-b border-border pb-3.5 last:border-b-0"
      onFocus={({ target }) => {
        if (target.id !== id && target.id !== `${id}_es`) return;
        last.current = target.id === id ? "en" : "es";
        onLook(last.current, text);
      }}
    >
      <Bilingual
        name={id}
        label={label}
        value={value}
        onChange={(now) => form.set(id, { en: typed(now.en), es: typed(now.es) })}
        errors={{ ...errorOf("en"), ...errorOf("es") }}
        changed={{ en: isChanged("en"), es: isChanged("es") }}
        maxLength={most + 200}
        // a field that grows shows its whole text; a button is short
        long={role !== "button"}
        instead={{ en: ronda.en[id] ?? "", es: ronda.es[id] ?? "" }}
      />
      {only && <p className="text-fine text-marigold-text">{t(`notifications-templates.one.${only}`)}</p>}
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-fine">
        {may.length > 0 && <Insertable text={text} label={label} onInsert={insert} />}
        {(isOwn("en") || isOwn("es")) && (
          <button
            type="button"
            className={`min-h-6 ${ADMIN_LINK}`}
            aria-label={`${t("notifications-templates.one.reset")}: ${label}`}
            onClick={() => form.set(id, { en: ronda.en[id] ?? "", es: ronda.es[id] ?? "" })}
          >
            {t("notifications-templates.one.reset")}
          </button>
        )}
      </div>
    </div>
  );
}

type InsertableProps = { text: EditableText; label: string; onInsert: (name: Placeholder) => void };

function Insertable({ text: { may, must }, label, onInsert }: InsertableProps) {
  const { t } = useText();
  const counted = may.find(isCounted);
  return (
    <details className="min-w-0 open:basis-full">
      <summary className={`min-h-6 cursor-pointer ${ADMIN_LINK}`}>
        {t("notifications-templates.insert")}
        <span className="sr-only">: {label}</span>
      </summary>
      <ul className="mt-1.5 flex flex-wrap gap-1.5">
        {may.map((name) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onInsert(name)}
              className="flex min-h-7 items-baseline gap-1.5 rounded-md border border-line-2 bg-surface px-2 py-0.5 text-text hover:bg-hover max-md:min-h-11 max-md:items-center"
              aria-label={t("notifications-templates.insert.one", { meaning: sayPlaceholder(name, t) })}
            >
              {sayPlaceholder(name, t)}
              <code className="font-mono text-text-3">{`{{${name}}}`}</code>
              {must.includes(name) && (
                <span className="text-text-3">({t("notifications-templates.insert.required")})</span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {counted && (
        <p className="mt-1.5 text-text-3">
          {t("notifications-templates.insert.plural", { example: `{{${counted}: # … | # …}}` })}
        </p>
      )}
    </details>
  );
}
