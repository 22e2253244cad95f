import type { Currency } from "#src/kernel/money.ts";
import type { Locale } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { FieldErrorText } from "#src/ui/field.tsx";
import { Select } from "#src/ui/select.tsx";

/** `Mexican Peso (MXN)` / `Peso mexicano (MXN)`. */
export function currencyName(currency: Currency, locale: Locale): string {
  const name = new Intl.DisplayNames([locale === "es" ? "es-MX" : "en-US"], { type: "currency" }).of(currency);
  return `${name?.charAt(0).toUpperCase()}${name?.slice(1)} (${currency})`;
}

type CurrencySelectProps = {
  value: Currency;
  /** The currencies some provider can charge, MXN first. */
  offered: readonly Currency[];
  frozen: boolean;
  error: string | undefined;
  onChoose: (currency: Currency) => void;
};

/** Payment currency. Frozen once the guest has proceeded to payment (spec section 4). */
export function CurrencySelect({ value, offered, frozen, error, onChoose }: CurrencySelectProps) {
  const { t, locale } = useText();
  // a selected currency that is no longer offered stays visible with its error
  const currencies = offered.includes(value) ? offered : [value, ...offered];
  const hint = error ? "currency-error" : frozen ? "currency-hint" : undefined;
  return (
    <div className="mt-4">
      <label htmlFor="currency" className="mb-1.5 block text-small font-semibold">
        {t("booking-checkout.currency")}
      </label>
      {frozen && <input type="hidden" name="currency" value={value} />}
      <Select
        id="currency"
        name={frozen ? undefined : "currency"}
        disabled={frozen}
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint}
        onChange={(event) => onChoose(event.currentTarget.value as Currency)}
      >
        {currencies.map((currency) => (
          <option key={currency} value={currency}>
            {currencyName(currency, locale)}
          </option>
        ))}
      </Select>
      {error && <FieldErrorText id="currency-error">{error}</FieldErrorText>}
      {frozen && !error && (
        <p id="currency-hint" className="mt-1.5 text-small text-text-2">
          {t("booking-checkout.currencyFrozen")}
        </p>
      )}
    </div>
  );
}
