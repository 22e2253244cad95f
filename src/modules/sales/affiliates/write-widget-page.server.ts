import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { WidgetDocument, type WidgetPage } from "#src/modules/sales/affiliates/components/widget-document.tsx";
import { widgetLook } from "#src/modules/sales/affiliates/components/widget-look.ts";
import { WIDGET_SCRIPT } from "#src/modules/sales/affiliates/components/widget-script.ts";
import type { OpenedWidget, WidgetCredit } from "#src/modules/sales/affiliates/open-widget.server.ts";
import { viaText } from "#src/modules/sales/affiliates/rules/attribution.ts";
import { soonestNights, type Theme } from "#src/modules/sales/affiliates/rules/widget.ts";
import { findCrawl, listCrawls } from "#src/modules/site/catalog/queries.server.ts";
import { inCalendar } from "#src/modules/site/catalog/rules/crawl.ts";
import type { PubCrawl } from "#src/modules/site/catalog/schema.ts";
import { departuresOf } from "#src/modules/sales/schedule/queries.server.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { textsFor } from "#src/modules/base/settings/read-texts.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { scriptHash } from "#src/platform/finish-page.server.ts";
import { framedHeaders } from "#src/platform/headers.server.ts";
import textFontUrl from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url";
import fontUrl from "#src/ui/fonts/truculenta-ticket.woff2?inline";

type WidgetInput = { crawl: string | null; theme: Theme; isPreview: boolean } & OpenedWidget;

/**
 * The page in the widget's frame, in the language of `ctx`: the next nights of whatever the site sells, those of the partner's `city`
 * where it has any, each leading to its checkout. A preview runs no script and credits nobody. Public.
 */
export async function writeWidgetPage(ctx: Context, { crawl, theme, isPreview, city: home, ...opened }: WidgetInput) {
  // without the script that asks who is around, nobody may be credited
  const credit = isPreview ? null : opened.credit;
  const { locale, settings } = ctx;
  const [{ t }, chosen, only] = await Promise.all([
    textsFor(ctx, locale),
    appSettings(ctx),
    crawl === null ? null : findCrawl(ctx, crawl),
  ]);
  const { branding, logos } = chosen;
  const crawls = only ? [only] : calendarFirst(await listCrawls(ctx), chosen);
  const departures = await departuresOf(
    ctx,
    crawls.map(({ id }) => id),
  );
  const brand = {
    primary: branding.primary_color,
    light: branding.primary_color_light,
    dark: branding.primary_color_dark,
    onBrand: branding.button_text_color,
  };
  const sold = crawls
    .map(({ id, title, city_id, city_name: city }) => ({
      id,
      title,
      city,
      isHere: city_id === home,
      nights: nightsOf(ctx, id, departures, credit),
    }))
    .filter(({ nights }) => nights.length > 0);
  const here = sold.filter(({ isHere }) => isHere);
  const choices = soonestNights(here.length > 0 && !only ? here : sold);
  const [first, ...others] = new Set(choices.map(({ city }) => city));
  const page: WidgetPage = {
    crawls: choices,
    city: others.length === 0 ? (first ?? null) : null,
    today: dateIn(ctx.now, HOME_ZONE),
    more: ctx.origin + localizedPath(only ? `/crawls/${only.slug}` : "/book-now", locale) + linkOf(credit),
    at: credit?.origin ?? null,
  };
  const look = widgetLook(brand, { display: fontUrl, text: textFontUrl });
  const element = createElement(WidgetDocument, {
    page,
    t,
    locale,
    theme,
    look,
    script: isPreview ? null : WIDGET_SCRIPT,
    logo: logos.light,
  });
  return {
    html: `<!doctype html>${renderToStaticMarkup(element)}`,
    headers: {
      ...framedHeaders([scriptHash(WIDGET_SCRIPT)], settings.BASE_URL),
      "content-type": "text/html; charset=utf-8",
      // it says who is credited on the site that asked
      "cache-control": "private, no-store",
    },
  };
}

/** The calendar's crawls first: the site sells the others too, on pages of their own. */
function calendarFirst(crawls: readonly PubCrawl[], chosen: Parameters<typeof inCalendar>[1]): PubCrawl[] {
  const { crawlIds } = inCalendar(crawls, chosen);
  const isIn = ({ id }: PubCrawl) => crawlIds.includes(id);
  return [...crawls.filter(isIn), ...crawls.filter((one) => !isIn(one))];
}

function nightsOf(ctx: Context, crawlId: string, departures: readonly Departure[], credit: WidgetCredit | null) {
  return departures
    .filter((one) => one.crawl_id === crawlId)
    .map((one) => ({
      id: one.id,
      date: one.date,
      start_time: one.start_time,
      price: formatMoney(
        { amount: one.price_per_person.amount_minor, currency: one.price_per_person.currency },
        ctx.locale,
      ),
      left: one.available_spots,
      isOpen: one.is_available,
      href: one.external_booking_link ?? checkoutOf(ctx, one.id, credit),
    }));
}

/** The checkout of a night, with whom it is credited to. */
function checkoutOf(ctx: Context, departureId: string, credit: WidgetCredit | null): string {
  const query = new URLSearchParams({ departure: departureId });
  if (credit) {
    const { code } = credit;
    query.set("via", viaText({ code, qr: null, at: ctx.now.getTime(), place: "widget", before: null, beforeAt: null }));
  }
  return `${ctx.origin}${localizedPath("/checkout", ctx.locale)}?${query.toString()}`;
}

const linkOf = (credit: WidgetCredit | null): string =>
  credit ? `?${new URLSearchParams({ affiliate: credit.code }).toString()}` : "";
