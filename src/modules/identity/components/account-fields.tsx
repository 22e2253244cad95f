import { useText } from "#src/locales/use-text.ts";
import { Field } from "#src/ui/field.tsx";
import { PasswordInput } from "#src/ui/password-input.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

type EmailProps = { value: string | undefined; hint?: string; error?: string };

/** The account's email address. */
export function EmailField({ value, ...field }: EmailProps) {
  const { t } = useText();
  return (
    <Field id="email" label={t("identity.email")} {...field}>
      {(control) => (
        <TextInput
          {...control}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          spellCheck={false}
          maxLength={254}
          defaultValue={value}
          required
        />
      )}
    </Field>
  );
}

type PasswordProps = { label: string; kind: "current" | "new"; hint?: string; error?: string };

/** A current or a new password, never prefilled. */
export function PasswordField({ label, kind, ...field }: PasswordProps) {
  const { t } = useText();
  return (
    <Field id="password" label={label} {...field}>
      {(control) => (
        <PasswordInput
          {...control}
          name="password"
          autoComplete={`${kind}-password`}
          showLabel={t("identity.showPassword")}
          hideLabel={t("identity.hidePassword")}
          required
        />
      )}
    </Field>
  );
}
