import type { useFetcher } from "react-router";
import { inLocale, type Locale } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import type { Text } from "#src/locales/i18n.ts";
import type { RuleAnswer } from "#src/modules/sales/price-rules/rules/refusals.ts";
import { saidConditions, saidEffect } from "#src/modules/sales/price-rules/rules/said-rule.ts";
import type { ListedRule } from "#src/modules/sales/price-rules/schema.ts";
import { ActiveSwitch } from "#src/ui/admin/list/active-switch.tsx";
import type { Column, PhoneRow } from "#src/ui/admin/table.tsx";

type Switching = { mayChange: boolean; act: ReturnType<typeof useFetcher<RuleAnswer>> };
type Look = Switching & { t: Text; locale: Locale };

const inWords = (rule: ListedRule, t: Text, locale: Locale): string => {
  const conditions = saidConditions(rule, t, locale);
  return conditions.length > 0 ? conditions.join(" · ") : t("price-rules.always");
};

const switchOf = ({ id, is_active: isActive, name, name_es }: ListedRule, t: Text, locale: Locale) => ({
  id,
  isActive,
  label: t("price-rules.activeOf", { name: inLocale(locale, name, name_es) }),
});

/** Each rule's effect, conditions, bookings and revenue, with its switch. */
export const ruleColumns = ({ t, locale, ...how }: Look): Column<ListedRule>[] => [
  {
    id: "name",
    head: t("price-rules.name"),
    cell: (rule) => <span className="font-semibold">{inLocale(locale, rule.name, rule.name_es)}</span>,
  },
  { id: "effect", head: t("price-rules.off"), cell: (rule) => saidEffect(rule, locale) },
  {
    id: "conditions",
    head: t("price-rules.conditions"),
    cell: (rule) => <span className="block max-w-96 py-1.5 whitespace-normal">{inWords(rule, t, locale)}</span>,
  },
  { id: "bookings", head: t("price-rules.bookings"), numeric: true, cell: ({ bookings }) => bookings },
  {
    id: "revenue",
    head: t("price-rules.revenue"),
    numeric: true,
    cell: ({ revenue }) => (
      <span className="grid tabular-nums">
        {revenue.length === 0
          ? t("price-rules.none")
          : revenue.map((sum) => <span key={sum.currency}>{formatMoney(sum, locale)}</span>)}
      </span>
    ),
  },
  {
    id: "active",
    head: t("price-rules.active"),
    numeric: true,
    cell: (rule) => <ActiveSwitch {...switchOf(rule, t, locale)} {...how} />,
  },
];

export const rulePhoneRow =
  ({ t, locale, ...how }: Look) =>
  (rule: ListedRule): PhoneRow => ({
    first: inLocale(locale, rule.name, rule.name_es),
    second: `${saidEffect(rule, locale)} · ${inWords(rule, t, locale)}`,
    end: <ActiveSwitch {...switchOf(rule, t, locale)} {...how} />,
    endSecond: null,
  });
