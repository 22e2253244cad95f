import { useText } from "#src/locales/use-text.ts";
import { GuestForm, type WrittenForm } from "#src/modules/site/messages/components/guest-form.tsx";
import { type FormValues, TRAP } from "#src/modules/site/messages/rules/message-form.ts";
import { EmailInput } from "#src/ui/email-input.tsx";
import { Field } from "#src/ui/field.tsx";
import { TextArea } from "#src/ui/text-area.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

type MessageFormProps = WrittenForm & { formValues: FormValues };

/** A message to the operator. Works without JavaScript; keeps its form values. */
export function MessageForm({ formValues, ...answer }: MessageFormProps) {
  const { t } = useText();
  return (
    <GuestForm answer={answer} trap={TRAP} privacy={t("messages.privacy")} send={t("messages.send")}>
      {(errorOf) => (
        <>
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
            {(control) => (
              <EmailInput {...control} name="email" required defaultValue={formValues.email} maxLength={254} />
            )}
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
        </>
      )}
    </GuestForm>
  );
}
