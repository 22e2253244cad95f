import { Link, useNavigate } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { SECTION_KEYS, type SectionKey } from "#src/modules/site/content/rules/home-fields.ts";
import { SECTION_WORDS } from "#src/modules/site/content/rules/home-words.ts";
import { AdminSelect } from "#src/ui/admin/field.tsx";

type Marks = { isChanged: boolean; toTranslate: number; isBroken: boolean };
type HomeSectionsProps = {
  section: SectionKey;
  hrefOf: (key: SectionKey) => string;
  marksOf: (key: SectionKey) => Marks;
};

/** The sections: links beside the form, a list to choose from on a phone. */
export function HomeSections({ section, hrefOf, marksOf }: HomeSectionsProps) {
  const { t } = useText();
  const navigate = useNavigate();
  const labels = ({ isChanged, toTranslate, isBroken }: Marks) =>
    [
      isBroken && t("content-admin.mark.broken"),
      isChanged && t("content-admin.mark.changed"),
      toTranslate > 0 && t("editing.toTranslate", { count: toTranslate }),
    ]
      .filter(Boolean)
      .join(", ");
  return (
    <nav aria-label={t("content-admin.sections")} className="min-w-0">
      <AdminSelect
        aria-label={t("content-admin.sections")}
        value={section}
        onChange={({ target }) => void navigate(hrefOf(target.value as SectionKey), { preventScrollReset: true })}
        className="md:hidden"
      >
        {SECTION_KEYS.map((key) => (
          <option key={key} value={key}>
            {[t(SECTION_WORDS[key]), labels(marksOf(key))].filter(Boolean).join(" – ")}
          </option>
        ))}
      </AdminSelect>
      <ul className="grid gap-px max-md:hidden">
        {SECTION_KEYS.map((key) => {
          const marks = marksOf(key);
          return (
            <li key={key}>
              <Link
                to={hrefOf(key)}
                preventScrollReset
                aria-current={key === section ? "true" : undefined}
                title={labels(marks) || undefined}
                className="flex min-h-(--ctl) items-center gap-2 rounded-md border border-transparent px-2.5 font-medium text-text no-underline hover:bg-hover aria-[current]:border-line-2 aria-[current]:bg-surface aria-[current]:font-semibold"
              >
                <span className="mr-auto">{t(SECTION_WORDS[key])}</span>
                {marks.isBroken && <span aria-hidden className="size-2 shrink-0 rounded-[1px] bg-low" />}
                {marks.isChanged && <span aria-hidden className="size-2 shrink-0 rounded-full bg-jaca" />}
                {marks.toTranslate > 0 && (
                  <span aria-hidden className="size-2 shrink-0 rounded-full border-2 border-gold-mark" />
                )}
                {labels(marks) && <span className="sr-only">({labels(marks)})</span>}
              </Link>
            </li>
          );
        })}
      </ul>
      <ul className="mt-3 grid gap-1 px-2.5 text-fine text-text-3 max-md:hidden">
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="size-2 rounded-full bg-jaca" />
          {t("content-admin.mark.changed")}
        </li>
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="size-2 rounded-full border-2 border-gold-mark" />
          {t("content-admin.mark.untranslated")}
        </li>
      </ul>
    </nav>
  );
}
