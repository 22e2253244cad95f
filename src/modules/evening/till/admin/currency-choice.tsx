import { useText } from "#src/locales/use-text.ts";
import { DOOR_CURRENCIES, type DoorCurrency } from "#src/modules/evening/till/rules/cash.ts";
import { AdminChoice } from "#src/ui/admin/choice.tsx";

type CurrencyChoiceProps = { id: string; value: DoorCurrency; onChange: (currency: DoorCurrency) => void };

/** One of the currencies that are taken at the door, as the field `currency`. */
export function CurrencyChoice({ id, value, onChange }: CurrencyChoiceProps) {
  const { t } = useText("till");
  return (
    <AdminChoice
      id={id}
      name="currency"
      label={t("till.currency")}
      value={value}
      options={DOOR_CURRENCIES.map((code) => ({ value: code, label: code }))}
      onChange={(code) => onChange(code === "USD" ? "USD" : "MXN")}
    />
  );
}
