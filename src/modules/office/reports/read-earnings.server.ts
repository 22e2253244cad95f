import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { periodOf } from "#src/kernel/period.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { type Column, moneyCell, sheetOf } from "#src/kernel/sheet.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { can, reaches, readable } from "#src/modules/base/identity/rules/permissions.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { citiesOf } from "#src/modules/office/reports/queries.server.ts";
import {
  channelName,
  type EarningsQuery,
  inOrder,
  netOf,
  netPerPlace,
  PLACES_OF_MONEY,
  WITHHELD,
} from "#src/modules/office/reports/rules/earnings.ts";
import type { Earned } from "#src/modules/office/reports/schema.ts";
import { earnedBy } from "#src/modules/office/reports/store/earnings.server.ts";
import { crawlsForNights } from "#src/modules/sales/schedule/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * What places earned per channel: of the bookings sold in a period, or for its nights, in the cities that the caller's role reaches;
 * with practice bookings only in practice mode (docs/decisions/128). Roles that are limited to cities don't see partners apart. Needs
 * `reports.read`. Refusal: forbidden {missing}.
 */
export async function readEarnings(ctx: Context, query: EarningsQuery) {
  if (!can(ctx.actor, "reports.read")) return fail("forbidden", { missing: "reports.read" as const });
  const period = periodOf(query, dateIn(ctx.now, HOME_ZONE));
  const [cities, all] = await Promise.all([citiesOf(ctx), crawlsForNights(ctx)]);
  const city = cities.find(({ id }) => id === query.city)?.id ?? null;
  const crawls = all
    .filter(({ city_id: of }) => reaches(ctx.actor, of))
    .map(({ id, title, title_es }) => ({ id, title: inLocale(ctx.locale, title, title_es) }));
  const crawl = crawls.find(({ id }) => id === query.crawl)?.id ?? null;
  const rows = await earnedBy(ctx.db, {
    basis: query.by,
    days: period,
    cities: readable(ctx.actor, city === null ? [] : [city]),
    crawl,
    tests: practises(ctx),
    named: ctx.actor.cities === null,
  });
  return ok({ earnings: { query: { ...query, city, crawl }, period, cities, crawls, rows: inOrder(rows) } });
}

/** The same as a sheet in the reader's language, with a title for a workbook. Refusals as of `readEarnings`. */
export async function earningsSheet(ctx: Context, query: EarningsQuery) {
  const read = await readEarnings(ctx, query);
  if (!read.ok) return read;
  const { t } = await i18nFor(ctx.locale);
  const { period, rows } = read.earnings;
  const columns: Column<Earned>[] = [
    [t("reports.earnings.channel"), ({ channel }) => channelName(channel, t)],
    [t("reports.partner"), ({ partner }) => partner ?? ""],
    [t("reports.currency"), ({ currency }) => currency],
    [t("reports.earnings.places"), ({ places }) => places],
    [t("reports.earnings.price"), ({ revenue }) => moneyCell(revenue)],
    [t("reports.earnings.commission"), ({ commission }) => moneyCell(commission)],
    [t("reports.earnings.fee"), ({ fee }) => moneyCell(fee)],
    [t("reports.earnings.withheld"), () => moneyCell(WITHHELD)],
    [t("reports.earnings.net"), (row) => moneyCell(netOf(row))],
    [t("reports.earnings.perPlace"), (row) => moneyCell(netPerPlace(row))],
    ...PLACES_OF_MONEY.map((place): Column<Earned> => [t(`reports.money.${place}`), (row) => moneyCell(row[place])]),
  ];
  const name = `earnings-${period.from}-${period.to}`;
  return ok({ name, title: t("reports.earnings.title"), sheet: sheetOf(columns, [rows]) });
}
