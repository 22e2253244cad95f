import { CircleCheck } from "#src/ui/lucide/icons.ts";
import { useNavigation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { Button, LINK } from "#src/ui/button.tsx";
import { FieldErrorText } from "#src/ui/field.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

type CreditEntryProps = {
  /** The id of the form of its controls: separate, so that Enter in the field doesn't pay. */
  form: string;
  /** The credit applied; its code only if this visitor may see it. */
  applied: { code: string | null } | null;
  error?: string | undefined;
};

/** Applies a credit by its code, or removes it, which requires seeing the code. Works without JavaScript. */
export function CreditEntry({ form, applied, error }: CreditEntryProps) {
  const { t } = useText();
  const sending = useNavigation().formData?.get("intent");
  if (applied)
    return (
      <div className="mt-4">
        <div className="flex items-center gap-2 rounded-md bg-high-tint py-1 pr-1 pl-3.5 text-text">
          <CircleCheck aria-hidden size={20} className="shrink-0 text-high-text" />
          <p className="min-w-0 grow truncate font-semibold">{applied.code ?? t("credits.applied")}</p>
          {applied.code && (
            <button
              form={form}
              type="submit"
              name="intent"
              value="credit-remove"
              aria-label={t("credits.remove")}
              aria-describedby={error ? "credit_code-error" : undefined}
              className={`${LINK} min-h-11 shrink-0 rounded-md px-3`}
            >
              {t("booking-checkout.remove")}
            </button>
          )}
        </div>
        <div aria-live="polite">{error && <FieldErrorText id="credit_code-error">{error}</FieldErrorText>}</div>
      </div>
    );
  return (
    <div className="mt-4">
      <label htmlFor="credit_code" className="mb-1.5 block text-small font-semibold">
        {t("credits.field")}
      </label>
      <div className="flex gap-2.5">
        <TextInput
          form={form}
          id="credit_code"
          name="credit_code"
          maxLength={50}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "credit_code-error" : undefined}
        />
        <Button
          form={form}
          type="submit"
          name="intent"
          value="credit-apply"
          kind="secondary"
          small
          busy={sending === "credit-apply"}
          className="min-h-12.5 bg-surface"
        >
          {t("booking-checkout.apply")}
        </Button>
      </div>
      <div aria-live="polite">{error && <FieldErrorText id="credit_code-error">{error}</FieldErrorText>}</div>
    </div>
  );
}
