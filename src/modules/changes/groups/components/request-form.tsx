import { Form, Link, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { type FormValues, TRAP } from "#src/modules/changes/groups/rules/request-form.ts";
import { MOST_PEOPLE, OCCASIONS } from "#src/modules/changes/groups/schema.ts";
import { Button, LINK } from "#src/ui/button.tsx";
import { EmailInput } from "#src/ui/email-input.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Select } from "#src/ui/select.tsx";
import { TextArea } from "#src/ui/text-area.tsx";
import { TextInput } from "#src/ui/text-input.tsx";
import { Trap } from "#src/ui/trap.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type RequestFormProps = {
  cities: readonly { id: string; name: string }[];
  /** The earliest day that may be wished for. */
  earliest: string;
  formValues: FormValues;
  fieldErrors: readonly FieldError[];
  /** Why the request was refused, apart from its field errors. */
  formError: MessageId | null;
  /** Time of the response: every response is announced again. */
  at: number;
  /** Idempotency key: submitting the form twice sends one request. */
  formKey: string;
};

/** The group, its wishes, and who asks. Works without JavaScript, and keeps what was entered. */
export function RequestForm(props: RequestFormProps) {
  const { cities, earliest, formValues, fieldErrors, formError, at, formKey } = props;
  const { t } = useText();
  const sending = useNavigation().formMethod === "POST";
  const { errors, errorOf } = useFieldErrors(fieldErrors);
  return (
    <Form method="post" noValidate className="grid max-w-[34rem] gap-5">
      <input type="hidden" name="key" value={formKey} />
      <Trap name={TRAP} label={t("groups.trap")} />
      {formError && (
        <Notice key={at} tone="bad" live title={t(formError)}>
          {t("groups.kept")}
        </Notice>
      )}
      <ErrorSummary key={`summary ${at}`} title={t("errors.summary", { count: fieldErrors.length })} errors={errors} />
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
          <TextArea {...control} name="words" className="min-h-32" defaultValue={formValues.words} maxLength={4000} />
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
        {(control) => <EmailInput {...control} name="email" required defaultValue={formValues.email} maxLength={254} />}
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
      <PrivacyNotice />
      <Button type="submit" busy={sending} className="sm:justify-self-start">
        {t(sending ? "groups.sending" : "groups.send")}
      </Button>
    </Form>
  );
}

function PrivacyNotice() {
  const { t, locale } = useText();
  return (
    <p className="text-small text-text-2">
      {t("groups.privacy")}{" "}
      <Link to={localizedPath("/privacy", locale)} className={LINK}>
        {t("groups.privacyLink")}
      </Link>
      .
    </p>
  );
}
