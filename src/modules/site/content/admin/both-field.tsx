import { useText } from "#src/locales/use-text.ts";
import type { HomeFieldError } from "#src/modules/site/content/rules/home-errors.ts";
import type { ItemDraft } from "#src/modules/site/content/rules/home-draft.ts";
import { TO_TRANSLATE } from "#src/ui/admin/bilingual.tsx";
import { AdminField, AdminTextArea } from "#src/ui/admin/field.tsx";
import { classNames } from "#src/ui/class-names.ts";

type BothFieldProps = {
  /** Prefix of the fields' element ids. */
  id: string;
  /** Its stored name; the Spanish one adds `_es`. */
  name: string;
  label: string;
  values: ItemDraft;
  /** The published values; null where they aren't comparable: blocks move. */
  published: ItemDraft | null;
  errorOf: (name: string) => HomeFieldError | undefined;
  /** Takes what changed alone. */
  onChange: (over: ItemDraft) => void;
  /** The language that a phone shows. */
  language: "en" | "es";
  /** Whether it may have lines. */
  long: boolean;
  most: number;
  onFocus?: () => void;
};

const SIDES = [
  { lang: "en", suffix: "", missing: "content-pages.onlySpanish" },
  { lang: "es", suffix: "_es", missing: "content-pages.onlyEnglish" },
] as const;

/** As high as an input until it has more to show. */
const ONE_LINE = "min-h-(--ctl) resize-none py-[calc((var(--ctl)-1.25rem)/2-1px)]!";

/** A text in both languages, side by side; on a phone one at a time. Either stands in for the other on the page. */
export function BothField(props: BothFieldProps) {
  const { id, name, label, values, published, errorOf, onChange, language, long, most, onFocus } = props;
  const { t } = useText();
  const textOf = (suffix: string) => values[name + suffix] ?? "";
  const isEmpty = (suffix: string) => textOf(suffix).trim() === "";
  return (
    <div className="grid gap-x-3 gap-y-2 md:grid-cols-2">
      {SIDES.map(({ lang, suffix, missing }) => {
        const error = errorOf(name + suffix);
        const isMissing = isEmpty(suffix) && !isEmpty(suffix === "" ? "_es" : "");
        return (
          <AdminField
            key={lang}
            id={id + name + suffix}
            label={
              lang === "en" ? (
                label
              ) : (
                <span className="font-medium text-text-2">{t("editing.inSpanish", { label })}</span>
              )
            }
            changed={published !== null && (published[name + suffix] ?? "") !== textOf(suffix).trim()}
            className={classNames(language !== lang && "max-md:hidden")}
            {...(error ? { error: t(error.message, error.values) } : {})}
          >
            {(control) => (
              <AdminTextArea
                {...control}
                lang={lang}
                value={textOf(suffix)}
                maxLength={most + 50}
                rows={long ? 2 : 1}
                {...(onFocus ? { onFocus } : {})}
                placeholder={isMissing ? t(missing) : undefined}
                className={classNames(ONE_LINE, isMissing && TO_TRANSLATE)}
                onChange={({ currentTarget: { value } }) =>
                  onChange({ [name + suffix]: long ? value : value.replaceAll(/\s*\n\s*/g, " ") })
                }
              />
            )}
          </AdminField>
        );
      })}
    </div>
  );
}
