import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { CURRENCIES } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { AddOnFormValues, ScopeChoices } from "#src/modules/sales/add-ons/schema.ts";
import { PictureField } from "#src/modules/site/content/admin/picture-field.tsx";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { FieldGroup } from "#src/ui/admin/field-group.tsx";
import { AdminField, AdminInput, AdminSelect, AdminTextArea, FieldErrorSummary } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type AddOnFormProps = {
  /** Under which a new one is added; with another one the form changes it. */
  id: string;
  version: number;
  values: AddOnFormValues;
  choices: ScopeChoices;
  answer: FormAnswer | null;
  readOnly: boolean;
};

/** An add-on's form. */
export function AddOnForm({ id, version, values, choices, answer, readOnly }: AddOnFormProps) {
  const { t } = useText();
  const [picture, setPicture] = useState(values.picture);
  const [currency, setCurrency] = useState(values.currency);
  const saving = useNavigation().formMethod === "POST";
  const { errors, errorOf } = useFieldErrors(answer?.fieldErrors ?? []);
  const optional = t("admin.optional");
  return (
    <Form method="post" noValidate>
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      <FieldErrorSummary key={answer?.at} title={t("admin.errors", { count: errors.length })} errors={errors} />
      <fieldset disabled={readOnly} className="min-w-0">
        <legend className="sr-only">{t("add-ons-admin.addOn")}</legend>
        <Panel>
          <div className="grid gap-4 md:grid-cols-2">
            <AdminField id="name" label={t("add-ons-admin.field.name")} {...errorOf("name")}>
              {(control) => <AdminInput {...control} name="name" defaultValue={values.name} maxLength={80} />}
            </AdminField>
            <AdminField
              id="name_es"
              label={t("add-ons-admin.field.name_es")}
              optional={optional}
              help={t("add-ons-admin.spanishHelp")}
              {...errorOf("name_es")}
            >
              {(control) => (
                <AdminInput {...control} name="name_es" defaultValue={values.name_es} maxLength={80} lang="es" />
              )}
            </AdminField>
            <AdminField
              id="description"
              label={t("add-ons-admin.field.description")}
              optional={optional}
              {...errorOf("description")}
            >
              {(control) => (
                <AdminTextArea {...control} name="description" defaultValue={values.description} maxLength={300} />
              )}
            </AdminField>
            <AdminField
              id="description_es"
              label={t("add-ons-admin.field.description_es")}
              optional={optional}
              {...errorOf("description_es")}
            >
              {(control) => (
                <AdminTextArea
                  {...control}
                  name="description_es"
                  defaultValue={values.description_es}
                  maxLength={300}
                  lang="es"
                />
              )}
            </AdminField>
            <AdminField id="scope" label={t("add-ons-admin.field.scope")} {...errorOf("scope")}>
              {(control) => (
                <AdminSelect {...control} name="scope" defaultValue={values.scope}>
                  <option value="">{t("add-ons-admin.everywhere")}</option>
                  <optgroup label={t("add-ons-admin.cities")}>
                    {choices.cities.map((city) => (
                      <option key={city.id} value={`city:${city.id}`}>
                        {city.name}
                      </option>
                    ))}
                  </optgroup>
                  <optgroup label={t("add-ons-admin.crawls")}>
                    {choices.crawls.map((crawl) => (
                      <option key={crawl.id} value={`crawl:${crawl.id}`}>
                        {crawl.name}
                      </option>
                    ))}
                  </optgroup>
                </AdminSelect>
              )}
            </AdminField>
            <AdminField
              id="only_on"
              label={t("add-ons-admin.field.onlyOn")}
              optional={optional}
              help={t("add-ons-admin.onlyOnHelp")}
              {...errorOf("only_on")}
            >
              {(control) => <AdminInput {...control} type="date" name="only_on" defaultValue={values.only_on} />}
            </AdminField>
            <div className="grid grid-cols-[minmax(0,1fr)_6rem] items-start gap-2.5">
              <AdminField
                id="price"
                label={t("add-ons-admin.field.price")}
                help={t("add-ons-admin.priceHelp")}
                {...errorOf("price")}
              >
                {(control) => (
                  <AdminInput
                    {...control}
                    name="price"
                    inputMode="decimal"
                    autoComplete="off"
                    defaultValue={values.price}
                    maxLength={12}
                  />
                )}
              </AdminField>
              <AdminField id="currency" label={t("add-ons-admin.field.currency")} {...errorOf("currency")}>
                {(control) => (
                  <AdminSelect
                    {...control}
                    name="currency"
                    value={currency}
                    onChange={(event) => setCurrency(event.currentTarget.value)}
                  >
                    {CURRENCIES.map((one) => (
                      <option key={one}>{one}</option>
                    ))}
                  </AdminSelect>
                )}
              </AdminField>
            </div>
            <FieldGroup
              id="prices"
              label={t("add-ons-admin.prices")}
              help={t("add-ons-admin.pricesHelp")}
              changed={false}
              error={CURRENCIES.map((one) => errorOf(`price_${one}`).error).find(Boolean)}
            >
              <div className="grid grid-cols-2 gap-2">
                {CURRENCIES.map((one) => (
                  // without scripts the price's own currency is left out by the server
                  <span key={one} hidden={one === currency}>
                    <AdminInput
                      id={`price_${one}`}
                      name={`price_${one}`}
                      aria-label={t("add-ons-admin.priceIn", { currency: one })}
                      inputMode="decimal"
                      autoComplete="off"
                      unit={one}
                      defaultValue={values[`price_${one}`]}
                      maxLength={12}
                    />
                  </span>
                ))}
              </div>
            </FieldGroup>
            <AdminField
              id="most"
              label={t("add-ons-admin.field.most")}
              optional={optional}
              help={t("add-ons-admin.mostHelp")}
              {...errorOf("most")}
            >
              {(control) => (
                <AdminInput {...control} name="most" inputMode="numeric" defaultValue={values.most} maxLength={2} />
              )}
            </AdminField>
            <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-2.5">
              <AdminField
                id="stock"
                label={t("add-ons-admin.field.stock")}
                optional={optional}
                help={t("add-ons-admin.stockHelp")}
                {...errorOf("stock")}
              >
                {(control) => (
                  <AdminInput {...control} name="stock" inputMode="numeric" defaultValue={values.stock} maxLength={7} />
                )}
              </AdminField>
              <AdminField id="stock_per" label={t("add-ons-admin.field.stock_per")} {...errorOf("stock_per")}>
                {(control) => (
                  <AdminSelect {...control} name="stock_per" defaultValue={values.stock_per}>
                    <option value="night">{t("add-ons-admin.perNight")}</option>
                    <option value="all">{t("add-ons-admin.inAll")}</option>
                  </AdminSelect>
                )}
              </AdminField>
            </div>
            <div className="md:col-span-2">
              <input type="hidden" name="picture" value={picture} />
              <PictureField
                id="picture"
                label={t("add-ons-admin.field.picture")}
                value={picture}
                set={setPicture}
                isChanged={picture !== values.picture}
                none={t("add-ons-admin.pictureNone")}
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
