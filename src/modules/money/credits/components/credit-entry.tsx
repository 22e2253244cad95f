import { CircleCheck } from "#src/ui/lucide/icons.ts";
import { useNavigation } from "react-router";
import { type Currency, formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { Button, LINK } from "#src/ui/button.tsx";
import { FieldErrorText } from "#src/ui/field.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

/** A credit or gift card that pays a part, in minor units; a deposit's has no code, and can't be taken off. */
export type AppliedCredit = { id: string; code: string; amount: number; isDeposit: boolean };

type CreditEntryProps = {
  /** The id of the form of its controls: separate, so that Enter in the field doesn't pay. */
  form: string;
  /** What was applied, for visitors who may see the codes. */
  applied: readonly AppliedCredit[] | null;
  /** Something was applied, but this visitor may not see its codes. */
  isHidden: boolean;
  /** Nothing is left to pay, so no further code is asked for. */
  isPaid: boolean;
  currency: Currency;
  error?: string | undefined;
};

/** Applies credit and gift cards by their codes, or removes them, which requires seeing the code. Works without JavaScript. */
export function CreditEntry({ form, applied, isHidden, isPaid, currency, error }: CreditEntryProps) {
  const { t, locale } = useText();
  const sending = useNavigation().formData?.get("intent");
  const asks = !isHidden && !isPaid;
  return (
    <div className="mt-4 grid gap-3">
      {isHidden && (
        <div className={APPLIED}>
          <CircleCheck aria-hidden size={20} className="shrink-0 text-high-text" />
          <p className="min-w-0 grow truncate font-semibold">{t("credits.applied")}</p>
        </div>
      )}
      {applied?.map(({ id, code, amount, isDeposit }) => (
        <div key={id} className={APPLIED}>
          <CircleCheck aria-hidden size={20} className="shrink-0 text-high-text" />
          <p className="min-w-0 grow">
            <span className="block text-small font-semibold wrap-anywhere">
              {isDeposit ? t("credits.deposit") : code}
            </span>
            <span className="block text-small tabular-nums">{formatMoney({ amount, currency }, locale)}</span>
          </p>
          {!isDeposit && (
            <button
              form={form}
              type="submit"
              name="intent"
              value={`credit-remove:${id}`}
              aria-label={t("credits.removeOne", { code })}
              aria-describedby={error ? "credit_code-error" : undefined}
              className={`${LINK} min-h-11 shrink-0 rounded-md px-3`}
            >
              {t("booking-checkout.remove")}
            </button>
          )}
        </div>
      ))}
      {asks && (
        <div>
          <label htmlFor="credit_code" className="mb-1.5 block text-small font-semibold">
            {t(applied ? "credits.another" : "credits.field")}
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
        </div>
      )}
      <div aria-live="polite">{error && <FieldErrorText id="credit_code-error">{error}</FieldErrorText>}</div>
    </div>
  );
}

const APPLIED = "flex items-center gap-2 rounded-md bg-high-tint py-1 pr-1 pl-3.5 text-text";
