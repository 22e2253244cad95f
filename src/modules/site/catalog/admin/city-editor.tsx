import { Trash2 } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { useNavigation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { bothLanguages, Bilingual, LanguageHeads } from "#src/ui/admin/bilingual.tsx";
import { unsavedFields } from "#src/modules/site/catalog/admin/unsaved-fields.tsx";
import { CityAddress, MapLink, ZoneField } from "#src/modules/site/catalog/admin/city-fields.tsx";
import { FieldGroup } from "#src/ui/admin/field-group.tsx";
import { PictureUpload } from "#src/ui/admin/picture-upload.tsx";
import { ShotFields } from "#src/modules/site/catalog/admin/pictures.tsx";
import type { CityAnswer } from "#src/modules/site/catalog/rules/city-answer.ts";
import { CITY_FIELDS, type CityDraft, type CityField, untranslatedIn } from "#src/modules/site/catalog/rules/city.ts";
import { sayShot } from "#src/modules/site/catalog/rules/say-shot.ts";
import type { ZoneChoices } from "#src/modules/site/catalog/schema.ts";
import { IconAdminButton } from "#src/ui/admin/button.tsx";
import { EditorForm } from "#src/ui/admin/editor-form.tsx";
import { AdminCheck } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { useEdited } from "#src/ui/admin/use-edited.ts";
import { byFields, type Saved } from "#src/kernel/edited.ts";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type CityEditorProps = {
  /** Null for a new city, whose id is a field. */
  id: string | null;
  opened: Saved<CityDraft>;
  answer: CityAnswer | null;
  zones: ZoneChoices;
  /** Why the form is read-only; null when editable. */
  readOnly: string | null;
};

const CITY = byFields<CityDraft, CityField>(CITY_FIELDS);

/** A city's form: texts in both languages, picture, meeting point, time zone. */
export function CityEditor({ id, opened, zones, readOnly, ...props }: CityEditorProps) {
  const { t } = useText("catalog-admin");
  const saving = useNavigation().formMethod === "POST";
  const [typedId, setTypedId] = useState("");
  const edit = useEdited(CITY, opened, props.answer, { keptAs: `city.${id ?? "new"}` });
  const { answer, draft, change, changed } = edit;
  const { errors, errorOf } = useFieldErrors(answer?.fieldErrors);
  const isChanged = (field: CityField) => changed.includes(field);
  const disabled = readOnly !== null;
  const labelOf = (field: CityField) => t(`catalog-cities-admin.field.${field}`);
  const pair = (field: "name" | "description" | "meeting_point") => ({
    ...bothLanguages(field, { draft, change, errorOf, isChanged }),
    label: labelOf(field),
  });
  const sayValue = (value: CityDraft[CityField]) =>
    value === null || value === "" ? t("catalog-admin.nothing") : typeof value === "string" ? value : sayShot(value);
  const notices = [
    answer?.bad && answer.flash
      ? { text: t(answer.flash, answer.values), tone: "failed" as const, role: "alert" as const, at: answer.at }
      : null,
    readOnly === null ? null : { text: readOnly, role: "status" as const },
    edit.found ? { text: t("catalog-admin.found"), role: "status" as const } : null,
  ];
  return (
    <EditorForm
      edit={edit}
      errors={errors}
      notices={notices}
      name={labelOf}
      value={(field, of) => sayValue(of[field])}
      apart={t("catalog-admin.conflict.apart")}
      saving={saving}
      disabled={disabled}
      bar={unsavedFields(changed.map(labelOf), t)}
    >
      <input type="hidden" name="version" value={edit.base.version} />
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
    </EditorForm>
  );
}
