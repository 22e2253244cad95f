import type { ChangeEvent } from "react";
import type { Currency } from "#src/kernel/money.ts";
import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import type { FormValues } from "#src/modules/sales/schedule/rules/form.ts";
import { classNames } from "#src/ui/class-names.ts";
import { AdminCheck, AdminField, AdminInput } from "#src/ui/admin/field.tsx";

/** State shared by a departure's form controls. */
export type FormState = {
  formValues: FormValues;
  fieldErrors: readonly FieldError[];
  /** Names of the controls that differ from what is saved. */
  changed: readonly string[];
  disabled?: boolean;
  onType: (name: string, value: string) => void;
};

type InputProps = {
  form: FormState;
  name: string;
  label: string;
  help?: string;
  optional?: boolean;
  unit?: string;
  type?: string;
  inputMode?: "numeric" | "decimal" | "url";
  placeholder?: string;
};

export function TermInput({ form, name, label, help, optional = false, unit, ...rest }: InputProps) {
  const { t } = useText();
  const fieldError = form.fieldErrors.find(({ id }) => id === name);
  return (
    <AdminField
      id={name}
      label={label}
      help={help}
      optional={optional ? t("admin.optional") : undefined}
      error={fieldError && t(fieldError.message)}
      changed={form.changed.includes(name)}
    >
      {(control) => (
        <AdminInput
          {...control}
          {...rest}
          name={name}
          unit={unit}
          disabled={form.disabled}
          autoComplete="off"
          value={form.formValues[name] ?? ""}
          onChange={(event: ChangeEvent<HTMLInputElement>) => form.onType(name, event.target.value)}
        />
      )}
    </AdminField>
  );
}

/** Start and end; the end may be on the next day. */
export function HoursFields({ form }: { form: FormState }) {
  const { t } = useText();
  const { start_time: start = "", end_time: end = "" } = form.formValues;
  const isNextDay = start !== "" && end !== "" && end <= start;
  return (
    <div className="grid grid-cols-2 gap-3">
      <TermInput form={form} name="start_time" label={t("schedule-admin.starts")} type="time" />
      <TermInput
        form={form}
        name="end_time"
        label={t("schedule-admin.ends")}
        type="time"
        help={isNextDay ? t("schedule-admin.nextMorning") : undefined}
      />
    </div>
  );
}

/** Price and sale price, in the crawl's currency and those with their own amounts. */
export function PriceFields({
  form,
  currency,
  others,
  usual,
  wide = false,
}: {
  form: FormState;
  currency: Currency;
  others: readonly Currency[];
  /** Price of a seat when the field is empty. */
  usual: string | null;
  /** Whether all amounts fit side by side. */
  wide?: boolean;
}) {
  const { t } = useText();
  return (
    <div className="grid gap-3">
      <div className={classNames("grid grid-cols-2 gap-3", wide && "lg:grid-cols-4")}>
        <TermInput
          form={form}
          name="price"
          label={t("schedule-admin.price")}
          optional
          unit={currency}
          inputMode="decimal"
          placeholder={usual ?? undefined}
        />
        <TermInput
          form={form}
          name="sale_price"
          label={t("schedule-admin.sale")}
          optional
          unit={currency}
          inputMode="decimal"
        />
        {others.flatMap((other) => [
          <TermInput
            key={`prices_${other}`}
            form={form}
            name={`prices_${other}`}
            label={t("schedule-admin.priceIn", { currency: other })}
            optional
            unit={other}
            inputMode="decimal"
          />,
          <TermInput
            key={`sale_prices_${other}`}
            form={form}
            name={`sale_prices_${other}`}
            label={t("schedule-admin.saleIn", { currency: other })}
            optional
            unit={other}
            inputMode="decimal"
          />,
        ])}
      </div>
      <p className="text-fine text-text-3">{t("schedule-admin.price.help")}</p>
      <Tick form={form} name="early_bird_sale" text="schedule-admin.earlyBird" />
    </div>
  );
}

/** Seats and sales settings. */
export function SalesFields({ form }: { form: FormState }) {
  const { t } = useText();
  return (
    <div className="grid gap-2">
      <TermInput form={form} name="total_spots" label={t("schedule-admin.seats")} inputMode="numeric" />
      <Tick form={form} name="hide_total_spots" text="schedule-admin.hide.on" />
      <Tick form={form} name="bookings_disabled" text="schedule-admin.sales.off" />
      <TermInput
        form={form}
        name="external_booking_link"
        label={t("schedule-admin.link")}
        optional
        type="url"
        inputMode="url"
        help={t("schedule-admin.link.help")}
      />
    </div>
  );
}

function Tick({ form, name, text }: { form: FormState; name: string; text: MessageId }) {
  const { t } = useText();
  return (
    <AdminCheck
      name={name}
      id={name}
      disabled={form.disabled}
      checked={form.formValues[name] === "on"}
      onChange={(event) => form.onType(name, event.target.checked ? "on" : "")}
      className={form.changed.includes(name) ? "shadow-[-3px_0_0_var(--c-surface),-5px_0_0_var(--c-jaca)]" : undefined}
    >
      {t(text)}
    </AdminCheck>
  );
}
