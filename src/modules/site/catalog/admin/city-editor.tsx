import { CircleAlert, Info, Trash2 } from "#src/ui/lucide/icons.ts";
import { useRef, useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { Bilingual, LanguageHeads } from "#src/ui/admin/bilingual.tsx";
import { CityConflict } from "#src/modules/site/catalog/admin/city-conflict.tsx";
import { CityAddress, MapLink, ZoneField } from "#src/modules/site/catalog/admin/city-fields.tsx";
import { FieldGroup } from "#src/ui/admin/field-group.tsx";
import { PictureUpload } from "#src/ui/admin/picture-upload.tsx";
import { ShotFields } from "#src/modules/site/catalog/admin/pictures.tsx";
import { useEditedDraft } from "#src/modules/site/catalog/admin/use-edited-draft.ts";
import type { CityAnswer, SavedCity } from "#src/modules/site/catalog/rules/city-answer.ts";
import { CITY_FIELDS, type CityField, untranslatedIn } from "#src/modules/site/catalog/rules/city.ts";
import type { ZoneChoices } from "#src/modules/site/catalog/schema.ts";
import { IconAdminButton } from "#src/ui/admin/button.tsx";
import { AdminCheck, AdminNotice, FieldErrorSummary } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { SaveBar } from "#src/ui/admin/save-bar.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type CityEditorProps = {
  /** Null for a new city, whose id is a field. */
  id: string | null;
  opened: SavedCity;
  answer: CityAnswer | null;
  zones: ZoneChoices;
  /** Why the form is read-only; null when editable. */
  readOnly: string | null;
};

const NO_ERRORS: CityAnswer["fieldErrors"] = [];

/** A city's form: texts in both languages, picture, meeting point, time zone. */
export function CityEditor({ id, opened, zones, readOnly, ...props }: CityEditorProps) {
  const { t } = useText("catalog-admin");
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const saving = useNavigation().formMethod === "POST";
  const [typedId, setTypedId] = useState("");
  const edit = useEditedDraft(`city.${id ?? "new"}`, CITY_FIELDS, opened, props.answer);
  const { answer, draft, change, changed, theirs } = edit;
  const { errors, errorOf } = useFieldErrors(answer?.fieldErrors ?? NO_ERRORS);
  const isChanged = (field: CityField) => changed.includes(field);
  const disabled = readOnly !== null;
  const labelOf = (field: CityField) => t(`catalog-cities-admin.field.${field}`);
  const pair = (field: "name" | "description" | "meeting_point") => {
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
        <CityConflict
          theirs={theirs.draft}
          mine={draft}
          fields={theirs.fields}
          onTakeTheirs={edit.takeTheirs}
          onKeepMine={() => {
            edit.keepMine();
            // the form already holds the version the other user saved
            void submit(form.current);
          }}
        />
      )}
      {[readOnly, edit.found ? t("catalog-admin.found") : null].map(
        (notice) =>
          notice && (
            <div key={notice} role="status" className="mb-3">
              <AdminNotice icon={<Info aria-hidden size={16} />}>{notice}</AdminNotice>
            </div>
          ),
      )}
      <fieldset disabled={disabled} className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <legend className="sr-only">{t("catalog-cities-admin.form")}</legend>
        <Panel>
          <div className="grid gap-4">
            <LanguageHeads toTranslate={untranslatedIn(draft)} />
            <Bilingual {...pair("name")} maxLength={60} />
            <Bilingual
              {...pair("description")}
              long
              optional
              maxLength={2000}
              help={t("catalog-cities-admin.descriptionHelp")}
            />
            <Bilingual
              {...pair("meeting_point")}
              optional
              maxLength={200}
              help={t("catalog-cities-admin.meetingHelp")}
            />
            <MapLink
              value={draft.map_url}
              onChange={(map_url) => change({ map_url })}
              changed={isChanged("map_url")}
              {...errorOf("map_url")}
            />
          </div>
        </Panel>
        <div className="grid min-w-0 gap-4">
          <Panel title={t("catalog-cities-admin.place")}>
            <div className="grid gap-3">
              <CityAddress id={id} typed={typedId} onType={setTypedId} name={draft.name} {...errorOf("id")} />
              <ZoneField
                zones={zones}
                value={draft.time_zone}
                stored={opened.draft.time_zone}
                onChange={(time_zone) => change({ time_zone })}
                changed={isChanged("time_zone")}
                {...errorOf("time_zone")}
              />
              {id === null && (
                <div>
                  <AdminCheck name="is_active" defaultChecked aria-describedby="is_active-hint">
                    {t("catalog-cities-admin.shown")}
                  </AdminCheck>
                  <p id="is_active-hint" className="text-fine text-text-3">
                    {t("catalog-cities-admin.shownHelp")}
                  </p>
                </div>
              )}
            </div>
          </Panel>
          <Panel>
            <FieldGroup
              id="image"
              label={labelOf("image")}
              error={errorOf("image").error}
              changed={isChanged("image")}
              {...(draft.image ? {} : { help: t("catalog-cities-admin.noPhoto") })}
            >
              {draft.image && (
                <div className="flex items-start gap-2">
                  <ShotFields
                    name="image"
                    label={labelOf("image")}
                    shot={draft.image}
                    onChange={(image) => change({ image })}
                  />
                  <IconAdminButton
                    label={t("editing.remove", { name: labelOf("image") })}
                    disabled={disabled}
                    onClick={() => change({ image: null })}
                  >
                    <Trash2 aria-hidden size={15} />
                  </IconAdminButton>
                </div>
              )}
              <PictureUpload
                id="image-upload"
                to="/admin/pub-crawls/pictures"
                from="/admin/media/choice"
                label={t(draft.image ? "catalog-cities-admin.otherPhoto" : "catalog-cities-admin.addPhoto")}
                disabled={disabled}
                onKept={(src, { alt, alt_es }) => change({ image: { src, alt, alt_es } })}
              />
            </FieldGroup>
          </Panel>
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
