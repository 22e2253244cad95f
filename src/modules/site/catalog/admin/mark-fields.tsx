import { useText } from "#src/locales/use-text.ts";
import { CrawlMark } from "#src/modules/site/catalog/admin/crawl-mark.tsx";
import type { FieldState } from "#src/modules/site/catalog/admin/sale-fields.tsx";
import { CRAWL_COLOURS } from "#src/modules/site/catalog/rules/mark.ts";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

/** How the admin writes and colors the crawl in its calendar, charts and lists. Guests never see it. */
export function MarkFields({ draft, change, errorOf, isChanged }: FieldState) {
  const { t } = useText();
  const name = (field: "short_name" | "short_name_es", lang: "en" | "es") => (
    <AdminField
      id={field}
      label={t(`catalog-admin.field.${field}`)}
      optional={t("admin.optional")}
      {...errorOf(field)}
      changed={isChanged(field)}
    >
      {(control) => (
        <AdminInput
          {...control}
          name={field}
          lang={lang}
          maxLength={24}
          value={draft[field]}
          placeholder={lang === "es" ? draft.short_name || draft.title_es || draft.title : draft.title}
          onChange={(event) => change({ [field]: event.currentTarget.value })}
        />
      )}
    </AdminField>
  );
  const { error } = errorOf("colour");
  return (
    <Panel title={t("catalog-admin.mark")}>
      <div className="grid gap-3">
        <p className="text-fine text-text-3">{t("catalog-admin.markHelp")}</p>
        {name("short_name", "en")}
        {name("short_name_es", "es")}
        <fieldset id="colour" aria-describedby={error ? "colour-error" : undefined}>
          <legend className="mb-1.5 font-semibold">{t("catalog-admin.field.colour")}</legend>
          <div className="grid grid-cols-2 gap-x-2.5">
            {CRAWL_COLOURS.map((colour) => (
              <label key={colour} className="flex min-h-(--ctl) items-center gap-2">
                <input
                  type="radio"
                  name="colour"
                  value={colour}
                  checked={draft.colour === colour}
                  onChange={() => change({ colour })}
                  className="size-4 shrink-0 accent-agave"
                />
                <CrawlMark colour={colour} className="h-4 w-1.5" />
                <span className="min-w-0 truncate">{t(`catalog-admin.colour.${colour}`)}</span>
              </label>
            ))}
          </div>
          {error && (
            <p id="colour-error" className="mt-1 text-fine font-medium text-low-text">
              {error}
            </p>
          )}
        </fieldset>
      </div>
    </Panel>
  );
}
