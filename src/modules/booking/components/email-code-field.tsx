import { useText } from "#src/locales/use-text.ts";
import { Field } from "#src/ui/field.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

/** Where the code goes that was mailed to a guest. */
export function EmailCodeField({ error, code = "" }: { error: string | undefined; code?: string }) {
  const { t } = useText();
  return (
    <Field
      id="email_code"
      label={t("booking-checkout.emailCode")}
      hint={t("booking-checkout.emailCodeHint")}
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
