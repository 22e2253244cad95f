import { CURRENCIES, type Currency } from "#src/kernel/money.ts";
import type { Locale } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { Select } from "#src/ui/select.tsx";

/** `Mexican Peso (MXN)` / `Peso mexicano (MXN)`. */
export function currencyName(currency: Currency, locale: Locale): string {
  const name = new Intl.DisplayNames([locale === "es" ? "es-MX" : "en-US"], { type: "currency" }).of(currency);
  return `${name?.charAt(0).toUpperCase()}${name?.slice(1)} (${currency})`;
}

type CurrencySelectProps = { value: Currency; frozen: boolean; onChoose: (currency: Currency) => void };

/** The currency to pay in, pesos first. Frozen once the guest has proceeded to payment (spec section 4). */
export function CurrencySelect({ value, frozen, onChoose }: CurrencySelectProps) {
  const { t, locale } = useText();
  return (
    <div className="mt-4">
      <label htmlFor="currency" className="mb-1.5 block text-small font-semibold">
        {t("checkout.currency")}
      </label>
      {frozen && <input type="hidden" name="currency" value={value} />}
      <Select
        id="currency"
        name={frozen ? undefined : "currency"}
        disabled={frozen}
        defaultValue={value}
        aria-describedby={frozen ? "currency-hint" : undefined}
        onChange={(event) => onChoose(event.currentTarget.value as Currency)}
      >
        {CURRENCIES.map((currency) => (
          <option key={currency} value={currency}>
            {currencyName(currency, locale)}
          </option>
        ))}
      </Select>
      {frozen && (
        <p id="currency-hint" className="mt-1.5 text-small text-text-2">
          {t("checkout.currencyFrozen")}
        </p>
      )}
    </div>
  );
}
