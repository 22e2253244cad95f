import { Form, useNavigation } from "react-router";
import { formatMoney, type Money } from "#src/kernel/money.ts";
import type { FieldError } from "#src/locales/field-errors.ts";
import { useText } from "#src/locales/use-text.ts";
import { CFDI_USES, regimesOf } from "#src/modules/books/invoices/rules/cfdi.ts";
import type { InvoiceFormValues } from "#src/modules/books/invoices/rules/invoice-form.ts";
import { Button } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { EmailInput } from "#src/ui/email-input.tsx";
import { Field } from "#src/ui/field.tsx";
import { Select } from "#src/ui/select.tsx";
import { TextInput } from "#src/ui/text-input.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type InvoiceFormProps = {
  formValues: InvoiceFormValues;
  fieldErrors: readonly FieldError[];
  /** When the form was answered: each answer is announced again. */
  at: number;
  /** An earlier request is being corrected. */
  again: boolean;
  /** What it would be of, where that is less than what was paid. */
  remaining: Money | null;
};

/** The recipient's data for a Mexican invoice. Works without JavaScript and keeps the input. */
export function InvoiceForm({ formValues, fieldErrors, at, again, remaining }: InvoiceFormProps) {
  const { t, locale } = useText();
  const busy = useNavigation().formMethod === "POST";
  const { errors, errorOf } = useFieldErrors(fieldErrors);
  return (
    <Form method="post" noValidate className="grid max-w-[34rem] gap-5">
      {remaining && (
        <p className="font-semibold">{t("payments-manage.invoice.kept", { amount: formatMoney(remaining, locale) })}</p>
      )}
      <p>{t("payments-manage.invoice.text")}</p>
      <ErrorSummary key={at} title={t("errors.summary", { count: fieldErrors.length })} errors={errors} />
      <Field
        id="rfc"
        label={t("payments-manage.invoice.rfc")}
        hint={t("payments-manage.invoice.rfcHint")}
        {...errorOf("rfc")}
      >
        {(control) => (
          <TextInput
            {...control}
            name="rfc"
            required
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            defaultValue={formValues.rfc}
            className="max-w-52 uppercase"
          />
        )}
      </Field>
      <Field
        id="legal_name"
        label={t("payments-manage.invoice.legalName")}
        hint={t("payments-manage.invoice.legalNameHint")}
        {...errorOf("legal_name")}
      >
        {(control) => (
          <TextInput
            {...control}
            name="legal_name"
            required
            maxLength={250}
            autoComplete="organization"
            defaultValue={formValues.legal_name}
          />
        )}
      </Field>
      <Field id="tax_regime" label={t("payments-manage.invoice.regime")} {...errorOf("tax_regime")}>
        {(control) => (
          <Select {...control} name="tax_regime" required defaultValue={formValues.tax_regime}>
            <option value="">{t("payments-manage.invoice.choose")}</option>
            {(["person", "company", "both"] as const).map((whose) => (
              <optgroup key={whose} label={t(`payments-manage.invoice.regimesOf.${whose}`)}>
                {regimesOf(whose).map((code) => (
                  <option key={code} value={code}>
                    {t(`payments-manage.regime.${code}`)}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        )}
      </Field>
      <Field
        id="postal_code"
        label={t("payments-manage.invoice.postalCode")}
        hint={t("payments-manage.invoice.postalCodeHint")}
        {...errorOf("postal_code")}
      >
        {(control) => (
          <TextInput
            {...control}
            name="postal_code"
            inputMode="numeric"
            required
            maxLength={5}
            autoComplete="postal-code"
            defaultValue={formValues.postal_code}
            className="max-w-32 tabular-nums"
          />
        )}
      </Field>
      <Field id="cfdi_use" label={t("payments-manage.invoice.use")} {...errorOf("cfdi_use")}>
        {(control) => (
          <Select {...control} name="cfdi_use" required defaultValue={formValues.cfdi_use}>
            {CFDI_USES.map((code) => (
              <option key={code} value={code}>
                {t(`payments-manage.use.${code}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field id="email" label={t("payments-manage.invoice.email")} {...errorOf("email")}>
        {(control) => <EmailInput {...control} name="email" required maxLength={254} defaultValue={formValues.email} />}
      </Field>
      <p className="text-small text-text-2">{t("payments-manage.invoice.privacy")}</p>
      <Button type="submit" name="intent" value="invoice" busy={busy} className="justify-self-start">
        {t(again ? "payments-manage.invoice.save" : "payments-manage.invoice.submit")}
      </Button>
    </Form>
  );
}
