import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { ok } from "#src/kernel/result.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { reaches } from "#src/modules/base/identity/rules/permissions.ts";
import { appSettings, currencyRates } from "#src/modules/base/settings/queries.server.ts";
import { plainPage } from "#src/modules/site/content/read-pages.server.ts";
import { plainOf } from "#src/modules/site/content/rules/inline.ts";
import { usableMethods } from "#src/modules/money/payments/queries.server.ts";
import { listCities, listCrawls } from "#src/modules/site/catalog/queries.server.ts";
import type { PubCrawl } from "#src/modules/site/catalog/schema.ts";
import { routesForGuests } from "#src/modules/evening/stops/queries.server.ts";
import { agreedTerms } from "#src/modules/partners/commission/queries.server.ts";
import { hoursOfCrawls, nightsForResale } from "#src/modules/sales/schedule/queries.server.ts";
import type { ResaleNight } from "#src/modules/sales/schedule/schema.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Capabilities } from "#src/octo/capabilities.ts";
import { refuse } from "#src/octo/refusals.ts";
import { OPTION, UNIT } from "#src/octo/shapes.ts";
import { priceOf, type Written } from "#src/octo/write-availability.ts";
import { CURRENCY, netBy, type NetOf } from "#src/octo/write-pricing.ts";
import type { ProductFacts, Writing } from "#src/octo/write-product.ts";

/** A year of nights is priced, which is as much as one question for availability may be about. */
const DAYS_PRICED = 365;

export type Product = { crawl: PubCrawl; facts: ProductFacts };

/**
 * The crawls that a key may sell: those of the site and of the key's cities, with nights that are sold here. One that has had none for
 * a year and has none to come has no times to start at, and is left out. `only`: no other than this one, if it is among them.
 */
async function productsFor(ctx: Context, capabilities: Capabilities, only?: string): Promise<Product[]> {
  const isAsked = (id: string) => only === undefined || id === only;
  const crawls = (await listCrawls(ctx)).filter(({ id, city_id }) => isAsked(id) && reaches(ctx.actor, city_id));
  const products = await withFacts(ctx, crawls, capabilities);
  return products.flatMap(({ crawl, facts }) =>
    facts.hours ? [{ crawl, facts: { ...facts, hours: facts.hours } }] : [],
  );
}

/** The same with what a place costs at the least on the nights of a year that can be booked; on none, the crawl's own price stands. */
export async function pricedProducts(ctx: Context, capabilities: Capabilities, only?: string): Promise<Product[]> {
  const products = await productsFor(ctx, capabilities, only);
  if (!capabilities.has("pricing")) return products;
  const from = dateIn(ctx.now, HOME_ZONE);
  const to = Temporal.PlainDate.from(from).add({ days: DAYS_PRICED }).toString();
  const crawlIds = products.map(({ crawl }) => crawl.id);
  const partnerId = ctx.actor.key?.partnerId ?? null;
  const [nights, netOf] = await Promise.all([
    nightsForResale(ctx, { crawlIds, from, to, currency: CURRENCY, people: null, partnerId }),
    netsOf(ctx),
  ]);
  const cheapest = new Map<string, ResaleNight>();
  for (const night of nights.filter((one) => one.is_open && one.is_sold_here && one.vacancies > 0)) {
    const before = cheapest.get(night.crawl_id);
    if (!before || night.price.amount < before.price.amount) cheapest.set(night.crawl_id, night);
  }
  return products.map(({ crawl, facts }) => {
    const night = cheapest.get(crawl.id);
    return { crawl, facts: { ...facts, least: night ? priceOf(night, 1, netOf) : null } };
  });
}

/** Crawls with what their products are written from; `hours` null without a night of the last year or to come. */
export async function withFacts(ctx: Context, crawls: readonly PubCrawl[], capabilities: Capabilities) {
  const ids = crawls.map(({ id }) => id);
  const hasContent = capabilities.has("content");
  const [hours, { maxPeople }, routes, cities] = await Promise.all([
    hoursOfCrawls(ctx, ids),
    appSettings(ctx),
    hasContent ? routesForGuests(ctx, ids) : {},
    hasContent ? listCities(ctx) : [],
  ]);
  return crawls.map((crawl) => {
    const city = cities.find(({ id }) => id === crawl.city_id);
    const meeting = crawl.meeting_place || city?.meeting_point || null;
    const route = (routes as Record<string, ProductFacts["route"]>)[crawl.id] ?? [];
    return { crawl, facts: { hours: hours.get(crawl.id) ?? null, mostPeople: maxPeople, route, meeting, least: null } };
  });
}

/** How a call's products are written. */
export async function writingOf(ctx: Context, capabilities: Capabilities): Promise<Writing> {
  const [{ t }, { perUsd: rates }, netOf, faqs] = await Promise.all([
    i18nFor(ctx.locale),
    currencyRates(ctx),
    netsOf(ctx),
    capabilities.has("content") ? faqsOf(ctx) : [],
  ]);
  return {
    locale: ctx.locale,
    origin: ctx.origin,
    t,
    isPriced: capabilities.has("pricing"),
    hasContent: capabilities.has("content"),
    rates,
    netOf,
    faqs,
    today: dateIn(ctx.now, HOME_ZONE),
  };
}

/** Groups of the FAQ about dealings with us, which a reseller's guests have with the reseller. */
const DEALINGS = ["booking", "changes"];

/** The site's questions about its nights, with their answers. */
async function faqsOf(ctx: Context) {
  const { groups } = await plainPage(ctx, "faq", await usableMethods(ctx));
  return groups.flatMap(({ id, questions }) =>
    DEALINGS.includes(id) ? [] : questions.map(({ question, answer }) => ({ question, answer: plainOf(answer) })),
  );
}

/** The net prices of the key's partner; a key of the house has none. */
async function netsOf(ctx: Context): Promise<NetOf> {
  const partner = ctx.actor.key?.partnerId ?? null;
  if (partner === null) return () => null;
  return netBy(await agreedTerms(ctx, partner));
}

type Choice = {
  productId: string;
  optionId: string;
  units?: readonly { id: string; quantity: number }[] | null | undefined;
  currency?: string | null | undefined;
};

/** A product, and for how many people it is asked for (null: not said). */
export async function choiceOf(
  ctx: Context,
  capabilities: Capabilities,
  { productId, optionId, units, currency }: Choice,
) {
  const [product] = await productsFor(ctx, capabilities, productId);
  if (!product) return refuse("INVALID_PRODUCT_ID", productId);
  if (optionId !== OPTION) return refuse("INVALID_OPTION_ID", optionId);
  const stranger = units?.find(({ id }) => id !== UNIT);
  if (stranger) return refuse("INVALID_UNIT_ID", stranger.id);
  if (!isPayable(currency)) return refuse("pesos");
  const people = units ? units.reduce((sum, { quantity }) => sum + quantity, 0) : null;
  return ok({ product, people });
}

/** Whether a call may name a currency: ours, or none. */
export const isPayable = (currency: string | null | undefined): boolean => !currency || currency === CURRENCY;

/** How a call's nights are written, for a party of `people`. */
export async function writtenFor(ctx: Context, capabilities: Capabilities, people: number | null): Promise<Written> {
  const [{ maxPeople }, netOf] = await Promise.all([appSettings(ctx), netsOf(ctx)]);
  return {
    people,
    mostPeople: maxPeople,
    isPriced: capabilities.has("pricing"),
    hasContent: capabilities.has("content"),
    netOf,
  };
}

type Nights = { people: number | null } & ({ ids: readonly string[] } | { from: string; to: string });

/** Nights of a product, as the key's partner sells them. */
export async function nightsOf(ctx: Context, { crawl }: Product, nights: Nights): Promise<ResaleNight[]> {
  const partnerId = ctx.actor.key?.partnerId ?? null;
  // nobody has a price for no people
  const priced = { currency: CURRENCY, people: nights.people || null, partnerId } as const;
  const found = await ("ids" in nights
    ? nightsForResale(ctx, { ids: nights.ids, ...priced })
    : nightsForResale(ctx, { crawlIds: [crawl.id], from: nights.from, to: nights.to, ...priced }));
  return found.filter((night) => night.crawl_id === crawl.id && night.is_sold_here);
}
