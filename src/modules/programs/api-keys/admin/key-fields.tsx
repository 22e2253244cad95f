import type { MessageId, Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { SITES } from "#src/kernel/site.ts";
import { SCOPE_NAMES, SCOPES_OF_PARTNERS } from "#src/modules/base/identity/rules/scopes.ts";
import type { KeyFormValues } from "#src/modules/programs/api-keys/schema.ts";
import { FieldGroup } from "#src/ui/admin/field-group.tsx";
import { AdminCheck, AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import type { FieldError } from "#src/locales/field-errors.ts";

export type NamedCity = { id: string; name: string };

/** The error of a field, as its control takes it. */
export const wrongIn = (errors: readonly FieldError[] | undefined, field: string, t: Text): { error?: string } => {
  const wrong = errors?.find(({ id }) => id === field);
  return wrong ? { error: t(wrong.message) } : {};
};

const SITE_NAMES = {
  cdmx: "api-keys.site.cdmx",
  oaxaca: "api-keys.site.oaxaca",
  puerto_vallarta: "api-keys.site.puerto_vallarta",
} as const satisfies Record<(typeof SITES)[number], MessageId>;

type KeyFieldsProps = {
  formValues: KeyFormValues;
  errors: readonly FieldError[] | undefined;
  cities: readonly NamedCity[];
  /** Whether only a partner's scopes may be chosen; null while the form leaves open whose key it is. */
  ofPartner: boolean | null;
};

/** What a key is called, what it may do, where, how often and until when. */
export function KeyFields({ formValues, errors, cities, ofPartner }: KeyFieldsProps) {
  const { t } = useText("errors");
  const wrong = (field: string) => wrongIn(errors, field, t);
  const ofHouse = SCOPE_NAMES.filter((scope) => !SCOPES_OF_PARTNERS.includes(scope));
  const boxes = (name: "sites" | "cities", choices: readonly { id: string; label: string }[]) => (
    <div className="grid grid-cols-2 gap-x-4">
      {choices.map(({ id, label }) => (
        <AdminCheck key={id} name={name} value={id} defaultChecked={formValues[name].includes(id)}>
          {label}
        </AdminCheck>
      ))}
    </div>
  );
  const group = (id: "scopes" | "sites" | "cities") => ({
    id,
    label: t(`api-keys.${id}`),
    help: t(`api-keys.${id}Help`),
    error: wrong(id).error,
    changed: false,
  });
  return (
    <>
      <AdminField id="name" label={t("api-keys.name")} help={t("api-keys.nameHelp")} {...wrong("name")}>
        {(control) => <AdminInput {...control} name="name" maxLength={80} defaultValue={formValues.name} required />}
      </AdminField>
      <FieldGroup {...group("scopes")}>
        <div className="grid gap-1.5">
          {(ofPartner ? SCOPES_OF_PARTNERS : SCOPE_NAMES).map((scope) => (
            <AdminCheck key={scope} name="scopes" value={scope} defaultChecked={formValues.scopes.includes(scope)}>
              {t(`api-keys.scope.${scope}`)}
              <span className="block text-fine text-text-3">
                <code>{scope}</code>
                {ofPartner === null && ofHouse.includes(scope) && ` · ${t("api-keys.scopeOfHouse")}`}
              </span>
            </AdminCheck>
          ))}
        </div>
      </FieldGroup>
      <FieldGroup {...group("sites")}>
        {boxes(
          "sites",
          SITES.map((id) => ({ id, label: t(SITE_NAMES[id]) })),
        )}
      </FieldGroup>
      <FieldGroup {...group("cities")}>
        {boxes(
          "cities",
          cities.map(({ id, name }) => ({ id, label: name })),
        )}
      </FieldGroup>
      <AdminField
        id="per_minute"
        label={t("api-keys.per_minute")}
        help={t("api-keys.per_minuteHelp")}
        {...wrong("per_minute")}
      >
        {(control) => (
          <AdminInput
            {...control}
            name="per_minute"
            inputMode="numeric"
            maxLength={6}
            defaultValue={formValues.per_minute}
            required
          />
        )}
      </AdminField>
      <AdminField
        id="expires_on"
        label={t("api-keys.expires_on")}
        optional={t("api-keys.optional")}
        help={t("api-keys.expires_onHelp")}
        {...wrong("expires_on")}
      >
        {(control) => <AdminInput {...control} type="date" name="expires_on" defaultValue={formValues.expires_on} />}
      </AdminField>
    </>
  );
}
