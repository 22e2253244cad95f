import { dateFormat, numberFormat } from "#src/kernel/formatters.ts";
import { monthAndYear } from "#src/kernel/local-time.ts";
import { languageTag, type Locale } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import type { Text } from "#src/locales/i18n.ts";
import type { Rate } from "#src/modules/affiliates/rules/terms.ts";

/** "12.5%", or "MX$40 per person" in short. */
export const sayRate = ({ kind, value }: Rate, t: Text, locale: Locale): string =>
  kind === "percentage"
    ? sayPercent(value, locale)
    : t("affiliates-admin.rate.fixed", { amount: sayPesos(value, locale) });

/** Hundredths of a percent as a percentage. */
export const sayPercent = (hundredths: number, locale: Locale): string =>
  numberFormat(languageTag(locale), { style: "percent", maximumFractionDigits: 2 }).format(hundredths / 10_000);

/** Centavos as money. */
export const sayPesos = (amount: number, locale: Locale): string => formatMoney({ amount, currency: "MXN" }, locale);

/** "November 2026", or only "November". */
export const sayMonth = (month: string, locale: Locale, withYear = true): string =>
  withYear
    ? monthAndYear(month, locale)
    : dateFormat(languageTag(locale), { timeZone: "UTC", month: "long" }).format(new Date(`${month}-15T12:00:00Z`));
