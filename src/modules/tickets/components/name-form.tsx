import { Form, useNavigation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { Button } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

type NameFormProps = {
  guests: { position: number; name: string }[];
  /** The booking's, as it was shown. */
  version: number;
  /** The sentence under a field that was filled in wrongly, by its number. */
  errors: Record<number, string>;
  /** When the form was answered: every answer is told anew. */
  at: number;
};

/** Who comes: a field for every ticket. Works without JavaScript. */
export function NameForm({ guests, version, errors, at }: NameFormProps) {
  const { t } = useText();
  const fieldErrors = Object.entries(errors).map(([position, message]) => ({ id: `name-${position}`, message }));
  const busy = useNavigation().formMethod === "POST";
  return (
    <Form method="post" className="grid max-w-[34rem] gap-5">
      <p>{t("payments-manage.names.text")}</p>
      <ErrorSummary key={at} title={t("errors.summary", { count: fieldErrors.length })} errors={fieldErrors} />
      <input type="hidden" name="version" value={version} />
      {guests.map(({ position, name }, index) => (
        <Field
          key={position}
          id={`name-${position}`}
          label={t("payments-manage.names.field", { n: index + 1 })}
          optional={t("booking-checkout.optional")}
          {...(errors[position] ? { error: errors[position] } : {})}
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
