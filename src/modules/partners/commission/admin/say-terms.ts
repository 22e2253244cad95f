import { dateFormat } from "#src/kernel/formatters.ts";
import { monthAndYear } from "#src/kernel/local-time.ts";
import { languageTag, type Locale } from "#src/kernel/localized.ts";
import { formatPesos } from "#src/kernel/money.ts";
import type { Text } from "#src/locales/i18n.ts";
import { percentOf, type Rate } from "#src/modules/partners/commission/rules/terms.ts";

/** "12.5%", or "MX$40 per person" in short. */
export const sayRate = ({ kind, value }: Rate, t: Text, locale: Locale): string =>
  kind === "percentage" ? percentOf(value) : t("affiliates-admin.rate.fixed", { amount: formatPesos(value, locale) });

/** "November 2026", or only "November". */
export const sayMonth = (month: string, locale: Locale, withYear = true): string =>
  withYear
    ? monthAndYear(month, locale)
    : dateFormat(languageTag(locale), { timeZone: "UTC", month: "long" }).format(new Date(`${month}-15T12:00:00Z`));
