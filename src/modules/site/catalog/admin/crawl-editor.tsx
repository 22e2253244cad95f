import { CircleAlert, Info } from "#src/ui/lucide/icons.ts";
import { type ReactNode, useRef } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import type { FieldError } from "#src/locales/field-errors.ts";
import { useText } from "#src/locales/use-text.ts";
import { Bilingual, LanguageHeads } from "#src/ui/admin/bilingual.tsx";
import { CrawlConflict } from "#src/modules/site/catalog/admin/crawl-conflict.tsx";
import { LineList } from "#src/modules/site/catalog/admin/line-list.tsx";
import { MarkFields } from "#src/modules/site/catalog/admin/mark-fields.tsx";
import { Pictures } from "#src/modules/site/catalog/admin/pictures.tsx";
import { PriceFields, SaleFields } from "#src/modules/site/catalog/admin/sale-fields.tsx";
import { useEditedDraft } from "#src/modules/site/catalog/admin/use-edited-draft.ts";
import type { EditorAnswer, SavedDraft } from "#src/modules/site/catalog/rules/answer.ts";
import {
  CRAWL_FIELDS,
  CRAWL_LISTS,
  type CrawlDraft,
  type CrawlField,
  untranslated,
} from "#src/modules/site/catalog/rules/draft.ts";
import type { CrawlChoices, Hiding } from "#src/modules/site/catalog/schema.ts";
import { AdminNotice, FieldErrorSummary } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { SaveBar } from "#src/ui/admin/save-bar.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type CrawlEditorProps = {
  id: string;
  /** localStorage key of the unsaved draft. */
  draftKey: string;
  opened: SavedDraft;
  /** Example texts that the form starts with, to write over. */
  example?: CrawlDraft | null;
  answer: EditorAnswer | null;
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

const NO_FAULTS: readonly FieldError<CrawlField>[] = [];

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
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const saving = useNavigation().formMethod === "POST";
  const edit = useEditedDraft(`crawl.${draftKey}`, CRAWL_FIELDS, opened, props.answer, example ?? opened.draft);
  const { answer, draft, change, changed, theirs } = edit;
  const fieldErrors = answer?.fieldErrors ?? NO_FAULTS;
  const { errors, errorOf } = useFieldErrors(fieldErrors);
  const isChanged = (field: CrawlField) => changed.includes(field);
  const disabled = readOnly !== null;
  const fields = { draft, change, errorOf, isChanged, disabled };
  const labelOf = (field: CrawlField) => t(`catalog-admin.field.${field}`);
  const pair = (field: "title" | "description" | "meeting_place") => {
    const es = `${field}_es` as const;
    const [enError, esError] = [errorOf(field).error, errorOf(es).error];
    return {
      name: field,
      label: labelOf(field),
      value: { en: draft[field], es: draft[es] },
      onChange: (value: { en: string; es: string }) => change({ [field]: value.en, [es]: value.es }),
      errors: { ...(enError ? { en: enError } : {}), ...(esError ? { es: esError } : {}) },
      changed: { en: isChanged(field), es: isChanged(es) },
    };
  };
  return (
    <Form ref={form} method="post" noValidate>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={edit.base.version} />
      <FieldErrorSummary key={answer?.at} title={t("admin.errors", { count: errors.length })} errors={errors} />
      {answer?.formError && (
        <div key={`error ${answer.at}`} role="alert" className="mb-3">
          <AdminNotice tone="failed" icon={<CircleAlert aria-hidden size={16} />}>
            {t(answer.formError.text, answer.formError.values)}
          </AdminNotice>
        </div>
      )}
      {theirs && (
        <CrawlConflict
          theirs={theirs.draft}
          mine={draft}
          fields={theirs.fields}
          cities={choices.cities}
          onTakeTheirs={edit.takeTheirs}
          onKeepMine={() => {
            edit.keepMine();
            // the form already holds the version the other user saved
            void submit(form.current);
          }}
        />
      )}
      {readOnly && (
        <div className="mb-3">
          <AdminNotice icon={<Info aria-hidden size={16} />}>{readOnly}</AdminNotice>
        </div>
      )}
      {example && !edit.found && (
        <div className="mb-3">
          <AdminNotice tone="judge" icon={<Info aria-hidden size={16} />}>
            {t("catalog-admin.example.note")}
          </AdminNotice>
        </div>
      )}
      {edit.found && (
        <div role="status" className="mb-3">
          <AdminNotice icon={<Info aria-hidden size={16} />}>{t("catalog-admin.found")}</AdminNotice>
        </div>
      )}
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
              onChange={edit.changeWith}
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
      <SaveBar
        changed={disabled ? [] : changed.map(labelOf)}
        saving={saving}
        onDiscard={edit.discard}
        unsaved={
          <>
            <strong className="text-text">{t("catalog-admin.unsaved", { count: changed.length })}</strong>{" "}
            {changed.map(labelOf).join(", ")} <span className="text-text-3">{t("catalog-admin.kept")}</span>
          </>
        }
        leaveText={t("catalog-admin.leaveText")}
      />
    </Form>
  );
}
