import { displayedPrice } from "#src/kernel/money.ts";
import { inLocale, localizedPath } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import type { Text } from "#src/locales/i18n.ts";
import { textsFor } from "#src/modules/base/settings/read-texts.server.ts";
import { type CalendarEvent, writeCalendarFeed } from "#src/modules/evening/tickets/write-calendar.server.ts";
import { type FeedNight, nightsToAnnounce } from "#src/modules/programs/feeds/store.server.ts";
import { departuresOf } from "#src/modules/sales/schedule/queries.server.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { findCity, findCrawl, listCrawls } from "#src/modules/site/catalog/queries.server.ts";
import { crawlInCity } from "#src/modules/site/catalog/rules/crawl-name.ts";
import { meetingPoint } from "#src/modules/site/catalog/rules/meeting-point.ts";
import type { PubCrawl } from "#src/modules/site/catalog/schema.ts";
import type { Context } from "#src/platform/context.server.ts";

const DAY_MS = 24 * 3_600_000;
/** So far ahead a calendar reaches. */
const DAYS = 90;

/**
 * The nights of a city of the site for calendars that subscribe to them, in the page's language: those of the crawls that its page
 * lists, of the next 90 days, also without places, and the cancelled ones as such. Refusal: city_not_found. Public.
 */
export async function writeCityCalendar(ctx: Context, cityId: string) {
  const [city, crawls] = await Promise.all([findCity(ctx, cityId), listCrawls(ctx)]);
  if (!city) return fail("city_not_found");
  const own = crawls.filter(({ city_id }) => city_id === city.id);
  return ok({ text: await calendarOf(ctx, own, { place: city.name, zone: city.time_zone }) });
}

/** The same of one crawl, by its slug, a former one or its id. Refusal: crawl_not_found. Public. */
export async function writeCrawlCalendar(ctx: Context, slug: string) {
  const crawl = await findCrawl(ctx, slug);
  if (!crawl) return fail("crawl_not_found");
  const place = crawlInCity(crawl.title, crawl.city_name);
  return ok({ text: await calendarOf(ctx, [crawl], { place, zone: crawl.time_zone }) });
}

async function calendarOf(ctx: Context, crawls: readonly PubCrawl[], { place, zone }: { place: string; zone: string }) {
  const ids = crawls.map(({ id }) => id);
  const span = { from: ctx.now, until: new Date(ctx.now.getTime() + DAYS * DAY_MS) };
  const [nights, departures, { t }] = await Promise.all([
    nightsToAnnounce(ctx.db, ids, span),
    departuresOf(ctx, ids),
    textsFor(ctx, ctx.locale),
  ]);
  const onSale = new Map(departures.map((departure) => [departure.id, departure]));
  const events = nights.flatMap((night) => {
    const crawl = crawls.find(({ id }) => id === night.crawl_id);
    return crawl ? [eventOf(ctx, { night, crawl, departure: onSale.get(night.id) }, t)] : [];
  });
  return writeCalendarFeed(events, t("feeds.calendar.name", { place }), { zone, starts: span.from, ends: span.until });
}

/** A night with its crawl, and with its price and places where it is still on sale. */
type Announced = { night: FeedNight; crawl: PubCrawl; departure: Departure | undefined };

function eventOf(ctx: Context, { night, crawl, departure }: Announced, t: Text): CalendarEvent {
  const isOff = night.status === "cancelled";
  const city = inLocale(ctx.locale, night.city, night.city_es);
  const place = meetingPoint(night, ctx.locale)?.place ?? "";
  const isFree = !isOff && departure?.is_available === true;
  const at = (path: string) => ctx.origin + localizedPath(path, ctx.locale);
  const url = isFree
    ? (departure.external_booking_link ?? at(`/checkout?departure=${night.id}`))
    : at(`/crawls/${crawl.slug}?date=${night.date}`);
  return {
    // the same on every site and in both languages
    uid: `night-${night.id}@${new URL(ctx.settings.BASE_URL).hostname}`,
    // when this file came to be; by the day, so that it stays the same until something changes
    stamp: new Date(Math.floor(ctx.now.getTime() / DAY_MS) * DAY_MS),
    starts: night.starts_at,
    ends: night.ends_at,
    zone: night.zone,
    title: crawlInCity(crawl.title, city),
    place: [place, city].filter(Boolean).join(", "),
    text: [
      ...(isOff ? [t("feeds.calendar.off")] : saleOf(departure, ctx.locale, t)),
      t(isFree ? "feeds.calendar.book" : "feeds.calendar.more", { url }),
    ].join("\n"),
    url,
    status: isOff ? "cancelled" : "confirmed",
    sequence: night.version * 2 + (isOff ? 1 : 0),
    isOffered: true,
  };
}

/** What the site says of a night's price and places; places as a figure only where its settings show them. */
function saleOf(departure: Departure | undefined, locale: Context["locale"], t: Text): string[] {
  if (!departure?.is_available) return [t("feeds.calendar.full")];
  const { amount_minor: amount, currency } = departure.price_per_person;
  const left = departure.available_spots;
  return [
    t("feeds.calendar.price", { price: displayedPrice({ amount, currency }, locale) }),
    ...(left === null ? [] : [t("feeds.calendar.left", { count: left })]),
  ];
}
