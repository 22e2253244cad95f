import { fail, ok } from "#src/kernel/result.ts";
import { type Column, dateCell, moneyCell, sheetOf } from "#src/kernel/sheet.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { percentOf } from "#src/modules/partners/commission/rules/terms.ts";
import { everyPartner, type NightsOf } from "#src/modules/partners/commission/list-partners.server.ts";
import type { ListedPartner } from "#src/modules/partners/commission/rules/listed-partner.ts";
import type { PartnerQuery } from "#src/modules/partners/commission/rules/partner-list.ts";
import { bothWays } from "#src/modules/partners/commission/rules/statement-view.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * The list of partners as a sheet in the viewer's language, with the days that its figures cover; reversed amounts are in a
 * separate column. Refusal: forbidden {missing}.
 */
export async function partnersSheet(ctx: Context, query: PartnerQuery, nightsOf: NightsOf) {
  if (!can(ctx.actor, "affiliates.read")) return fail("forbidden", { missing: "affiliates.read" });
  const { t } = await i18nFor(ctx.locale);
  return ok({ sheet: sheetOf(columns(t, query), everyPartner(ctx, query, nightsOf)) });
}

const columns = (t: Text, { days }: PartnerQuery): Column<ListedPartner>[] => [
  [t("affiliates-admin.field.name"), ({ name }) => name],
  [t("affiliates-admin.field.code"), ({ code }) => code],
  [t("affiliates-admin.field.city"), ({ city }) => city ?? t("affiliates-admin.online")],
  [
    t("affiliates-admin.state"),
    ({ isActive }) => t(isActive ? "affiliates-admin.state.active" : "affiliates-admin.state.off"),
  ],
  [
    t("affiliates-admin.csv.rate"),
    ({ rate }) => rate && (rate.kind === "percentage" ? percentOf(rate.value) : moneyCell(rate.value)),
  ],
  [t("affiliates-admin.csv.from"), () => dateCell(days.from)],
  [t("affiliates-admin.csv.to"), () => dateCell(days.to)],
  [t("affiliates-admin.column.visits"), ({ visits }) => visits],
  [t("affiliates-admin.column.bookings"), ({ bookings }) => bookings],
  [t("affiliates-admin.column.came"), ({ came }) => came],
  [
    t(days.month === null ? "affiliates-admin.csv.commission.night" : "affiliates-admin.csv.commission.statement"),
    ({ commission }) => bothWays(commission)[0],
  ],
  [t("affiliates-admin.csv.back"), ({ commission }) => bothWays(commission)[1]],
  [
    t("affiliates-admin.csv.statement", { month: days.before }),
    ({ statement }) => statement && t(`affiliates-admin.statement.${statement}`),
  ],
];
