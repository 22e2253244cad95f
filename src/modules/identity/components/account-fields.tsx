import { useText } from "#src/locales/use-text.ts";
import { Field } from "#src/ui/field.tsx";
import { PasswordInput } from "#src/ui/password-input.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

type EmailProps = { value: string | undefined; hint?: string; error?: string };

/** The address that an account is known by. */
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

/** A password: the one that is, or one that is being chosen. It is never filled in again by us. */
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
