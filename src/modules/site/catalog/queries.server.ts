import { isUuid } from "#src/kernel/codes.ts";
import { CURRENCIES } from "#src/kernel/money.ts";
import { dateFormat } from "#src/kernel/formatters.ts";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { inLocale, type Locale } from "#src/kernel/localized.ts";
import type { Site } from "#src/kernel/site.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { respelled } from "#src/kernel/spelling.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import {
  cityDraftOf,
  emptyCity,
  MEXICAN_ZONES,
  otherZones,
  untranslatedIn,
} from "#src/modules/site/catalog/rules/city.ts";
import { afterHiding, inCalendar, linesInSpanish } from "#src/modules/site/catalog/rules/crawl.ts";
import { comingTogether } from "#src/modules/site/catalog/rules/coming.ts";
import type { ComingOfCrawl } from "#src/modules/site/catalog/questions.ts";
import { exampleDraft } from "#src/modules/site/catalog/rules/example.ts";
import { nextColour } from "#src/modules/site/catalog/rules/mark.ts";
import { crawlPrice, type SetPrices } from "#src/modules/site/catalog/rules/price.ts";
import { draftOf, emptyDraft, type PictureAlts } from "#src/modules/site/catalog/rules/draft.ts";
import { isHidden, isSeenOn, type Visible, whyBarred, whyUnseen } from "#src/modules/site/catalog/rules/visible.ts";
import type {
  City,
  EditableCrawl,
  ListedCity,
  ListedCrawl,
  PubCrawl,
  UnseenCrawl,
  ZoneChoices,
} from "#src/modules/site/catalog/schema.ts";
import {
  countCrawls,
  textsNearCrawls,
  crawlForEditing,
  crawlsForEditing,
  listedCrawls,
  type ListFilter,
  coloursInUse,
} from "#src/modules/site/catalog/store/editing.server.ts";
import { citiesForEditing, citiesWithFigures, cityForEditing } from "#src/modules/site/catalog/store/cities.server.ts";
import {
  activeCrawls,
  allCities,
  type CityRow,
  crawlByIdOrSlug,
  crawlsByIds,
  type CrawlRow,
} from "#src/modules/site/catalog/store/public.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { appSettings, currencyRates } from "#src/modules/base/settings/queries.server.ts";
import type { AppSettings } from "#src/modules/base/settings/rules/app-settings.ts";
import type { Context } from "#src/platform/context.server.ts";
import { keptPerDatabase } from "#src/platform/keep-per-database.server.ts";
import { sitesServed } from "#src/platform/site.server.ts";

function inLanguage(row: CrawlRow, locale: Locale): PubCrawl {
  const price = crawlPrice(row);
  const alts = row.picture_alts as PictureAlts;
  const lines = (en: string[], es: string[]) => (locale === "es" ? linesInSpanish(en, es) : en);
  const altOf = (src: string | null) => {
    const alt = src === null ? undefined : alts[src];
    return alt ? inLocale(locale, alt.en, alt.es) : "";
  };
  return {
    id: row.id,
    slug: row.slug,
    title: inLocale(locale, row.title, row.title_es),
    city_id: row.city_id,
    city_name: inLocale(locale, row.city_name, row.city_name_es),
    time_zone: row.time_zone,
    description: inLocale(locale, row.description, row.description_es),
    price: price.amount,
    currency: price.currency,
    prices: row.prices as SetPrices,
    duration: inLocale(locale, row.duration, row.duration_es),
    group_size: row.group_size,
    includes: lines(row.includes, row.includes_es),
    excludes: lines(row.excludes, row.excludes_es),
    highlights: lines(row.highlights, row.highlights_es),
    image: row.image,
    image_alt: altOf(row.image),
    gallery: row.gallery,
    gallery_alts: row.gallery.map(altOf),
    rating: row.rating,
    review_count: row.review_count,
    meeting_place: inLocale(locale, row.meeting_place, row.meeting_place_es),
    is_active: row.is_active,
    created_at: row.created_at.toISOString(),
  };
}

/** The site's active crawls, newest first, in the page's language. Public. */
export async function listCrawls(ctx: Context): Promise<PubCrawl[]> {
  const rows = await activeCrawls(ctx.db);
  return rows.filter((row) => isSeenOn(row, ctx.site)).map((row) => inLanguage(row, ctx.locale));
}

/** All crawls that aren't deleted, for a choice in a form of staff; the caller checks permissions. */
export { allCities, crawlChoices } from "#src/modules/site/catalog/store/public.server.ts";

/** The crawls of the site's calendar and its default crawl, by `inCalendar`. Public. */
export async function calendarOf(ctx: Context) {
  const [active, chosen] = await Promise.all([listCrawls(ctx), appSettings(ctx)]);
  return inCalendar(active, chosen);
}

/** What the active crawls of each site may be asked for by: ids, slugs and former slugs. Public. */
export async function crawlNames({ db }: Context): Promise<Record<Site, ReadonlySet<string>>> {
  const rows = await activeCrawls(db);
  const namesOn = (site: Site) =>
    new Set(rows.flatMap((row) => (isSeenOn(row, site) ? [row.id, row.slug, ...row.former_slugs] : [])));
  return { cdmx: namesOn("cdmx"), oaxaca: namesOn("oaxaca"), puerto_vallarta: namesOn("puerto_vallarta") };
}

/** An active crawl of the site by id or slug; null when missing or hidden on this site. Public. */
export async function findCrawl(ctx: Context, idOrSlug: string): Promise<PubCrawl | null> {
  if (!/^[\w-]{1,120}$/.test(idOrSlug)) return null;
  const row = await crawlByIdOrSlug(ctx.db, idOrSlug);
  return row && isSeenOn(row, ctx.site) ? inLanguage(row, ctx.locale) : null;
}

/** Crawls of which something was sold, also hidden and deleted ones, in the page's language. Checks no access. */
export const crawlsSold = async (ctx: Context, ids: readonly string[]): Promise<PubCrawl[]> =>
  ids.length === 0 ? [] : (await crawlsByIds(ctx.db, ids)).map((row) => inLanguage(row, ctx.locale));

/** The sites of this installation. */
const sitesOf = ({ settings, site }: Pick<Context, "settings" | "site">) => sitesServed(settings, site);

/** Why guests of this installation's sites don't see a crawl, as `whyUnseen`. For staff. */
export const unseenHere = (ctx: Pick<Context, "settings" | "site">, crawl: Visible) => whyUnseen(crawl, sitesOf(ctx));

/** The active crawls: those that guests of any site see, and those that the title rule keeps from some or all of them. For staff. */
export async function activeAsSeen(ctx: Context) {
  const crawls = (await activeCrawls(ctx.db)).map((row) => ({
    id: row.id,
    city_id: row.city_id,
    title: inLocale(ctx.locale, row.title, row.title_es),
    unseen: unseenHere(ctx, row),
  }));
  return {
    seen: crawls.filter(({ unseen }) => !isHidden(unseen)),
    byTitle: crawls.flatMap(({ unseen, ...crawl }): UnseenCrawl[] => (unseen ? [{ ...crawl, unseen }] : [])),
  };
}

/** The menu's active cities in order, in the page's language, with or without crawls. Public. */
export async function listCities(ctx: Context): Promise<City[]> {
  const rows = await allCities(ctx.db);
  return rows.filter(({ is_active }) => is_active).map((row) => cityInLanguage(row, ctx.locale));
}

// every page of the site lists them
const destinations = keptPerDatabase(async (db) => (await allCities(db)).filter(({ is_active }) => is_active));

/** The cities of the menu, kept until pages change. Public. */
export const listDestinations = async ({ db, locale }: Pick<Context, "db" | "locale">) =>
  (await destinations(db)).map(({ id, name, name_es }) => ({ id, name: inLocale(locale, name, name_es) }));

/** Drops the kept cities after a change, so that the next page reads them again. */
export const forgetDestinations = ({ db }: Pick<Context, "db">): void => destinations.forget(db);

const cityInLanguage = (row: CityRow, locale: Locale): City => ({
  id: row.id,
  name: inLocale(locale, row.name, row.name_es),
  time_zone: row.time_zone,
  description: inLocale(locale, row.description, row.description_es),
  image: row.image,
  image_alt: inLocale(locale, row.image_alt, row.image_alt_es),
  meeting_point: inLocale(locale, row.meeting_point, row.meeting_point_es),
  map_url: row.map_url,
});

/** A city by the last segment of its page's path, or null. Public. */
export const findCity = async (ctx: Context, id: string): Promise<City | null> =>
  (await listCities(ctx)).find((city) => city.id === id) ?? null;

const EVERYTHING: ListFilter = { city: null, state: null, text: "" };

/** The crawls of the list by title, with the counts of all; `near`: what a text that finds none may have meant. Needs `crawls.read`. Refusal: forbidden {missing}. */
export async function crawlsForStaff(ctx: Context, filter: ListFilter) {
  if (!can(ctx.actor, "crawls.read")) return fail("forbidden", { missing: "crawls.read" });
  const [rows, coming, counts, cities, settings, active] = await Promise.all([
    listedCrawls(ctx.db, filter, false),
    ctx.ask.comingOfCrawls(ctx.db, ctx.now),
    countCrawls(ctx.db),
    namedCities(ctx),
    appSettings(ctx),
    listCrawls(ctx),
  ]);
  return ok({
    crawls: rows.map(listed(ctx, settings, active, coming)),
    near: rows.length > 0 ? [] : respelled(filter.text, await textsNearCrawls(ctx.db, filter.text)),
    today: todayOf(ctx),
    counts,
    cities,
    mayChange: can(ctx.actor, "crawls.change"),
  });
}

/** The deleted crawls, last deleted first. Needs `crawls.read`. Refusal: forbidden {missing}. */
export async function deletedCrawls(ctx: Context) {
  if (!can(ctx.actor, "crawls.read")) return fail("forbidden", { missing: "crawls.read" });
  const [rows, settings] = await Promise.all([listedCrawls(ctx.db, EVERYTHING, true), appSettings(ctx)]);
  return ok({
    crawls: rows.map(listed(ctx, settings, [], [])),
    today: todayOf(ctx),
    mayChange: can(ctx.actor, "crawls.change"),
  });
}

const todayOf = ({ now }: Context) => dateIn(now, HOME_ZONE);

function namesAfterHiding(row: { id: string; city_id: string }, active: readonly PubCrawl[], settings: AppSettings) {
  const { soldAs, next, ...rest } = afterHiding(row, active, settings);
  return { ...rest, soldAs: soldAs?.title ?? null, next: next?.title ?? null };
}

type ListedRow = Awaited<ReturnType<typeof listedCrawls>>[number];

const listed =
  (ctx: Context, settings: AppSettings, active: readonly PubCrawl[], coming: readonly ComingOfCrawl[]) =>
  (row: ListedRow): ListedCrawl => {
    const { locale } = ctx;
    const own = coming.filter(({ crawl_id }) => crawl_id === row.id);
    const { departures, bookings, people } = comingTogether(own);
    const price = crawlPrice(row);
    return {
      id: row.id,
      slug: row.slug,
      title: inLocale(locale, row.title, row.title_es),
      city_id: row.city_id,
      city: inLocale(locale, row.city_name, row.city_name_es),
      price,
      prices: row.prices as SetPrices,
      image: row.image,
      isActive: row.is_active,
      barred: whyBarred(row, { sites: sitesOf(ctx), isOpen: settings.isOpen, nights: departures }),
      version: row.version,
      rating: row.rating,
      reviews: row.review_count,
      next: own[0]?.next ?? null,
      departures,
      hiding: { bookings, people, ...namesAfterHiding(row, active, settings) },
      deletedOn: row.deleted_at && dateIn(row.deleted_at, HOME_ZONE),
    };
  };

/**
 * Data for the form of a new crawl, with an id that makes submitting it idempotent; `example`: it starts with example texts.
 * Refusal: forbidden {missing}.
 */
export async function crawlToAdd(ctx: Context, example = false) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  const choices = await formChoices(ctx, null);
  const draft = emptyDraft(choices.cities[0]?.id ?? "", nextColour(await coloursInUse(ctx.db)));
  const [en, es] = await Promise.all([i18nFor("en"), i18nFor("es")]);
  const start = example ? exampleDraft(draft, en.t, es.t) : null;
  return ok({ id: crypto.randomUUID(), draft, start, choices });
}

/** A crawl for its form, deleted ones too. Needs `crawls.read`. Refusals: forbidden {missing}, crawl_not_found. */
export async function crawlToEdit(ctx: Context, id: string) {
  if (!can(ctx.actor, "crawls.read")) return fail("forbidden", { missing: "crawls.read" });
  const row = isUuid(id) ? await crawlForEditing(ctx.db, id) : undefined;
  if (!row) return fail("crawl_not_found");
  const [coming, choices, settings, active] = await Promise.all([
    ctx.ask.comingOfCrawls(ctx.db, ctx.now, { crawl: id }),
    formChoices(ctx, row.city_id),
    appSettings(ctx),
    listCrawls(ctx),
  ]);
  const { departures, bookings, people } = comingTogether(coming);
  const crawl: EditableCrawl = {
    id,
    version: row.version,
    draft: draftOf(row),
    rating: row.rating,
    reviews: row.review_count,
    formerSlugs: row.former_slugs,
    deletedOn: row.deleted_at && dateIn(row.deleted_at, HOME_ZONE),
    coming: { departures, next: coming[0]?.next.date ?? null },
    hiding: { bookings, people, ...namesAfterHiding({ id, city_id: row.city_id }, active, settings) },
  };
  return ok({ crawl, choices, mayChange: can(ctx.actor, "crawls.change") });
}

/** The id of the active city that somebody means by its id or its name in either language; undefined where there is none. */
export async function cityNamed({ db }: Context, text: string): Promise<string | undefined> {
  const wished = text.trim().toLowerCase();
  const isMeant = ({ id, name, name_es }: Awaited<ReturnType<typeof allCities>>[number]) =>
    [id, name, name_es].some((one) => one?.toLowerCase() === wished);
  return (await allCities(db)).find((city) => city.is_active && isMeant(city))?.id;
}

/** All cities in menu order, named in the person's language. */
async function namedCities({ db, locale }: Context) {
  const rows = await allCities(db);
  return rows.map(({ id, name, name_es, is_active }) => ({ id, name: inLocale(locale, name, name_es), is_active }));
}

/** Options of a crawl's form: the active cities, and the one that it is in. */
async function formChoices(ctx: Context, current: string | null) {
  const [cities, { perUsd, date }] = await Promise.all([namedCities(ctx), currencyRates(ctx)]);
  const offered = cities.filter(({ id, is_active }) => is_active || id === current);
  return {
    cities: offered.map(({ id, name, is_active }) => ({ id, name, isActive: is_active })),
    currencies: CURRENCIES.filter((currency) => perUsd[currency] !== undefined),
    rates: perUsd,
    ratesOf: date,
    sites: sitesOf(ctx),
  };
}

/** All cities in menu order, with what is still to come in each. Needs `crawls.read`. Refusal: forbidden {missing}. */
export async function citiesForStaff(ctx: Context) {
  if (!can(ctx.actor, "crawls.read")) return fail("forbidden", { missing: "crawls.read" });
  const { calendarCrawlIds } = await appSettings(ctx);
  const [rows, coming, { byTitle }] = await Promise.all([
    citiesWithFigures(ctx.db, calendarCrawlIds),
    ctx.ask.comingOfCrawls(ctx.db, ctx.now),
    activeAsSeen(ctx),
  ]);
  const cities = rows.map((row): ListedCity => ({
    id: row.id,
    name: inLocale(ctx.locale, row.name, row.name_es),
    time_zone: row.time_zone,
    image: row.image,
    isActive: row.is_active,
    untranslated: untranslatedIn(cityDraftOf(row)) ?? 0,
    crawls: row.crawls,
    coming: comingTogether(coming.filter(({ city_id }) => city_id === row.id)),
    inCalendar: row.in_calendar,
    byTitle: byTitle.filter(({ city_id }) => city_id === row.id),
  }));
  return ok({ cities, mayChange: can(ctx.actor, "crawls.change") });
}

/** Data for the form of a new city. Refusal: forbidden {missing}. */
export async function cityToAdd(ctx: Context) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  return ok({ draft: emptyCity(HOME_ZONE), zones: zoneChoices(ctx) });
}

/** A city for its form. Needs `crawls.read`. Refusals: forbidden {missing}, city_not_found. */
export async function cityToEdit(ctx: Context, id: string) {
  if (!can(ctx.actor, "crawls.read")) return fail("forbidden", { missing: "crawls.read" });
  const row = await cityForEditing(ctx.db, id);
  if (!row) return fail("city_not_found");
  const page = await citiesForStaff(ctx);
  if (!page.ok) return page;
  const city = page.cities.find((one) => one.id === id);
  if (!city) return fail("city_not_found");
  const saved = { version: row.version, draft: cityDraftOf(row) };
  return ok({ city, saved, zones: zoneChoices(ctx), mayChange: page.mayChange });
}

const zoneChoices = ({ now }: Context): ZoneChoices => ({
  mexican: MEXICAN_ZONES.map((id) => ({ id, offset: offsetOf(now, id) })),
  others: otherZones(),
});

const offsetOf = (now: Date, zone: string): string =>
  dateFormat("en-US", { timeZone: zone, timeZoneName: "shortOffset" })
    .formatToParts(now)
    .find(({ type }) => type === "timeZoneName")?.value ?? "";

/** The columns of all cities, and of all crawls that aren't deleted, with their versions. Needs `crawls.read`. Refusal: forbidden {missing}. */
export async function catalogTexts(ctx: Context) {
  if (!can(ctx.actor, "crawls.read")) return fail("forbidden", { missing: "crawls.read" });
  const [cities, crawls] = await Promise.all([citiesForEditing(ctx.db), crawlsForEditing(ctx.db)]);
  return ok({ cities, crawls });
}
