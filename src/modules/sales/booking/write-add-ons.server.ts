import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { type Column, dateCell, moneyCell, sheetOf } from "#src/kernel/sheet.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { type SoldOfNight, soldByNight } from "#src/modules/sales/booking/store/add-ons.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * What confirmed bookings have of each add-on, by night and currency, as a sheet in the viewer's language: how many, how many were
 * handed out, and what they cost. Refusal: forbidden {missing}.
 */
export async function soldAddOnsSheet(ctx: Context) {
  if (!can(ctx.actor, "reports.read")) return fail("forbidden", { missing: "reports.read" });
  const { t } = await i18nFor(ctx.locale);
  const columns: Column<SoldOfNight>[] = [
    [t("add-ons-admin.sold.night"), ({ date }) => dateCell(date)],
    [t("add-ons-admin.sold.crawl"), ({ title, title_es }) => inLocale(ctx.locale, title, title_es)],
    [t("add-ons-admin.addOn"), ({ name, name_es }) => inLocale(ctx.locale, name, name_es)],
    [t("add-ons-admin.sold.quantity"), ({ quantity }) => quantity],
    [t("add-ons-admin.sold.redeemed"), ({ redeemed }) => redeemed],
    [t("add-ons-admin.sold.revenue"), ({ amount }) => moneyCell(amount)],
    [t("add-ons-admin.field.currency"), ({ currency }) => currency],
  ];
  return ok({ sheet: sheetOf(columns, [await soldByNight(ctx.db, ctx.actor.cities, practises(ctx))]) });
}
