import { dayAndYear } from "#src/kernel/local-time.ts";
import { languageTag, type Locale } from "#src/kernel/localized.ts";
import { type Currency, formatMoney } from "#src/kernel/money.ts";
import type { Text } from "#src/locales/i18n.ts";
import type { PriceRule } from "#src/modules/sales/price-rules/rules/price-rule.ts";

/** What a rule takes off: `15%` or an amount. */
export const saidEffect = ({ percent, amount, currency }: PriceRule, locale: Locale): string =>
  amount === null ? `${percent}%` : formatMoney({ amount, currency: currency as Currency }, locale);

/** 2024-01-01 was a Monday. */
const dayOfWeek = (weekday: number): Date => new Date(Date.UTC(2024, 0, weekday));

/** The names of weekdays, 1 (Monday) to 7, in a language. */
export const weekdayName = (weekday: number, locale: Locale, length: "short" | "long" = "short"): string =>
  new Intl.DateTimeFormat(languageTag(locale), { weekday: length, timeZone: "UTC" }).format(dayOfWeek(weekday));

/** A rule's conditions in words, each by itself; `place` is the name of its city or crawl, `partner` of its partner. */
export function saidConditions(
  rule: PriceRule & { place: string | null; partner: string | null },
  t: Text,
  locale: Locale,
): string[] {
  const { people_from, people_to, days_from, days_to, date_from, date_to, weekdays, places_left, place, partner } =
    rule;
  const between = (from: number | null, to: number | null, id: "people" | "days") =>
    from !== null && to !== null
      ? [t(`price-rules.if.${id}Between`, { from, to })]
      : from !== null
        ? [t(`price-rules.if.${id}From`, { from })]
        : to !== null
          ? [t(`price-rules.if.${id}To`, { to })]
          : [];
  return [
    ...(place === null ? [] : [t("price-rules.if.place", { name: place })]),
    ...between(people_from, people_to, "people"),
    ...between(days_from, days_to, "days"),
    ...(weekdays.length === 0 ? [] : [weekdays.map((day) => weekdayName(day, locale)).join(", ")]),
    ...(date_from === null ? [] : [t("price-rules.if.dateFrom", { date: dayAndYear(date_from, locale) })]),
    ...(date_to === null ? [] : [t("price-rules.if.dateTo", { date: dayAndYear(date_to, locale) })]),
    ...(places_left === null ? [] : [t("price-rules.if.placesLeft", { places: places_left })]),
    ...(partner === null ? [] : [t("price-rules.if.partner", { name: partner })]),
    ...(rule.nights_from === null
      ? []
      : [t("price-rules.if.nights", { nights: rule.nights_from, days: rule.nights_days ?? 0 })]),
    ...(rule.with_codes ? [] : [t("price-rules.if.withoutCodes")]),
  ];
}
