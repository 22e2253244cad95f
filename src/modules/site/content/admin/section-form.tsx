import { useText } from "#src/locales/use-text.ts";
import { HomeFields } from "#src/modules/site/content/admin/home-field.tsx";
import { ItemList } from "#src/modules/site/content/admin/item-list.tsx";
import { LayoutForm } from "#src/modules/site/content/admin/layout-form.tsx";
import type { MetHere } from "#src/modules/site/content/admin/use-drafts.ts";
import { countUntranslated, type SectionDraft, wordsOf } from "#src/modules/site/content/rules/home-draft.ts";
import type { HomeFieldError } from "#src/modules/site/content/rules/home-errors.ts";
import { hasSpanish } from "#src/modules/site/content/rules/fields.ts";
import { SECTIONS, type SectionKey } from "#src/modules/site/content/rules/home-fields.ts";
import { SECTION_WORDS } from "#src/modules/site/content/rules/home-words.ts";
import { sayField, sayText } from "#src/modules/site/content/rules/say-change.ts";
import { LanguageHeads } from "#src/ui/admin/bilingual.tsx";
import { Conflict } from "#src/ui/admin/conflict.tsx";

type SectionFormProps = {
  section: SectionKey;
  draft: SectionDraft;
  published: SectionDraft;
  own: { en: Record<string, string>; es: Record<string, string> };
  errors: readonly HomeFieldError[];
  met: MetHere | undefined;
  onChange: (change: (now: SectionDraft) => SectionDraft) => void;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  language: "en" | "es";
};

/** One section's fields and list. */
export function SectionForm(props: SectionFormProps) {
  const { section, draft, published, own, errors, met, onChange, onKeepMine, onTakeTheirs, language } = props;
  const { t } = useText();
  const { fields, list } = SECTIONS[section];
  const translates = [...fields, ...(list?.fields ?? [])].some(hasSpanish);
  const isOwnSpanish = fields.some((field) => field.kind === "text" && field.untranslated === "never");
  return (
    <div className="grid gap-3">
      {met && (
        <Conflict
          title={t("content-admin.conflict", {
            name: met.by ?? t("content-admin.somebody"),
            section: t(SECTION_WORDS[section]),
          })}
          fields={met.both.map((name) => ({
            label: name === "items" ? t("content-admin.list") : sayField(section, name, null, t),
            theirs: name === "items" ? summary(met.theirs) : sayText(section, name, met.theirs.texts[name] ?? "", t),
            mine: name === "items" ? summary(draft) : sayText(section, name, draft.texts[name] ?? "", t),
          }))}
          onKeepMine={onKeepMine}
          onTakeTheirs={onTakeTheirs}
        />
      )}
      {section === "layout" ? (
        <LayoutForm draft={draft} onChange={(now) => onChange(() => now)} />
      ) : (
        <>
          <LanguageHeads toTranslate={translates ? countUntranslated(section, draft) : null} />
          {isOwnSpanish && <p className="text-fine text-text-3">{t("content-admin.untranslated.never")}</p>}
          <HomeFields
            id={`${section}-`}
            fields={fields}
            values={draft.texts}
            published={published.texts}
            own={(name) => ({ en: own.en[`${section}.${name}`] ?? "", es: own.es[`${section}.${name}`] ?? "" })}
            errorOf={(name) => errors.find(({ path }) => path === name)}
            onChange={(over) => onChange((now) => ({ ...now, texts: { ...now.texts, ...over } }))}
            language={language}
          />
          {section === "testimonials" && (
            <p className="text-fine text-text-3">{t("content-admin.help.testimonials")}</p>
          )}
          {list && (
            <ItemList
              section={section}
              list={list}
              draft={draft}
              errors={errors}
              onChange={(change) => onChange((now) => ({ ...now, items: change(now.items) }))}
              language={language}
            />
          )}
        </>
      )}
    </div>
  );
}

const summary = ({ items }: SectionDraft): string => items.map((item, at) => `${at + 1}. ${wordsOf(item)}`).join(" · ");
