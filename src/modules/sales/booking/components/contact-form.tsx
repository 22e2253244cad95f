import { Form, useNavigation } from "react-router";
import type { FieldError } from "#src/locales/field-errors.ts";
import { useText } from "#src/locales/use-text.ts";
import { NameFields, PhoneField } from "#src/modules/sales/booking/components/contact-fields.tsx";
import type { Contact } from "#src/modules/sales/booking/rules/contact.ts";
import { Button } from "#src/ui/button.tsx";
import { EmailInput } from "#src/ui/email-input.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type ContactFormProps = {
  contact: Contact;
  fieldErrors: readonly FieldError[];
  /** When the form was answered: each answer is announced again. */
  at: number;
  formKey: string;
};

/** Who booked and how they are reached. Says before it is sent that another email is confirmed first. Works without JavaScript. */
export function ContactForm({ contact, fieldErrors, at, formKey }: ContactFormProps) {
  const { t } = useText();
  const busy = useNavigation().formMethod === "POST";
  const { errors, errorOf } = useFieldErrors(fieldErrors);
  return (
    <Form method="post" noValidate className="grid max-w-[34rem] gap-5">
      <p>{t("payments-manage.contact.text")}</p>
      <ErrorSummary key={at} title={t("errors.summary", { count: fieldErrors.length })} errors={errors} />
      <input type="hidden" name="key" value={formKey} />
      <NameFields first_name={contact.first_name} last_name={contact.last_name} errorOf={errorOf} />
      <Field
        id="email"
        label={t("booking-checkout.email")}
        hint={t("payments-manage.contact.emailHint")}
        {...errorOf("email")}
      >
        {(control) => <EmailInput {...control} name="email" required defaultValue={contact.email} />}
      </Field>
      <PhoneField phone={contact.phone} errorOf={errorOf} />
      <Button type="submit" name="intent" value="contact" busy={busy} className="justify-self-start">
        {t("payments-manage.contact.submit")}
      </Button>
    </Form>
  );
}
