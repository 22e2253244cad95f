import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { CURRENCIES } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { StopsAnswer } from "#src/modules/evening/stops/rules/answer.ts";
import type { BAR_FIELDS } from "#src/modules/evening/stops/schema.ts";
import { PictureField } from "#src/modules/site/content/admin/picture-field.tsx";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput, AdminSelect, AdminTextArea, FieldErrorSummary } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type BarFormProps = {
  /** Under which a new bar is added; with another one the form changes it. */
  id: string;
  version: number;
  values: Readonly<Record<(typeof BAR_FIELDS)[number], string>>;
  cities: readonly { id: string; name: string }[];
  answer: StopsAnswer | null;
  readOnly: boolean;
};

/** A bar's form. */
export function BarForm({ id, version, values, cities, answer, readOnly }: BarFormProps) {
  const { t } = useText();
  const [picture, setPicture] = useState(values.picture);
  const saving = useNavigation().formMethod === "POST";
  const { errors, errorOf } = useFieldErrors(answer?.fieldErrors ?? []);
  return (
    <Form method="post" noValidate>
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      <FieldErrorSummary key={answer?.at} title={t("admin.errors", { count: errors.length })} errors={errors} />
      <fieldset disabled={readOnly} className="min-w-0">
        <legend className="sr-only">{t("stops-admin.bar")}</legend>
        <Panel>
          <div className="grid gap-4 md:grid-cols-2">
            <AdminField id="name" label={t("stops-admin.field.name")} {...errorOf("name")}>
              {(control) => <AdminInput {...control} name="name" defaultValue={values.name} maxLength={80} />}
            </AdminField>
            <AdminField id="city_id" label={t("stops-admin.field.city")} {...errorOf("city_id")}>
              {(control) => (
                <AdminSelect {...control} name="city_id" defaultValue={values.city_id}>
                  {cities.map((city) => (
                    <option key={city.id} value={city.id}>
                      {city.name}
                    </option>
                  ))}
                </AdminSelect>
              )}
            </AdminField>
            <AdminField
              id="address"
              label={t("stops-admin.field.address")}
              optional={t("admin.optional")}
              help={t("stops-admin.addressHelp")}
              {...errorOf("address")}
            >
              {(control) => <AdminInput {...control} name="address" defaultValue={values.address} maxLength={200} />}
            </AdminField>
            <AdminField
              id="map_url"
              label={t("stops-admin.field.map_url")}
              optional={t("admin.optional")}
              help={t("stops-admin.mapHelp")}
              {...errorOf("map_url")}
            >
              {(control) => (
                <AdminInput
                  {...control}
                  name="map_url"
                  type="url"
                  inputMode="url"
                  placeholder="https://"
                  defaultValue={values.map_url}
                  maxLength={500}
                />
              )}
            </AdminField>
            <AdminField
              id="guide_note"
              className="md:col-span-2"
              label={t("stops-admin.field.guide_note")}
              optional={t("admin.optional")}
              help={t("stops-admin.noteHelp")}
              {...errorOf("guide_note")}
            >
              {(control) => (
                <AdminTextArea {...control} name="guide_note" defaultValue={values.guide_note} maxLength={500} />
              )}
            </AdminField>
            <AdminField
              id="voucher_price"
              label={t("stops-admin.field.voucher_price")}
              optional={t("admin.optional")}
              help={t("stops-admin.priceHelp")}
              {...errorOf("voucher_price")}
            >
              {(control) => (
                <AdminInput
                  {...control}
                  name="voucher_price"
                  inputMode="decimal"
                  defaultValue={values.voucher_price}
                  maxLength={9}
                />
              )}
            </AdminField>
            <AdminField
              id="voucher_currency"
              label={t("stops-admin.field.voucher_currency")}
              {...errorOf("voucher_currency")}
            >
              {(control) => (
                <AdminSelect {...control} name="voucher_currency" defaultValue={values.voucher_currency}>
                  {CURRENCIES.map((currency) => (
                    <option key={currency}>{currency}</option>
                  ))}
                </AdminSelect>
              )}
            </AdminField>
            <div className="md:col-span-2">
              <input type="hidden" name="picture" value={picture} />
              <PictureField
                id="picture"
                label={t("stops-admin.field.picture")}
                value={picture}
                set={setPicture}
                isChanged={picture !== values.picture}
                none={t("stops-admin.pictureNone")}
                to="/admin/pub-crawls/pictures"
                {...errorOf("picture")}
              />
            </div>
          </div>
          {!readOnly && (
            <p className="mt-4 flex justify-end">
              <AdminButton kind="ink" type="submit" busy={saving}>
                {t("admin.save")}
              </AdminButton>
            </p>
          )}
        </Panel>
      </fieldset>
    </Form>
  );
}
