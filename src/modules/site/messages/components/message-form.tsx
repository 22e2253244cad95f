import { Form, Link, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { type FormValues, TRAP } from "#src/modules/site/messages/rules/message-form.ts";
import { Button, LINK } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { EmailInput } from "#src/ui/email-input.tsx";
import { Field } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { TextArea } from "#src/ui/text-area.tsx";
import { TextInput } from "#src/ui/text-input.tsx";
import { Trap } from "#src/ui/trap.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type MessageFormProps = {
  formValues: FormValues;
  fieldErrors: readonly FieldError[];
  /** Why the message was refused, apart from its field errors. */
  formError: MessageId | null;
  /** Time of the response: every response is announced again. */
  at: number;
  /** Idempotency key: submitting the form twice sends one message. */
  formKey: string;
};

/** A message to the operator. Works without JavaScript; keeps its form values. */
export function MessageForm({ formValues, fieldErrors, formError, at, formKey }: MessageFormProps) {
  const { t } = useText();
  const sending = useNavigation().formMethod === "POST";
  const { errors, errorOf } = useFieldErrors(fieldErrors);
  return (
    <Form method="post" noValidate className="grid max-w-[34rem] gap-5">
      <input type="hidden" name="key" value={formKey} />
      <Trap name={TRAP} label={t("messages.trap")} />
      {formError && (
        <Notice key={at} tone="bad" live title={t(formError)}>
          {t("messages.kept")}
        </Notice>
      )}
      <ErrorSummary key={`summary ${at}`} title={t("errors.summary", { count: fieldErrors.length })} errors={errors} />
      <Field id="name" label={t("messages.name")} {...errorOf("name")}>
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
      <Field id="email" label={t("messages.email")} hint={t("messages.emailHint")} {...errorOf("email")}>
        {(control) => <EmailInput {...control} name="email" required defaultValue={formValues.email} maxLength={254} />}
      </Field>
      <Field id="subject" label={t("messages.subject")} {...errorOf("subject")}>
        {(control) => (
          <TextInput {...control} name="subject" required defaultValue={formValues.subject} maxLength={150} />
        )}
      </Field>
      <Field id="message" label={t("messages.message")} hint={t("messages.messageHint")} {...errorOf("message")}>
        {(control) => (
          <TextArea
            {...control}
            name="message"
            required
            className="min-h-40"
            defaultValue={formValues.message}
            maxLength={4000}
          />
        )}
      </Field>
      <PrivacyNotice />
      <Button type="submit" busy={sending} className="sm:justify-self-start">
        {t(sending ? "messages.sending" : "messages.send")}
      </Button>
    </Form>
  );
}

function PrivacyNotice() {
  const { t, locale } = useText();
  return (
    <p className="text-small text-text-2">
      {t("messages.privacy")}{" "}
      <Link to={localizedPath("/privacy", locale)} className={LINK}>
        {t("messages.privacyLink")}
      </Link>
      .
    </p>
  );
}
