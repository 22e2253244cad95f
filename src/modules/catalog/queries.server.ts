import { inLocale, type Locale } from "#src/kernel/localized.ts";
import { showsOnSite } from "#src/kernel/site.ts";
import { crawlPrice, type SetPrices } from "#src/modules/catalog/rules.ts";
import type { City, PubCrawl } from "#src/modules/catalog/schema.ts";
import { activeCrawls, allCities, crawlByIdOrSlug, type CrawlRow } from "#src/modules/catalog/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

function inLanguage(row: CrawlRow, locale: Locale): PubCrawl {
  const price = crawlPrice(row);
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
    duration: row.duration,
    group_size: row.group_size,
    includes: inLocale(locale, row.includes, row.includes_es),
    excludes: inLocale(locale, row.excludes, row.excludes_es),
    highlights: inLocale(locale, row.highlights, row.highlights_es),
    image: row.image,
    gallery: row.gallery,
    rating: row.rating,
    review_count: row.review_count,
    meeting_place: inLocale(locale, row.meeting_place, row.meeting_place_es),
    is_active: row.is_active,
    created_at: row.created_at.toISOString(),
  };
}

/** The active crawls of the site, newest first, in the page's language. Anyone may read. */
export async function listCrawls(ctx: Context): Promise<PubCrawl[]> {
  const rows = await activeCrawls(ctx.db);
  return rows.filter((row) => showsOnSite(row.title, ctx.site)).map((row) => inLanguage(row, ctx.locale));
}

/** One active crawl of the site by id or slug; null when there is none or the site hides it. Anyone may read. */
export async function findCrawl(ctx: Context, idOrSlug: string): Promise<PubCrawl | null> {
  if (!/^[\w-]{1,120}$/.test(idOrSlug)) return null;
  const row = await crawlByIdOrSlug(ctx.db, idOrSlug);
  return row?.is_active && showsOnSite(row.title, ctx.site) ? inLanguage(row, ctx.locale) : null;
}

/** The cities of the menus in their order, in the page's language, with or without crawls. Anyone may read. */
export async function listCities(ctx: Context): Promise<City[]> {
  const rows = await allCities(ctx.db);
  return rows.map((row) => ({
    id: row.id,
    name: inLocale(ctx.locale, row.name, row.name_es),
    time_zone: row.time_zone,
    description: inLocale(ctx.locale, row.description, row.description_es),
    image: row.image,
  }));
}

/** A city by the last part of its page's path; null when there is none. Anyone may read. */
export const findCity = async (ctx: Context, id: string): Promise<City | null> =>
  (await listCities(ctx)).find((city) => city.id === id) ?? null;
