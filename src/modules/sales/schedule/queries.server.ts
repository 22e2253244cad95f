import { type Currency, displayedPrice, type Money, type Rates } from "#src/kernel/money.ts";
import { isUuid } from "#src/kernel/codes.ts";
import { dateIn, HOME_ZONE, isDay, isMonth } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { type Column, dateCell, moneyCell, sheetOf } from "#src/kernel/sheet.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { calendarOf, listCrawls, unseenHere } from "#src/modules/site/catalog/queries.server.ts";
import { crawlOfDeparture, inCalendar } from "#src/modules/site/catalog/rules/crawl.ts";
import { crawlPrice, crawlPriceIn } from "#src/modules/site/catalog/rules/price.ts";
import type { PubCrawl } from "#src/modules/site/catalog/schema.ts";
import { can, reaches } from "#src/modules/base/identity/rules/permissions.ts";
import {
  choicePath,
  citiesOf,
  inCity,
  monthAfter,
  monthSpan,
  monthOf,
  nightsInstead,
} from "#src/modules/sales/schedule/rules/calendar.ts";
import { shortNameOf } from "#src/modules/site/catalog/rules/mark.ts";
import { isSeenOn } from "#src/modules/site/catalog/rules/visible.ts";
import { afterCreating, isDate, rangeOf, readQuery } from "#src/modules/sales/schedule/rules/admin.ts";
import { dayAfter, weekdayOf } from "#src/modules/sales/schedule/rules/recurrence.ts";
import { offerOf } from "#src/modules/sales/schedule/rules/offer.ts";
import { departureState, seatsOf } from "#src/modules/sales/schedule/rules/departure-state.ts";
import { availabilityLevel, dateState, isLimited } from "#src/modules/sales/schedule/rules/availability.ts";
import { pricePerPerson } from "#src/modules/sales/schedule/rules/price.ts";
import { priceRules } from "#src/modules/sales/price-rules/queries.server.ts";
import {
  ANYBODY,
  lowestPrice,
  ownRuleOn,
  partySizes,
  type PricedGuest,
  type PriceRule,
  rulesFor,
} from "#src/modules/sales/price-rules/rules/price-rule.ts";
import { shownRule } from "#src/modules/sales/price-rules/schema.ts";
import type {
  CrawlCard,
  Departure,
  DepartureFilter,
  DepartureTerms,
  AdminCrawl,
  AdminDeparture,
  Instead,
  ResaleNight,
} from "#src/modules/sales/schedule/schema.ts";
import {
  comingNights,
  type CrawlHours,
  type DepartureRow,
  hoursSince,
  lastScheduledDate,
  nightById,
  nightsByIds,
  upcomingDepartures,
} from "#src/modules/sales/schedule/store.server.ts";
import {
  crawlsToSchedule,
  departureById,
  departuresBetween,
  type AdminRow,
  idsOfSeries,
} from "#src/modules/sales/schedule/store/admin.server.ts";
import { appSettings, currencyRates } from "#src/modules/base/settings/queries.server.ts";
import type { AppSettings } from "#src/modules/base/settings/rules/app-settings.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { coalesce } from "#src/platform/coalesce.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const shape = (money: Money) => ({ amount_minor: money.amount, currency: money.currency });

/** A night with the crawl that it is sold as, where that is another. */
type Sold = DepartureRow & { sold_as?: string };

type Pricing = {
  settings: AppSettings;
  currency: Currency;
  rates: Rates;
  rules: readonly PriceRule[];
  /** for whom; those who aren't known have no price of a partner's guests */
  guest: PricedGuest;
  /** for one party alone, with what it was promised of its own rule (`ownRuleOn`) */
  party: Party | null;
};
type Party = {
  people: number;
  own: PriceRule | null;
  isRuled: (rule: PriceRule) => boolean;
  guest: PricedGuest;
};

/** A departure's prices under its rules: for a party of any size, and for those of certain sizes. */
function ruledPrices(row: Sold, now: Date, { settings, currency, rates, rules, guest, party }: Pricing) {
  const crawl = { price: row.crawl_price, currency: row.crawl_currency, prices: row.crawl_prices };
  const price = pricePerPerson(row, crawl, currency, rates);
  const base = pricePerPerson(row, crawl, crawlPrice(crawl).currency, rates);
  const plain = { price: price.now, regular: price.regular, base: base.now, rule: null, parties: [] };
  if (rules.length === 0 && !party?.own) return plain;
  const today = dateIn(now, row.time_zone);
  const night = {
    crawl_id: row.sold_as ?? row.crawl_id,
    city_id: row.city_id,
    date: row.date,
    today,
    left: row.for_rules,
    guest,
  };
  const own = ownRuleOn(party?.own ?? null, night);
  const found = rulesFor(rules, night, party?.people ?? null).filter((rule) => party?.isRuled(rule) ?? true);
  const { price: lowest, rule } = lowestPrice(price, own ? [own, ...found] : found, rates);
  const ruleShape = (one: PriceRule | null) => one && shownRule(one, row.date, currency, rates);
  const sizes = party ? [] : partySizes(rules, night, settings.maxPeople);
  return {
    ...plain,
    price: lowest,
    base: lowestPrice(base, rule ? [rule] : [], rates).price,
    rule: ruleShape(rule),
    parties: sizes.map((size) => {
      const of = lowestPrice(price, rulesFor(rules, night, size), rates);
      return { people_from: size, price_per_person: shape(of.price), price_rule: ruleShape(of.rule) };
    }),
  };
}

function departureView(row: Sold, now: Date, pricing: Pricing): Departure {
  const { settings } = pricing;
  const { availability, isOpen } = settings;
  const isDisabled = row.bookings_disabled || !isOpen;
  const price = ruledPrices(row, now, pricing);
  const { hideAllSeats, hideTotalSeats } = availability;
  return {
    id: row.id,
    crawl_id: row.crawl_id,
    city_id: row.city_id,
    date: row.date,
    start_time: row.start_time,
    end_time: row.end_time,
    starts_at: row.starts_at.toISOString(),
    status: "scheduled",
    total_spots: hideAllSeats || hideTotalSeats || row.hide_total_spots ? null : row.total_spots,
    available_spots: hideAllSeats ? null : row.available,
    recurrence_type: row.recurrence_type,
    recurrence_occurrences: row.recurrence_occurrences,
    series_id: row.series_id,
    price: row.price,
    sale_price: row.sale_price,
    hide_total_spots: row.hide_total_spots,
    bookings_disabled: isDisabled,
    early_bird_sale: row.early_bird_sale,
    external_booking_link: row.external_booking_link,
    is_available: dateState({ ...row, bookings_disabled: isDisabled }, now) === "available",
    availability_level: hideAllSeats ? "none" : availabilityLevel(row.available, row.total_spots, isDisabled),
    limited_availability: !hideAllSeats && !isDisabled && isLimited(row.available, row.total_spots, availability),
    price_per_person: shape(price.price),
    regular_price_per_person: shape(price.regular),
    base_price_per_person: shape(price.base),
    on_sale: price.price.amount < price.regular.amount,
    price_rule: price.rule,
    party_prices: price.parties,
  };
}

/**
 * Scheduled departures still on sale, by date: of one crawl, or of the calendar's (`inCalendar`). Prices in `currency` (MXN by
 * default), without crawls the site hides; all with bookings disabled while the site is closed. Figures hidden by settings are null. Public.
 */
export function listDepartures(ctx: Context, filter: DepartureFilter = {}): Promise<Departure[]> {
  const share = shared.get(ctx.pool) ?? coalesce<Departure[]>();
  shared.set(ctx.pool, share);
  const { crawl_id = "", from = "", to = "", currency = "" } = filter;
  // requests more than a second apart don't share
  const question = [ctx.site, crawl_id, from, to, currency, Math.floor(ctx.now.getTime() / 1000)].join("|");
  return share(question, () => readDepartures(ctx, filter));
}

/** The same of several crawls, whether the calendar has them or not. Public. */
export const departuresOf = (ctx: Context, crawlIds: readonly string[]): Promise<Departure[]> =>
  crawlIds.length > 0 ? readDepartures(ctx, {}, { of: crawlIds }) : Promise.resolve([]);

// the hottest read: identical concurrent requests are coalesced when a departure sells fast
const shared = new WeakMap<Context["pool"], ReturnType<typeof coalesce<Departure[]>>>();

/** `listDepartures` at the prices of a partner's guests, which nobody else may be shown. */
export const departuresForPartner = (ctx: Context, filter: DepartureFilter, partnerId: string): Promise<Departure[]> =>
  readDepartures(ctx, filter, { guest: { ...ANYBODY, partner_id: partnerId } });

/**
 * The same for moving a booking's party: at the rates frozen at its sale rather than today's. `crawls`: for staff, of these, also those
 * that the site hides, and while it is closed.
 */
export const departuresAtRates = (
  ctx: Context,
  filter: DepartureFilter & { currency: Currency },
  frozen: { rates: Rates; party: Party },
  crawls?: readonly string[],
): Promise<Departure[]> => readDepartures(ctx, filter, crawls ? { ...frozen, of: crawls, hidden: true } : frozen);

/**
 * `listDepartures` for a program. A partner's key gets what the calendar has, at the prices of the partner's guests; one of the house's
 * every crawl's, also those that the site hides, with figures that settings hide from guests. Both within the key's cities.
 */
export async function departuresForKey(ctx: Context, filter: DepartureFilter): Promise<Departure[]> {
  const { key } = ctx.actor;
  const own = key?.partnerId ?? null;
  const of = async () => {
    const all = await adminCrawls(ctx);
    return all.ok ? all.crawls.map(({ id }) => id).filter((id) => !filter.crawl_id || id === filter.crawl_id) : [];
  };
  const departures =
    own === null
      ? await readDepartures(ctx, filter, { of: await of(), hidden: true, figures: true })
      : await departuresForPartner(ctx, filter, own);
  return departures.filter(({ city_id: city }) => reaches(ctx.actor, city));
}

/** The hours of crawls with a night in the last year or to come, by crawl. Public. */
export async function hoursOfCrawls(
  ctx: Context,
  crawlIds: readonly string[],
): Promise<ReadonlyMap<string, CrawlHours>> {
  const rows = await hoursSince(ctx.pool, crawlIds, new Date(ctx.now.getTime() - YEAR_MS));
  return new Map(rows.map((row) => [row.crawl_id, row]));
}
const YEAR_MS = 365 * 24 * 3_600_000;

type NightsWish = ({ crawlIds: readonly string[]; from: string; to: string } | { ids: readonly string[] }) & {
  currency: Currency;
  /** null: the price of a party of any size */
  people: number | null;
  partnerId: string | null;
};

/**
 * Nights as a reseller may sell them, by date: those of crawls between two days that are to come, or by id whatever their state. Also
 * such as are closed or called off, and with figures that settings hide from the public. Prices as the partner's guests have them. Checks no access, nor whether the site shows the crawl.
 */
export async function nightsForResale(ctx: Context, wish: NightsWish): Promise<ResaleNight[]> {
  const [settings, { perUsd: rates }, rules] = await Promise.all([
    appSettings(ctx),
    currencyRates(ctx),
    priceRules(ctx),
  ]);
  const rows = await ("ids" in wish
    ? nightsByIds(ctx.pool, ctx.now, practises(ctx), wish.ids)
    : comingNights(ctx.pool, ctx.now, practises(ctx), wish));
  const { currency, people, partnerId } = wish;
  const guest = { ...ANYBODY, partner_id: partnerId };
  const party = people === null ? null : { people, own: null, isRuled: () => true, guest };
  const pricing = { settings, currency, rates, rules, guest, party };
  return rows.map((row) => {
    const { price, regular } = ruledPrices(row, ctx.now, pricing);
    const isClosed = row.status !== "scheduled" || row.bookings_disabled || !settings.isOpen || !row.is_active;
    return {
      id: row.id,
      crawl_id: row.crawl_id,
      date: row.date,
      starts_at: row.starts_at,
      ends_at: row.ends_at,
      sales_close_at: row.sales_close_at,
      time_zone: row.time_zone,
      capacity: row.total_spots,
      vacancies: row.available,
      is_open: !isClosed && row.sales_close_at > ctx.now,
      is_sold_here: !row.is_private && row.external_booking_link === null,
      price,
      regular,
    };
  });
}

type ReadingOptions = {
  of?: readonly string[];
  rates?: Rates;
  party?: Party;
  guest?: PricedGuest;
  hidden?: boolean;
  /** also the figures that settings hide, and whether the site is open as it is */
  figures?: boolean;
};

async function readDepartures(
  ctx: Context,
  filter: DepartureFilter,
  { of, rates, party, guest = party?.guest ?? ANYBODY, hidden = false, figures = false }: ReadingOptions = {},
): Promise<Departure[]> {
  const [settings, { perUsd }, rules] = await Promise.all([appSettings(ctx), currencyRates(ctx), priceRules(ctx)]);
  const chosen = of ?? (filter.crawl_id ? [filter.crawl_id] : settings.calendarCrawlIds);
  // a chosen calendar spares the hottest read the list of crawls
  const crawlIds = of || chosen.length > 0 ? chosen : (await calendarOf(ctx)).crawlIds;
  const [from, to] = [filter.from ?? null, filter.to ?? null];
  const rows = await upcomingDepartures(ctx.pool, ctx.now, crawlIds, from, to, practises(ctx));
  const onSite = rows.filter(
    ({ crawl_title: title, on_every_site }) => hidden || isSeenOn({ title, on_every_site }, ctx.site),
  );
  const whole = { ...settings, availability: { ...settings.availability, hideAllSeats: false, hideTotalSeats: false } };
  const offered = figures ? whole : hidden ? { ...settings, isOpen: true } : settings;
  const priced = hidden ? onSite : await pricedAsSold(ctx, onSite, settings);
  const currency = filter.currency ?? "MXN";
  const pricing = { settings: offered, currency, rates: rates ?? perUsd, rules, guest, party: party ?? null };
  return priced.map((row) => departureView(figures ? { ...row, hide_total_spots: false } : row, ctx.now, pricing));
}

/** Nights of hidden crawls with the price of the crawl that they are sold as, so that nobody pays another than they saw. */
async function pricedAsSold(ctx: Context, rows: DepartureRow[], settings: AppSettings): Promise<Sold[]> {
  if (rows.every((row) => row.is_active)) return rows;
  const active = await listCrawls(ctx);
  const { defaultCrawlId } = inCalendar(active, settings);
  return rows.map((row) => {
    const crawl = row.is_active ? null : crawlOfDeparture(row, active, defaultCrawlId);
    return crawl
      ? {
          ...row,
          sold_as: crawl.id,
          crawl_price: crawl.price,
          crawl_currency: crawl.currency,
          crawl_prices: crawl.prices,
        }
      : row;
  });
}

/** A departure by id, whatever its state, with the crawl it is sold as; null where the site doesn't show that. */
async function nightOf(ctx: Context, id: string) {
  const [night, crawls, settings] = await Promise.all([
    isUuid(id) ? nightById(ctx.pool, id) : null,
    listCrawls(ctx),
    appSettings(ctx),
  ]);
  const calendar = inCalendar(crawls, settings);
  const crawl = night && crawlOfDeparture(night, crawls, calendar.defaultCrawlId);
  const lead = crawls.find(({ id: one }) => one === calendar.defaultCrawlId);
  const isAway = lead?.city_id !== crawl?.city_id;
  return crawl && { night, crawl, crawls, isAway, isInCalendar: calendar.crawlIds.includes(crawl.id) };
}

/** Where on the site a departure is chosen: a path without language, and home where the departure isn't known. Public. */
export async function pathToChoose(ctx: Context, id: string, people: number | null): Promise<string> {
  const found = await nightOf(ctx, id);
  if (!found) return "/#booking-section";
  const { night, crawl, isAway, isInCalendar } = found;
  return choicePath(night, {
    slug: isInCalendar ? null : crawl.slug,
    city: isInCalendar && isAway ? crawl.city_id : null,
    people,
  });
}

/** Every crawl with its city, as nights are made of them. For other modules' use cases; checks no access. */
export const crawlsForNights = ({ db }: Pick<Context, "db">) => crawlsToSchedule(db);

/** Its crawl and city, and the nights offered instead of a departure that can't be booked; null without it. Public. */
export async function insteadOf(ctx: Context, id: string): Promise<Instead | null> {
  const found = await nightOf(ctx, id);
  if (!found) return null;
  const { night, crawl, crawls } = found;
  const sameCity = new Map(crawls.filter((one) => one.city_id === crawl.city_id).map((one) => [one.id, one.title]));
  const departures = await departuresOf(ctx, [...sameCity.keys()]);
  const nights = nightsInstead(night, departures).map((one) => ({
    id: one.id,
    date: one.date,
    start_time: one.start_time,
    price_per_person: one.price_per_person,
    external_booking_link: one.external_booking_link,
    crawl: one.crawl_id === crawl.id ? null : (sameCity.get(one.crawl_id) ?? null),
  }));
  const { title, city_name: city, time_zone } = crawl;
  return { id, title, city, date: night.date, today: dateIn(ctx.now, time_zone), nights };
}

/** So many sold-out nights are offered to wait for. */
const MOST_FULL = 8;

/**
 * A departure, and those of its city that have too few places for `people`, by date from it on; `isFree`: the departure itself has
 * enough. Null without it. Public.
 */
export async function fullNights(ctx: Context, id: string, people: number) {
  const found = await nightOf(ctx, id);
  if (!found) return null;
  const { night, crawl, crawls } = found;
  const sameCity = new Map(crawls.filter((one) => one.city_id === crawl.city_id).map((one) => [one.id, one.title]));
  const sold = (await departuresOf(ctx, [...sameCity.keys()])).filter(
    (one) => !one.bookings_disabled && one.external_booking_link === null,
  );
  // where figures are hidden, a night is full or it isn't
  const isFull = (one: Departure) => (one.available_spots === null ? !one.is_available : one.available_spots < people);
  const full = sold.filter((one) => isFull(one) && (one.id === id || one.date >= night.date)).slice(0, MOST_FULL);
  const nights = full.map(({ id: full_id, date, start_time, crawl_id, price_per_person }) => {
    const title = crawl_id === crawl.id ? null : (sameCity.get(crawl_id) ?? null);
    return { id: full_id, date, start_time, price_per_person, crawl: title };
  });
  const { title, city_name: city, time_zone } = crawl;
  const isFree = sold.some((one) => one.id === id && !isFull(one));
  return { title, city, date: night.date, today: dateIn(ctx.now, time_zone), nights, isFree };
}

/** Crawl cards with the offer of each, in one read. Public. */
export async function crawlCards(ctx: Context, crawls: readonly PubCrawl[]): Promise<CrawlCard[]> {
  const ids = crawls.map(({ id }) => id);
  const departures = await departuresOf(ctx, ids);
  return crawls.map(({ id, slug, title, city_name, time_zone, image, duration, group_size }) => {
    const offer = offerOf(departures.filter((departure) => departure.crawl_id === id));
    return { slug, title, city_name, image, duration, group_size, offer, today: dateIn(ctx.now, time_zone) };
  });
}

/** Price of a seat on the default crawl in MXN and USD, as on the home page; null without one. Public. */
export async function usualPrice(ctx: Context): Promise<string | null> {
  const [active, chosen, { perUsd }] = await Promise.all([listCrawls(ctx), appSettings(ctx), currencyRates(ctx)]);
  const { defaultCrawlId } = inCalendar(active, chosen);
  const crawl = active.find(({ id }) => id === defaultCrawlId);
  if (!crawl) return null;
  const inCurrency = (currency: Currency) => displayedPrice(crawlPriceIn(crawl, currency, perUsd), ctx.locale);
  return `${inCurrency("MXN")} / ${inCurrency("USD")}`;
}

/** Months of departures preloaded by a page; its calendar fetches the rest when it approaches the viewport. */
const MONTHS = 2;

/**
 * Initial data of a page's booking panel: departures of one crawl, or of the calendar's, for two months from the displayed one.
 * `query` is the page's: `?city=` selects one of the calendar's cities, `?date=` a departure, `?month=` the month; a single
 * departure is preselected. Public.
 */
export async function bookingData(ctx: Context, query: URLSearchParams, only: PubCrawl | null) {
  const [settings, active] = await Promise.all([appSettings(ctx), only ? [only] : listCrawls(ctx)]);
  const calendar = inCalendar(active, settings);
  const lead = { defaultCrawlId: only?.id ?? calendar.defaultCrawlId };
  const crawls = active.filter(({ id }) => calendar.crawlIds.includes(id) || id === lead.defaultCrawlId);
  const all = await listDepartures(ctx, only ? { crawl_id: only.id } : {});
  const cities = citiesOf(all, crawls, lead);
  const city = (cities.find(({ id }) => id === query.get("city")) ?? cities[0])?.id ?? null;
  const ofCity = crawls.find(({ id, city_id }) => city_id === city && (!only || id === only.id));
  const today = dateIn(ctx.now, ofCity?.time_zone ?? HOME_ZONE);
  const open = inCity(all, city).filter((departure) => departure.is_available);
  // ignore dates in the URL beyond the last departure
  const lastMonth = monthOf(all.at(-1)?.date ?? today);
  const until = (value: string | null) => (value !== null && monthOf(value) <= lastMonth ? value : null);
  const date = until(valid(query.get("date"), isDay)) ?? (only && open.length === 1 ? open[0]!.date : null);
  const month = until(valid(query.get("month"), isMonth));
  // the calendar begins with the month in which this week ends
  const { first } = monthSpan([], today);
  const from = month ?? monthOf(date ?? open[0]?.date ?? today);
  const end = `${monthAfter(from < first ? first : from, MONTHS)}-01`;
  const departures = all.filter((departure) => departure.date < end);
  const asOf = ctx.now.getTime();
  return { departures, crawls, onlyCrawlId: only?.id ?? null, ...lead, cities, city, today, asOf, date, month };
}

const valid = (value: string | null, is: (text: string) => boolean) => (value && is(value) ? value : null);

/** The last month (YYYY-MM) that a calendar reaches; null without a scheduled departure. Public. */
export async function lastScheduledMonth(ctx: Context): Promise<string | null> {
  const date = await lastScheduledDate(ctx.pool);
  return date === null ? null : monthOf(date);
}

/** Every crawl that the caller's role reaches, for the admin schedule, in the viewer's language. Refusal: forbidden. */
async function adminCrawls(ctx: Context) {
  if (!can(ctx.actor, "schedule.read")) return fail("forbidden", { missing: "schedule.read" as const });
  const rows = (await crawlsToSchedule(ctx.db)).filter(({ city_id }) => reaches(ctx.actor, city_id));
  const crawls = rows.map((row): AdminCrawl => ({
    id: row.id,
    title: inLocale(ctx.locale, row.title, row.title_es),
    short_title: shortNameOf(ctx.locale, row),
    city_id: row.city_id,
    city_name: inLocale(ctx.locale, row.city_name, row.city_name_es),
    time_zone: row.time_zone,
    price: row.price,
    prices: row.prices,
    currency: row.currency as Currency,
    unseen: unseenHere(ctx, row),
    is_deleted: row.is_deleted,
    colour: row.colour,
    created_at: row.created_at.toISOString(),
  }));
  return ok({ crawls });
}

/** The admin schedule for the page's query: every departure, cancelled ones too, with seats sold and held. Refusal: forbidden. */
export async function adminSchedule(ctx: Context, params: URLSearchParams) {
  const result = await adminCrawls(ctx);
  if (!result.ok) return result;
  const { crawls } = result;
  const today = dateIn(ctx.now, crawls[0]?.time_zone ?? HOME_ZONE);
  const query = readQuery(params, today);
  const isChosen = (crawl: AdminCrawl) =>
    (query.crawls.length === 0 || query.crawls.includes(crawl.id)) &&
    (query.city === null || crawl.city_id === query.city);
  const chosen = crawls.filter(isChosen);
  const isAll = chosen.length === crawls.length && ctx.actor.cities === null;
  const crawlIds = isAll ? null : chosen.map(({ id }) => id);
  const rows = await departuresBetween(ctx.db, ctx, { ...rangeOf(query), crawlIds });
  const may = can(ctx.actor, "schedule.change");
  return ok({ query, crawls, departures: rows.map((row) => adminDeparture(row, ctx.now)), today, may });
}

/** The schedule's departures as a sheet in the viewer's language. Refusal: forbidden. */
export async function scheduleSheet(ctx: Context, params: URLSearchParams) {
  const schedule = await adminSchedule(ctx, params);
  if (!schedule.ok) return schedule;
  const { t } = await i18nFor(ctx.locale);
  const departures = schedule.departures.map((one) => ({
    ...one,
    crawl: schedule.crawls.find(({ id }) => id === one.crawl_id),
  }));
  const columns: Column<(typeof departures)[number]>[] = [
    [t("schedule-admin.date"), ({ date }) => dateCell(date)],
    [t("schedule-admin.starts"), (one) => one.start_time],
    [t("schedule-admin.ends"), (one) => one.end_time],
    [t("schedule-admin.crawl"), ({ crawl }) => crawl?.title ?? ""],
    [t("schedule-admin.city"), ({ crawl }) => crawl?.city_name ?? ""],
    [t("schedule-admin.state"), ({ state }) => t(`schedule-admin.state.${state}`)],
    [t("schedule-admin.seats"), (one) => one.total_spots],
    [t("schedule-admin.confirmed"), ({ confirmed }) => confirmed],
    [t("schedule-admin.held"), ({ held }) => held],
    [t("schedule-admin.free"), ({ free }) => free],
    [t("schedule-admin.price"), ({ price, crawl }) => moneyCell(price ?? crawl?.price ?? null)],
    [t("schedule-admin.sale"), (one) => moneyCell(one.sale_price)],
    [t("schedule-admin.currency"), ({ crawl }) => crawl?.currency ?? null],
  ];
  const { from, to } = rangeOf(schedule.query);
  return ok({ name: `schedule-${from}-${to}.csv`, sheet: sheetOf(columns, [departures]) });
}

/** How departures of a crawl that were just created can be booked, `isOff` with bookings disabled. For staff. */
export async function saleOfCreated(ctx: Context, { crawl_id: id, isOff }: { crawl_id: string; isOff: boolean }) {
  const [active, settings] = await Promise.all([listCrawls(ctx), appSettings(ctx)]);
  const isActive = active.some((crawl) => crawl.id === id);
  const isInCalendar = inCalendar(active, settings).crawlIds.includes(id);
  return afterCreating({ isOff, isActive, isOpen: settings.isOpen, isInCalendar });
}

type NewDepartureQuery = { date: string | null; crawl: string | null; isSeries: boolean };

/**
 * Initial values of the new departures form: the requested date, or tomorrow; the requested crawl, or for a series the newest.
 * Refusal: forbidden.
 */
export async function departuresToCreate(ctx: Context, { date, crawl, isSeries }: NewDepartureQuery) {
  if (!can(ctx.actor, "schedule.change")) return fail("forbidden", { missing: "schedule.change" as const });
  const result = await adminCrawls(ctx);
  if (!result.ok) return result;
  const today = dateIn(ctx.now, result.crawls[0]?.time_zone ?? HOME_ZONE);
  const first = isDate(date) ? date : dayAfter(today);
  const recurrence = {
    type: "weekly",
    every: "1",
    weekdays: String(weekdayOf(first)),
    ending: "count",
    count: "8",
    until: "",
    skip: "",
  };
  const usual = { start_time: "20:00", end_time: "00:30", total_spots: "40" };
  const crawls = result.crawls.filter(({ is_deleted: isDeleted }) => !isDeleted);
  const newest = isSeries ? crawls.toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0] : undefined;
  const chosen = crawls.find(({ id }) => id === crawl) ?? newest;
  return ok({ crawls, start: { crawl_id: chosen?.id ?? "", date: first, ...usual, ...recurrence } });
}

function adminDeparture(row: AdminRow, now: Date): AdminDeparture {
  const { id, crawl_id, date, start_time, end_time, total_spots, price, sale_price, series_id, bookings } = row;
  const plain = { id, crawl_id, date, start_time, end_time, total_spots, price, sale_price, series_id, bookings };
  return { ...plain, ...seatsOf(row), state: departureState(row, now) };
}

/**
 * A departure for its form, with what prevents deleting it and its followers in the series. Refusals: forbidden,
 * departure_not_found.
 */
export async function departureToEdit(ctx: Context, id: string) {
  const crawls = await adminCrawls(ctx);
  if (!crawls.ok) return crawls;
  const row = isUuid(id) ? await departureById(ctx.db, ctx, id) : undefined;
  const crawl = crawls.crawls.find((one) => one.id === row?.crawl_id);
  if (!row || !crawl) return fail("departure_not_found");
  const [following, { bookings: everBooked, changes }] = await Promise.all([
    row.series_id ? idsOfSeries(ctx.db, row.series_id, row.date) : [],
    ctx.ask.timesBooked(ctx.db, id),
  ]);
  return ok({
    crawl,
    departure: adminDeparture(row, ctx.now),
    terms: termsOf(row),
    version: row.version,
    following: following.filter((other) => other !== id).length,
    everBooked: Math.max(everBooked, changes),
    today: dateIn(ctx.now, crawl.time_zone),
    may: can(ctx.actor, "schedule.change"),
  });
}

/** A departure row as the form's terms. */
export const termsOf = (row: AdminRow): DepartureTerms => ({
  date: row.date,
  start_time: row.start_time,
  end_time: row.end_time,
  total_spots: row.total_spots,
  price: row.price,
  prices: row.prices,
  sale_price: row.sale_price,
  sale_prices: row.sale_prices,
  early_bird_sale: row.early_bird_sale,
  hide_total_spots: row.hide_total_spots,
  bookings_disabled: row.bookings_disabled,
  external_booking_link: row.external_booking_link,
});
