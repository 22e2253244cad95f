import { languageTag } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { Rate } from "#src/modules/commission/rules/commission.ts";

/** Numbers, pesos (of centavos), rates and months (2026-11) as the page's language writes them. */
export function useFigures() {
  const { t, locale } = useText();
  const tag = languageTag(locale);
  const pesos = (amount: number) => formatMoney({ amount, currency: "MXN" }, locale);
  return {
    pesos,
    number: (value: number) => value.toLocaleString(tag),
    rate: ({ kind, value }: Rate) =>
      kind === "percentage"
        ? (value / 10_000).toLocaleString(tag, { style: "percent", maximumFractionDigits: 2 })
        : t("commission-page.perPerson", { amount: pesos(value) }),
    /** as it stands within a sentence: Spanish months are small there */
    month: (month: string) =>
      new Date(`${month}-15T12:00:00Z`).toLocaleDateString(tag, { month: "long", year: "numeric", timeZone: "UTC" }),
  };
}
