import { fail, ok } from "#src/kernel/result.ts";
import { dateCell, moneyCell, type Row, type Sheet } from "#src/kernel/sheet.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { percentOf } from "#src/modules/sales/affiliates/rules/terms.ts";
import { everyPartner, type NightsOf } from "#src/modules/partners/commission/list-partners.server.ts";
import type { ListedPartner } from "#src/modules/partners/commission/rules/listed-partner.ts";
import type { PartnerQuery } from "#src/modules/partners/commission/rules/partner-list.ts";
import { bothWays } from "#src/modules/partners/commission/rules/shown.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * The list of partners as a sheet in the viewer's language, with the days that its figures are of; what is taken back is in a column of its own. Refusal: forbidden {missing}.
 */
export async function partnersSheet(ctx: Context, query: PartnerQuery, nightsOf: NightsOf) {
  if (!can(ctx.actor, "affiliates.read")) return fail("forbidden", { missing: "affiliates.read" });
  const { t } = await i18nFor(ctx.locale);
  return ok({ sheet: { head: headOf(t, query), parts: partsOf(ctx, query, nightsOf, t) } satisfies Sheet });
}

async function* partsOf(ctx: Context, query: PartnerQuery, nightsOf: NightsOf, t: Text): AsyncGenerator<Row[]> {
  for await (const partners of everyPartner(ctx, query, nightsOf))
    yield partners.map((partner) => cellsOf(t, query, partner));
}

const headOf = (t: Text, { days }: PartnerQuery): string[] => [
  t("affiliates-admin.field.name"),
  t("affiliates-admin.field.code"),
  t("affiliates-admin.field.city"),
  t("affiliates-admin.state"),
  t("affiliates-admin.csv.rate"),
  t("affiliates-admin.csv.from"),
  t("affiliates-admin.csv.to"),
  t("affiliates-admin.column.visits"),
  t("affiliates-admin.column.bookings"),
  t("affiliates-admin.column.came"),
  t(days.month === null ? "affiliates-admin.csv.commission.night" : "affiliates-admin.csv.commission.statement"),
  t("affiliates-admin.csv.back"),
  t("affiliates-admin.csv.statement", { month: days.before }),
];

function cellsOf(t: Text, { days }: PartnerQuery, partner: ListedPartner): Row {
  const { rate } = partner;
  return [
    partner.name,
    partner.code,
    partner.city ?? t("affiliates-admin.online"),
    t(partner.isActive ? "affiliates-admin.state.active" : "affiliates-admin.state.off"),
    rate && (rate.kind === "percentage" ? percentOf(rate.value) : moneyCell(rate.value)),
    dateCell(days.from),
    dateCell(days.to),
    partner.visits,
    partner.bookings,
    partner.came,
    ...bothWays(partner.commission),
    partner.statement && t(`affiliates-admin.statement.${partner.statement}`),
  ];
}
