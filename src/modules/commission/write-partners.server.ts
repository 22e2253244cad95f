import { csvLine } from "#src/kernel/csv.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { percentOf } from "#src/modules/affiliates/rules/terms.ts";
import { everyPartner } from "#src/modules/commission/list-partners.server.ts";
import type { ListedPartner } from "#src/modules/commission/rules/listed-partner.ts";
import type { PartnerQuery } from "#src/modules/commission/rules/partner-list.ts";
import { bothWays, decimal } from "#src/modules/commission/rules/shown.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * The list of partners as CSV in the viewer's language, with the days that its figures are of; amounts are decimal, what is
 * taken back in a column of its own. Refusal: forbidden {missing}.
 */
export function partnersCsv(ctx: Context, query: PartnerQuery) {
  if (!can(ctx.actor, "affiliates.read")) return fail("forbidden", { missing: "affiliates.read" });
  return ok({ lines: written(ctx, query) });
}

async function* written(ctx: Context, query: PartnerQuery): AsyncGenerator<string> {
  const { t } = await i18nFor(ctx.locale);
  yield csvLine(headOf(t, query));
  for await (const partners of everyPartner(ctx, query))
    yield partners.map((partner) => csvLine(cellsOf(t, query, partner))).join("");
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

function cellsOf(t: Text, { days }: PartnerQuery, partner: ListedPartner): (string | null)[] {
  const { rate } = partner;
  return [
    partner.name,
    partner.code,
    partner.city ?? t("affiliates-admin.online"),
    t(partner.isActive ? "affiliates-admin.state.active" : "affiliates-admin.state.off"),
    rate && (rate.kind === "percentage" ? percentOf(rate.value) : `MXN ${decimal(rate.value)}`),
    days.from,
    days.to,
    String(partner.visits),
    String(partner.bookings),
    String(partner.came),
    ...bothWays(partner.commission),
    partner.statement && t(`affiliates-admin.statement.${partner.statement}`),
  ];
}
