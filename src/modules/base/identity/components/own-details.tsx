import { hasOneName } from "#src/kernel/one-name.ts";
import { useText } from "#src/locales/use-text.ts";
import { ProfileForm, ProfileSection } from "#src/modules/base/identity/components/profile-section.tsx";
import type { OwnProfile } from "#src/modules/base/identity/schema.ts";
import type { ProfileAnswer } from "#src/modules/base/identity/rules/profile-forms.ts";
import { Checkbox } from "#src/ui/checkbox.tsx";
import { Field } from "#src/ui/field.tsx";
import { OneName } from "#src/ui/one-name.tsx";
import { Select } from "#src/ui/select.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

type OwnDetailsProps = {
  profile: OwnProfile;
  /** Names from the server, because browsers don't always agree on a country's name. */
  countries: readonly { value: string; label: string }[];
  answer: ProfileAnswer | undefined;
  done: boolean;
};

/** A user's details: they prefill checkout and set the language of emails. */
export function OwnDetails({ profile, countries, answer, done }: OwnDetailsProps) {
  const { t } = useText();
  return (
    <ProfileSection
      id="details"
      title={t("identity-profile.details.title")}
      lead={t("identity-profile.details.lead")}
      done={done ? t("identity-profile.updated") : null}
    >
      <ProfileForm name="details" answer={answer} action={t("identity-profile.details.save")}>
        {({ formValues, errorOf }) => {
          // after a post the form shows the posted values, unchecked boxes included
          const posted = "first_name" in formValues;
          const value = (field: "first_name" | "last_name" | "phone" | "country" | "language") =>
            formValues[field] ?? profile[field];
          return (
            <>
              <div className="grid max-w-[34rem] gap-5 sm:grid-cols-2">
                <Field id="details-first_name" label={t("identity-profile.firstName")} {...errorOf("first_name")}>
                  {(control) => (
                    <TextInput
                      {...control}
                      name="first_name"
                      autoComplete="given-name"
                      required
                      defaultValue={value("first_name")}
                    />
                  )}
                </Field>
                <Field id="details-last_name" label={t("identity-profile.lastName")} {...errorOf("last_name")}>
                  {(control) => (
                    <TextInput
                      {...control}
                      name="last_name"
                      autoComplete="family-name"
                      required
                      defaultValue={value("last_name")}
                    />
                  )}
                </Field>
              </div>
              <OneName isChosen={posted ? "one_name" in formValues : hasOneName(profile)} prefix="details-" />
              <Field
                id="details-phone"
                label={t("identity-profile.phone")}
                optional={t("identity-profile.optional")}
                {...errorOf("phone")}
              >
                {(control) => (
                  <TextInput
                    {...control}
                    name="phone"
                    type="tel"
                    inputMode="tel"
                    autoComplete="tel"
                    defaultValue={value("phone")}
                  />
                )}
              </Field>
              <Field
                id="details-country"
                label={t("identity-profile.country")}
                optional={t("identity-profile.optional")}
                {...errorOf("country")}
              >
                {(control) => (
                  <Select {...control} name="country" autoComplete="country" defaultValue={value("country")}>
                    <option value="">{t("identity-profile.countryNone")}</option>
                    {countries.map(({ value: code, label }) => (
                      <option key={code} value={code}>
                        {label || t("identity-profile.countryOther")}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
              <Field
                id="details-language"
                label={t("identity-profile.language")}
                hint={t("identity-profile.languageHint")}
                {...errorOf("language")}
              >
                {(control) => (
                  <Select {...control} name="language" defaultValue={value("language")}>
                    <option value="en" lang="en">
                      {t("site.english")}
                    </option>
                    <option value="es" lang="es">
                      {t("site.spanish")}
                    </option>
                  </Select>
                )}
              </Field>
              {profile.number_format !== null && (
                <Field
                  id="details-number_format"
                  label={t("identity-profile.numberFormat")}
                  hint={t("identity-profile.numberFormatHint")}
                  {...errorOf("number_format")}
                >
                  {(control) => (
                    <Select
                      {...control}
                      name="number_format"
                      defaultValue={formValues["number_format"] ?? profile.number_format ?? "point"}
                    >
                      <option value="point">{t("identity-profile.numberFormat.point")}</option>
                      <option value="comma">{t("identity-profile.numberFormat.comma")}</option>
                    </Select>
                  )}
                </Field>
              )}
              <Checkbox
                id="details-marketing_consent"
                name="marketing_consent"
                value="on"
                defaultChecked={posted ? "marketing_consent" in formValues : profile.marketing_consent}
                {...errorOf("marketing_consent")}
              >
                {t("identity-profile.marketing")}
              </Checkbox>
            </>
          );
        }}
      </ProfileForm>
    </ProfileSection>
  );
}
