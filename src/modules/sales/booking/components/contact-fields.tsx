import type { ComponentProps } from "react";
import { useText } from "#src/locales/use-text.ts";
import { Field } from "#src/ui/field.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

/** What the answer to the form says of a field: spread on it. */
type ErrorOf = (id: "first_name" | "last_name" | "phone") => { error?: string };

/** The names of whoever books, as a browser and a password manager know them. */
export function NameFields({
  first_name,
  last_name,
  errorOf,
}: {
  first_name: string;
  last_name: string;
  errorOf: ErrorOf;
}) {
  const { t } = useText();
  return (
    <div className="grid max-w-[34rem] grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] items-start gap-x-4 gap-y-5">
      <Field id="first_name" label={t("booking-checkout.firstName")} {...errorOf("first_name")}>
        {(control) => (
          <TextInput {...control} name="first_name" autoComplete="given-name" required defaultValue={first_name} />
        )}
      </Field>
      <Field id="last_name" label={t("booking-checkout.lastName")} {...errorOf("last_name")}>
        {(control) => (
          <TextInput {...control} name="last_name" autoComplete="family-name" required defaultValue={last_name} />
        )}
      </Field>
    </div>
  );
}

type PhoneFieldProps = { phone: string; hint?: string; errorOf: ErrorOf } & Pick<
  ComponentProps<"input">,
  "onFocus" | "onBlur"
>;

/** The phone of whoever books. */
export function PhoneField({ phone, hint, errorOf, ...heard }: PhoneFieldProps) {
  const { t } = useText();
  return (
    <Field id="phone" label={t("booking-checkout.phone")} hint={hint} {...errorOf("phone")}>
      {(control) => (
        <TextInput
          {...control}
          {...heard}
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
          defaultValue={phone}
        />
      )}
    </Field>
  );
}
