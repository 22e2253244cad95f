import { languageTag } from "#src/kernel/localized.ts";
import { formatPesos } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { percentOf } from "#src/modules/partners/commission/rules/terms.ts";
import type { Rate } from "#src/modules/partners/commission/rules/commission.ts";

/** Numbers, pesos (of centavos), rates and months (2026-11) as the page's language writes them. */
export function useFigures() {
  const { t, locale } = useText();
  const tag = languageTag(locale);
  const pesos = (amount: number) => formatPesos(amount, locale);
  return {
    pesos,
    number: (value: number) => value.toLocaleString(tag),
    rate: ({ kind, value }: Rate) =>
      kind === "percentage" ? percentOf(value) : t("commission-page.perPerson", { amount: pesos(value) }),
    /** as it stands within a sentence: Spanish months are small there */
    month: (month: string) =>
      new Date(`${month}-15T12:00:00Z`).toLocaleDateString(tag, { month: "long", year: "numeric", timeZone: "UTC" }),
  };
}
