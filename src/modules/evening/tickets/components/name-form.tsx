import { Form, useNavigation } from "react-router";
import type { FieldError } from "#src/locales/field-errors.ts";
import { useText } from "#src/locales/use-text.ts";
import { Button } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { TextInput } from "#src/ui/text-input.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type NameFormProps = {
  guests: { position: number; name: string }[];
  /** The booking's version when the page was rendered. */
  version: number;
  fieldErrors: readonly FieldError[];
  /** Time of the response: every response is announced again. */
  at: number;
};

/** The guests' names: a field per ticket. Works without JavaScript. */
export function NameForm({ guests, version, fieldErrors, at }: NameFormProps) {
  const { t } = useText();
  const { errors, errorOf } = useFieldErrors(fieldErrors);
  const busy = useNavigation().formMethod === "POST";
  return (
    <Form method="post" className="grid max-w-[34rem] gap-5">
      <p>{t("payments-manage.names.text")}</p>
      <ErrorSummary key={at} title={t("errors.summary", { count: fieldErrors.length })} errors={errors} />
      <input type="hidden" name="version" value={version} />
      {guests.map(({ position, name }, index) => (
        <Field
          key={position}
          id={`name-${position}`}
          label={t("payments-manage.names.field", { n: index + 1 })}
          optional={t("booking-checkout.optional")}
          {...errorOf(`name-${position}`)}
        >
          {(control) => (
            <TextInput {...control} name={`name-${position}`} autoComplete="off" maxLength={80} defaultValue={name} />
          )}
        </Field>
      ))}
      <Button type="submit" name="intent" value="names" busy={busy} className="justify-self-start">
        {t("payments-manage.names.submit")}
      </Button>
    </Form>
  );
}
