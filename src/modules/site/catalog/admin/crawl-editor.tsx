import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import type { Pair } from "#src/kernel/pair.ts";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { bothLanguages, Bilingual, LanguageHeads } from "#src/ui/admin/bilingual.tsx";
import { LineList } from "#src/modules/site/catalog/admin/line-list.tsx";
import { MarkFields } from "#src/modules/site/catalog/admin/mark-fields.tsx";
import { Pictures } from "#src/modules/site/catalog/admin/pictures.tsx";
import { PriceFields, SaleFields } from "#src/modules/site/catalog/admin/sale-fields.tsx";
import type { CrawlAnswer } from "#src/modules/site/catalog/rules/answer.ts";
import {
  CRAWL_FIELDS,
  CRAWL_LISTS,
  type CrawlDraft,
  type CrawlField,
  type Shot,
  untranslated,
} from "#src/modules/site/catalog/rules/draft.ts";
import type { CrawlColour } from "#src/modules/site/catalog/rules/mark.ts";
import { sayShot } from "#src/modules/site/catalog/rules/say-shot.ts";
import type { CrawlChoices, Hiding } from "#src/modules/site/catalog/schema.ts";
import { unsavedFields } from "#src/modules/site/catalog/admin/unsaved-fields.tsx";
import { EditorForm } from "#src/ui/admin/editor-form.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { useEdited } from "#src/ui/admin/use-edited.ts";
import { byFields, type Saved } from "#src/kernel/edited.ts";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type CrawlEditorProps = {
  id: string;
  /** localStorage key of the unsaved draft. */
  draftKey: string;
  opened: Saved<CrawlDraft>;
  /** Example texts that the form starts with, to write over. */
  example?: CrawlDraft | null;
  answer: CrawlAnswer | null;
  choices: CrawlChoices;
  rating: { average: number; count: number } | null;
  formerSlugs: readonly string[];
  /** What hiding it means; left out while it is hidden. */
  wasShown?: { departures: number; hiding: Hiding } | null;
  /** Why the form is read-only; null when editable. */
  readOnly: string | null;
  /** Live preview of the public page, next to the form. */
  renderPreview: (draft: CrawlDraft) => ReactNode;
};

const CRAWL = byFields<CrawlDraft, CrawlField>(CRAWL_FIELDS);

/** A crawl's form: texts in both languages, pictures, price, and a live preview. */
export function CrawlEditor(props: CrawlEditorProps) {
  const {
    id,
    draftKey,
    opened,
    example,
    choices,
    rating,
    formerSlugs,
    readOnly,
    renderPreview,
    wasShown = null,
  } = props;
  const { t } = useText("catalog-admin");
  const saving = useNavigation().formMethod === "POST";
  const edit = useEdited(CRAWL, opened, props.answer, {
    keptAs: `crawl.${draftKey}`,
    ...(example ? { start: example } : {}),
  });
  const { answer, draft, change, changed } = edit;
  const { errors, errorOf } = useFieldErrors(answer?.fieldErrors);
  const isChanged = (field: CrawlField) => changed.includes(field);
  const disabled = readOnly !== null;
  const fields = { draft, change, errorOf, isChanged, disabled };
  const labelOf = (field: CrawlField) => t(`catalog-admin.field.${field}`);
  const pair = (field: "title" | "description" | "meeting_place") => ({
    ...bothLanguages(field, fields),
    label: labelOf(field),
  });
  const notices = [
    answer?.bad && answer.flash
      ? { text: t(answer.flash, answer.values), tone: "failed" as const, role: "alert" as const, at: answer.at }
      : null,
    readOnly === null ? null : { text: readOnly },
    example && !edit.found ? { text: t("catalog-admin.example.note"), tone: "judge" as const } : null,
    edit.found ? { text: t("catalog-admin.found"), role: "status" as const } : null,
  ];
  return (
    <EditorForm
      edit={edit}
      errors={errors}
      notices={notices}
      name={labelOf}
      value={(field, of) => sayField(field, of, choices.cities, t)}
      apart={t("catalog-admin.conflict.apart")}
      saving={saving}
      disabled={disabled}
      bar={unsavedFields(changed.map(labelOf), t)}
    >
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={edit.base.version} />
      <fieldset disabled={disabled} className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_17.5rem]">
        <legend className="sr-only">{t("catalog-admin.form")}</legend>
        <div className="grid min-w-0 gap-4">
          <Panel>
            <div className="grid gap-4">
              <LanguageHeads toTranslate={untranslated(draft)} />
              <Bilingual {...pair("title")} maxLength={120} />
              <Bilingual {...pair("description")} long maxLength={4000} />
              {CRAWL_LISTS.map((list) => (
                <LineList
                  key={list}
                  name={list}
                  label={labelOf(list)}
                  lines={draft[list]}
                  onChange={(lines) => change({ [list]: lines })}
                  error={errorOf(list).error}
                  changed={isChanged(list)}
                  disabled={disabled}
                />
              ))}
              <Bilingual {...pair("meeting_place")} optional maxLength={200} />
            </div>
          </Panel>
          <Panel title={t("catalog-admin.pictures")}>
            <Pictures
              image={draft.image}
              gallery={draft.gallery}
              onChange={change}
              errors={{ image: errorOf("image").error, gallery: errorOf("gallery").error }}
              changed={{ image: isChanged("image"), gallery: isChanged("gallery") }}
              disabled={disabled}
            />
          </Panel>
        </div>
        <div className="grid min-w-0 gap-4">
          <SaleFields
            {...fields}
            id={id}
            choices={choices}
            rating={rating}
            formerSlugs={formerSlugs}
            wasShown={wasShown}
          />
          <PriceFields {...fields} choices={choices} />
          <MarkFields {...fields} />
          <Panel title={t("catalog-admin.preview")}>{renderPreview(draft)}</Panel>
        </div>
      </fieldset>
    </EditorForm>
  );
}

/** What a draft has in a field, in words. */
function sayField(field: CrawlField, draft: CrawlDraft, cities: CrawlChoices["cities"], t: Text): string {
  const value = draft[field];
  if (field === "colour") return t(`catalog-admin.colour.${draft.colour as CrawlColour}`);
  if (field === "city_id") return cities.find((city) => city.id === value)?.name ?? draft.city_id;
  if (value === null || value === "") return t("catalog-admin.nothing");
  if (field === "on_every_site")
    return t(draft.on_every_site ? "catalog-admin.everySite" : "catalog-admin.everySiteNot");
  if (typeof value === "boolean") return t(value ? "catalog-admin.state.active" : "catalog-admin.state.inactive");
  if (typeof value === "string") return value;
  const parts = Array.isArray(value) ? value.map(sayPart) : "src" in value ? [sayShot(value)] : sayPrices(value);
  return parts.join(" · ") || t("catalog-admin.nothing");
}

const sayPart = (part: Pair | Shot): string => ("src" in part ? sayShot(part) : sayPair(part));
const sayPair = ({ en, es }: Pair): string => [en, es].filter(Boolean).join(" / ");
const sayPrices = (prices: CrawlDraft["prices"]): string[] =>
  Object.entries(prices).map(([currency, price]) => `${price} ${currency}`);
