import { useText } from "#src/locales/use-text.ts";
import { GuestForm, type WrittenForm } from "#src/modules/site/messages/components/guest-form.tsx";
import { type FormValues, TRAP } from "#src/modules/changes/groups/rules/request-form.ts";
import { MOST_PEOPLE, OCCASIONS } from "#src/modules/changes/groups/schema.ts";
import { EmailInput } from "#src/ui/email-input.tsx";
import { Field } from "#src/ui/field.tsx";
import { Select } from "#src/ui/select.tsx";
import { TextArea } from "#src/ui/text-area.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

type RequestFormProps = WrittenForm & {
  cities: readonly { id: string; name: string }[];
  /** The earliest day that may be wished for. */
  earliest: string;
  formValues: FormValues;
};

/** The group, its wishes, and who asks. Works without JavaScript, and keeps what was entered. */
export function RequestForm({ cities, earliest, formValues, ...answer }: RequestFormProps) {
  const { t } = useText();
  return (
    <GuestForm answer={answer} trap={TRAP} privacy={t("groups.privacy")} send={t("groups.send")}>
      {(errorOf) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field id="people" label={t("groups.people")} {...errorOf("people")}>
              {(control) => (
                <TextInput
                  {...control}
                  type="number"
                  name="people"
                  inputMode="numeric"
                  required
                  min={2}
                  max={MOST_PEOPLE}
                  defaultValue={formValues.people}
                />
              )}
            </Field>
            <Field id="city" label={t("groups.city")} {...errorOf("city")}>
              {(control) => (
                <Select {...control} name="city" defaultValue={formValues.city}>
                  {cities.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                  <option value="">{t("groups.city.other")}</option>
                </Select>
              )}
            </Field>
            <Field id="date" label={t("groups.date")} optional={t("groups.optional")} {...errorOf("date")}>
              {(control) => (
                <TextInput {...control} type="date" name="date" min={earliest} defaultValue={formValues.date} />
              )}
            </Field>
            <Field id="occasion" label={t("groups.occasion")} {...errorOf("occasion")}>
              {(control) => (
                <Select {...control} name="occasion" defaultValue={formValues.occasion || OCCASIONS[0]}>
                  {OCCASIONS.map((one) => (
                    <option key={one} value={one}>
                      {t(`groups.occasion.${one}`)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
          <Field
            id="words"
            label={t("groups.words")}
            optional={t("groups.optional")}
            hint={t("groups.wordsHint")}
            {...errorOf("words")}
          >
            {(control) => (
              <TextArea
                {...control}
                name="words"
                className="min-h-32"
                defaultValue={formValues.words}
                maxLength={4000}
              />
            )}
          </Field>
          <Field id="name" label={t("groups.name")} {...errorOf("name")}>
            {(control) => (
              <TextInput
                {...control}
                name="name"
                autoComplete="name"
                required
                defaultValue={formValues.name}
                maxLength={120}
              />
            )}
          </Field>
          <Field id="email" label={t("groups.email")} hint={t("groups.emailHint")} {...errorOf("email")}>
            {(control) => (
              <EmailInput {...control} name="email" required defaultValue={formValues.email} maxLength={254} />
            )}
          </Field>
          <Field id="phone" label={t("groups.phone")} optional={t("groups.optional")} {...errorOf("phone")}>
            {(control) => (
              <TextInput
                {...control}
                type="tel"
                name="phone"
                autoComplete="tel"
                defaultValue={formValues.phone}
                maxLength={40}
              />
            )}
          </Field>
        </>
      )}
    </GuestForm>
  );
}
