import type { Currency, Money, Rates } from "#src/kernel/money.ts";
import { dateIn } from "#src/kernel/local-time.ts";
import { showsOnSite } from "#src/kernel/site.ts";
import { findCrawl, listCrawls } from "#src/modules/catalog/queries.server.ts";
import { crawlPrice, crawlPriceIn } from "#src/modules/catalog/rules.ts";
import type { PubCrawl } from "#src/modules/catalog/schema.ts";
import { monthAfter, monthOf } from "#src/modules/schedule/rules/calendar.ts";
import { offerOf } from "#src/modules/schedule/rules/offer.ts";
import { availabilityLevel, dateState, isLimited, pricePerPerson } from "#src/modules/schedule/rules.ts";
import type { CrawlCard, Departure, DepartureFilter } from "#src/modules/schedule/schema.ts";
import { type DepartureRow, upcomingDepartures } from "#src/modules/schedule/store.server.ts";
import { appSettings, currencyRates } from "#src/modules/settings/queries.server.ts";
import type { AppSettings } from "#src/modules/settings/rules.ts";
import { sharedRead } from "#src/platform/shared-read.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const shape = (money: Money) => ({ amount_minor: money.amount, currency: money.currency });

function shown(row: DepartureRow, now: Date, settings: AppSettings, currency: Currency, rates: Rates): Departure {
  const { availability } = settings;
  const crawl = { price: row.crawl_price, currency: row.crawl_currency, prices: row.crawl_prices };
  const price = pricePerPerson(row, crawl, currency, rates);
  const { hideAllSpots, hideTotalSpots } = availability;
  return {
    id: row.id,
    crawl_id: row.crawl_id,
    date: row.date,
    start_time: row.start_time,
    end_time: row.end_time,
    starts_at: row.starts_at.toISOString(),
    status: "scheduled",
    total_spots: hideAllSpots || hideTotalSpots || row.hide_total_spots ? null : row.total_spots,
    available_spots: hideAllSpots ? null : row.available,
    recurrence_type: row.recurrence_type,
    recurrence_occurrences: row.recurrence_occurrences,
    series_id: row.series_id,
    price: row.price,
    sale_price: row.sale_price,
    hide_total_spots: row.hide_total_spots,
    bookings_disabled: row.bookings_disabled,
    early_bird_sale: row.early_bird_sale,
    external_booking_link: row.external_booking_link,
    is_available: dateState(row, now) === "available",
    availability_level: hideAllSpots
      ? "none"
      : availabilityLevel(row.available, row.total_spots, row.bookings_disabled),
    limited_availability:
      !hideAllSpots && !row.bookings_disabled && isLimited(row.available, row.total_spots, availability),
    price_per_person: shape(price.now),
    regular_price_per_person: shape(price.regular),
    base_price_per_person: shape(pricePerPerson(row, crawl, crawlPrice(crawl).currency, rates).now),
    on_sale: price.onSale,
  };
}

/**
 * Departures that are scheduled and still on sale, by date: of one crawl, or of the calendar's four (settings). Prices in
 * `currency` (MXN by default), without crawls that the site hides. Figures that settings hide are null. Anyone may read.
 */
export function listDepartures(ctx: Context, filter: DepartureFilter = {}): Promise<Departure[]> {
  const share = shared.get(ctx.pool) ?? sharedRead<Departure[]>();
  shared.set(ctx.pool, share);
  const { crawl_id = "", from = "", to = "", currency = "" } = filter;
  // whose clocks differ by more than a second don't share
  const question = [ctx.site, crawl_id, from, to, currency, Math.floor(ctx.now.getTime() / 1000)].join("|");
  return share(question, () => readDepartures(ctx, filter));
}

// the hottest read of all, and many ask for the same at once when a night sells fast
const shared = new WeakMap<Context["pool"], ReturnType<typeof sharedRead<Departure[]>>>();

/** The same for a booking that is moved: at the rates at which it was sold, rather than at those of today. */
export const departuresAtRates = (
  ctx: Context,
  filter: DepartureFilter & { currency: Currency },
  rates: Rates,
): Promise<Departure[]> => readDepartures(ctx, filter, { rates });

async function readDepartures(
  ctx: Context,
  filter: DepartureFilter,
  { of, rates }: { of?: readonly string[]; rates?: Rates } = {},
): Promise<Departure[]> {
  const [settings, { perUsd }] = await Promise.all([appSettings(ctx), currencyRates(ctx)]);
  const crawlIds = of ?? (filter.crawl_id ? [filter.crawl_id] : settings.calendarCrawlIds);
  const rows = await upcomingDepartures(ctx.pool, ctx.now, crawlIds, filter.from ?? null, filter.to ?? null);
  const onSite = rows.filter((row) => showsOnSite(row.crawl_title, ctx.site));
  return onSite.map((row) => shown(row, ctx.now, settings, filter.currency ?? "MXN", rates ?? perUsd));
}

/** What the cards of crawls show, the offer of each with it: one read for all of them. Anyone may read. */
export async function crawlCards(ctx: Context, crawls: readonly PubCrawl[]): Promise<CrawlCard[]> {
  const ids = crawls.map(({ id }) => id);
  const departures = ids.length > 0 ? await readDepartures(ctx, {}, { of: ids }) : [];
  return crawls.map(({ id, slug, title, city_name, time_zone, image, duration, group_size }) => {
    const offer = offerOf(departures.filter((departure) => departure.crawl_id === id));
    return { slug, title, city_name, image, duration, group_size, offer, today: dateIn(ctx.now, time_zone) };
  });
}

/** What a place of the default crawl costs in pesos and dollars, as the home page says it; null where there is none. Anyone may read. */
export async function usualPrice(ctx: Context): Promise<string | null> {
  const [{ defaultCrawlId }, { perUsd }] = await Promise.all([appSettings(ctx), currencyRates(ctx)]);
  const crawl = defaultCrawlId === null ? null : await findCrawl(ctx, defaultCrawlId);
  if (!crawl) return null;
  const plain = (currency: Currency) => {
    const { amount } = crawlPriceIn(crawl, currency, perUsd);
    return `${(amount / 100).toFixed(amount % 100 === 0 ? 0 : 2)} ${currency}`;
  };
  return `${plain("MXN")} / ${plain("USD")}`;
}

/** The zone of a site without crawls. */
const HOME_ZONE = "America/Mexico_City";
/** How many months of departures a page brings along; its calendar reads the rest when it comes near. */
const MONTHS = 2;

/**
 * What a page's booking panel starts from: the nights of one crawl, or of the calendar's, for two months from the one that is
 * shown. `query` is the page's: `?date=` chooses a night, `?month=` turns the calendar; an only night is chosen already.
 * Anyone may read.
 */
export async function bookingData(ctx: Context, query: URLSearchParams, only: PubCrawl | null) {
  const [settings, active] = await Promise.all([appSettings(ctx), only ? [only] : listCrawls(ctx)]);
  const preferred = only?.id ?? settings.defaultCrawlId;
  const crawls = active.filter(({ id }) => settings.calendarCrawlIds.includes(id) || id === preferred);
  const all = await listDepartures(ctx, only ? { crawl_id: only.id } : {});
  const today = dateIn(ctx.now, crawls.find(({ id }) => id === preferred)?.time_zone ?? HOME_ZONE);
  const open = all.filter((departure) => departure.is_available);
  // an address may name any year: what lies beyond the last night is no choice
  const lastMonth = monthOf(all.at(-1)?.date ?? today);
  const until = (value: string | null) => (value !== null && monthOf(value) <= lastMonth ? value : null);
  const date = until(matching(query.get("date"), DATE)) ?? (only && open.length === 1 ? open[0]!.date : null);
  const month = until(matching(query.get("month"), MONTH));
  const end = `${monthAfter(month ?? monthOf(date ?? open[0]?.date ?? today), MONTHS)}-01`;
  const departures = all.filter((departure) => departure.date < end);
  const asOf = ctx.now.getTime();
  return { departures, crawls, onlyCrawlId: only?.id ?? null, defaultCrawlId: preferred, today, asOf, date, month };
}

const DATE = /^\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])$/;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const matching = (value: string | null, pattern: RegExp) => (value && pattern.test(value) ? value : null);
