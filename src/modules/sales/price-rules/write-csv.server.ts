import { CURRENCIES } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { type Column, dateCell, moneyCell, sheetOf } from "#src/kernel/sheet.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { listRules } from "#src/modules/sales/price-rules/queries.server.ts";
import type { RuleFilter } from "#src/modules/sales/price-rules/rules/rule-list.ts";
import { weekdayName } from "#src/modules/sales/price-rules/rules/said-rule.ts";
import type { ListedRule } from "#src/modules/sales/price-rules/schema.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The list of price rules as a sheet in the viewer's language; one revenue column per currency. Refusal: forbidden {missing}. */
export async function priceRulesSheet(ctx: Context, filter: RuleFilter) {
  if (!can(ctx.actor, "coupons.read")) return fail("forbidden", { missing: "coupons.read" });
  const list = await listRules(ctx, filter);
  if (!list.ok) return list;
  const { t } = await i18nFor(ctx.locale);
  return ok({ sheet: sheetOf(columns(t, ctx), [list.rules]) });
}

const columns = (t: Text, { locale }: Context): Column<ListedRule>[] => [
  [t("price-rules.position"), ({ position }) => position],
  [t("price-rules.nameEn"), ({ name }) => name],
  [t("price-rules.nameEs"), ({ name_es }) => name_es],
  [t("price-rules.state"), ({ is_active: isActive }) => t(`price-rules.state.${isActive ? "active" : "inactive"}`)],
  [t("price-rules.effect.percent"), ({ percent }) => (percent === null ? null : `${percent}%`)],
  [t("price-rules.effect.amount"), ({ amount }) => moneyCell(amount)],
  [t("price-rules.currency"), ({ currency }) => currency],
  [t("price-rules.place"), ({ place }) => place],
  [t("price-rules.peopleFrom"), ({ people_from: from }) => from],
  [t("price-rules.peopleTo"), ({ people_to: to }) => to],
  [t("price-rules.daysFrom"), ({ days_from: from }) => from],
  [t("price-rules.daysTo"), ({ days_to: to }) => to],
  [t("price-rules.weekdays"), ({ weekdays }) => weekdays.map((day) => weekdayName(day, locale)).join(", ") || null],
  [t("price-rules.dateFrom"), ({ date_from: from }) => dateCell(from)],
  [t("price-rules.dateTo"), ({ date_to: to }) => dateCell(to)],
  [t("price-rules.placesLeft"), ({ places_left: places }) => places],
  [t("price-rules.partner"), ({ partner }) => partner],
  [t("price-rules.nightsFrom"), ({ nights_from: nights }) => nights],
  [t("price-rules.nightsDays"), ({ nights_days: days }) => days],
  [t("price-rules.withCodes"), ({ with_codes: withCodes }) => t(withCodes ? "price-rules.yes" : "price-rules.no")],
  [t("price-rules.bookings"), ({ bookings }) => bookings],
  ...CURRENCIES.map((currency): Column<ListedRule> => [
    t("price-rules.revenueIn", { currency }),
    ({ revenue }) => moneyCell(revenue.find((sum) => sum.currency === currency)?.amount ?? null),
  ]),
];
