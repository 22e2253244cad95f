import { useText } from "#src/locales/use-text.ts";
import { Field } from "#src/ui/field.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

type EmailCodeFieldProps = {
  error: string | undefined;
  /** Where the code was mailed to, as far as this visitor may know. */
  email: string | null;
  code?: string;
};

/** Where the code goes that was mailed to a guest. */
export function EmailCodeField({ error, email, code = "" }: EmailCodeFieldProps) {
  const { t } = useText();
  const sent = email ? t("booking-cases.emailCodeSent", { email }) : "";
  return (
    <Field
      id="email_code"
      label={t("booking-cases.emailCode")}
      hint={
        <span className="wrap-anywhere">
          {sent} {t("booking-cases.emailCodeHint")}
        </span>
      }
      {...(error ? { error } : {})}
    >
      {(control) => (
        <TextInput
          {...control}
          name="email_code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          defaultValue={code}
        />
      )}
    </Field>
  );
}
