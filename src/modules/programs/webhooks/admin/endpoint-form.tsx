import { Form, useNavigation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { EVENT_TYPES, HOUSE_TYPE } from "#src/modules/programs/webhooks/rules/event-types.ts";
import type { EndpointChoices, EndpointValues } from "#src/modules/programs/webhooks/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { FieldGroup } from "#src/ui/admin/field-group.tsx";
import { AdminCheck, AdminField, AdminInput, AdminSelect, FieldErrorSummary } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type EndpointFormProps = {
  /** Under which a new one is added; with another one the form changes it. */
  id: string;
  version: number;
  values: EndpointValues;
  choices: EndpointChoices;
  answer: FormAnswer | null;
};

/** An endpoint's form: where to, of what, and for whom. */
export function EndpointForm({ id, version, values, choices, answer }: EndpointFormProps) {
  const { t } = useText();
  const saving = useNavigation().formData?.get("intent") === "save";
  const { errors, errorOf } = useFieldErrors(answer?.fieldErrors ?? []);
  const optional = t("admin.optional");
  return (
    <Form method="post" noValidate>
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      <FieldErrorSummary key={answer?.at} title={t("admin.errors", { count: errors.length })} errors={errors} />
      <Panel title={t("webhooks-admin.endpoint")}>
        <div className="grid gap-4 md:grid-cols-2">
          <AdminField
            id="url"
            label={t("webhooks-admin.field.url")}
            help={t("webhooks-admin.urlHelp")}
            {...errorOf("url")}
          >
            {(control) => (
              <AdminInput
                {...control}
                name="url"
                type="url"
                inputMode="url"
                autoComplete="off"
                defaultValue={values.url}
                maxLength={500}
                placeholder="https://example.com/webhooks"
              />
            )}
          </AdminField>
          <AdminField
            id="description"
            label={t("webhooks-admin.field.description")}
            optional={optional}
            help={t("webhooks-admin.descriptionHelp")}
            {...errorOf("description")}
          >
            {(control) => (
              <AdminInput {...control} name="description" defaultValue={values.description} maxLength={120} />
            )}
          </AdminField>
          <AdminField
            id="partner_id"
            label={t("webhooks-admin.field.partner")}
            help={t("webhooks-admin.partnerHelp")}
            {...errorOf("partner_id")}
          >
            {(control) => (
              <AdminSelect {...control} name="partner_id" defaultValue={values.partner_id}>
                {values.partner_id === "" && <option value="">{t("webhooks-admin.house")}</option>}
                {choices.partners.map((partner) => (
                  <option key={partner.id} value={partner.id}>
                    {partner.name}
                  </option>
                ))}
              </AdminSelect>
            )}
          </AdminField>
          {choices.cities.length > 1 && (
            <FieldGroup
              id="cities"
              label={t("webhooks-admin.field.cities")}
              help={t("webhooks-admin.citiesHelp")}
              error={errorOf("cities").error}
              changed={false}
            >
              <div className="grid grid-cols-2 gap-x-4">
                {choices.cities.map((city) => (
                  <AdminCheck
                    key={city.id}
                    name="cities"
                    value={city.id}
                    defaultChecked={values.cities.includes(city.id)}
                  >
                    {city.name}
                  </AdminCheck>
                ))}
              </div>
            </FieldGroup>
          )}
          <div className="md:col-span-2">
            <FieldGroup
              id="types"
              label={t("webhooks-admin.field.types")}
              help={t("webhooks-admin.typesHelp")}
              error={errorOf("types").error}
              changed={false}
            >
              <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-2">
                {EVENT_TYPES.filter((type) => values.partner_id === "" || type !== HOUSE_TYPE).map((type) => (
                  <AdminCheck key={type} name="types" value={type} defaultChecked={values.types.includes(type)}>
                    {t("webhooks-admin.type", { type: wordOf(type) })}
                    <span className="block font-mono text-fine text-text-3">{type}</span>
                    {type === HOUSE_TYPE && (
                      <span className="block text-fine text-text-3">{t("webhooks-admin.houseType")}</span>
                    )}
                  </AdminCheck>
                ))}
              </div>
            </FieldGroup>
          </div>
        </div>
        <p className="mt-4 flex justify-end">
          <AdminButton kind="ink" type="submit" busy={saving}>
            {t("admin.save")}
          </AdminButton>
        </p>
      </Panel>
    </Form>
  );
}

/** A type as the texts tell it apart: without the dot, which has a meaning there. */
export const wordOf = (type: string): string => type.replace(".", "_");
