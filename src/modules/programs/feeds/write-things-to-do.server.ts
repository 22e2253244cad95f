import { fail, ok } from "#src/kernel/result.ts";
import { departureTimes } from "#src/kernel/local-time.ts";
import { CURRENCIES, type Currency, type Money } from "#src/kernel/money.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { textsFor } from "#src/modules/base/settings/read-texts.server.ts";
import { lineTexts, type Product, thingsToDo } from "#src/modules/programs/feeds/rules/things-to-do.ts";
import { listDepartures } from "#src/modules/sales/schedule/queries.server.ts";
import { refundDeadline } from "#src/modules/sales/schedule/rules/departure.ts";
import { offerOf } from "#src/modules/sales/schedule/rules/offer.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { listCities, listCrawls } from "#src/modules/site/catalog/queries.server.ts";
import type { City, PubCrawl } from "#src/modules/site/catalog/schema.ts";
import { pictureAddress } from "#src/modules/site/content/rules/structured-data.ts";
import type { Context } from "#src/platform/context.server.ts";

/** A crawl in both languages, and its city. */
type Bilingual = { en: PubCrawl; es: PubCrawl; city: { en: City; es: City } };

/**
 * What the site sells, as Google's “Things to do” reads it: one product per crawl with a night on sale here. Refusals: site_closed,
 * nothing_on_sale (a feed without products would be read as the removal of all). Public.
 */
export async function writeThingsToDo(ctx: Context) {
  const { isOpen, brand, contact } = await appSettings(ctx);
  if (!isOpen) return fail("site_closed");
  const [english, spanish] = [inLanguage(ctx, "en"), inLanguage(ctx, "es")];
  const [en, es, cities, ciudades, adults] = await Promise.all([
    listCrawls(english),
    listCrawls(spanish),
    listCities(english),
    listCities(spanish),
    adultsOnly(ctx),
  ]);
  const both = en.flatMap((crawl): Bilingual[] => {
    const translated = es.find(({ id }) => id === crawl.id);
    const city = cities.find(({ id }) => id === crawl.city_id);
    const ciudad = ciudades.find(({ id }) => id === crawl.city_id);
    return translated && city && ciudad ? [{ en: crawl, es: translated, city: { en: city, es: ciudad } }] : [];
  });
  const products = await Promise.all(both.map((crawl) => productOf(english, crawl, adults)));
  if (products.flat().length === 0) return fail("nothing_on_sale");
  const operator = { name: brand, page: `${ctx.origin}/`, phone: contact.phone ?? "" };
  return ok({ feed: thingsToDo(products.flat(), operator) });
}

const inLanguage = (ctx: Context, locale: Context["locale"]): Context => ({ ...ctx, locale });

async function adultsOnly(ctx: Context) {
  const [en, es] = await Promise.all([textsFor(ctx, "en"), textsFor(ctx, "es")]);
  return { en: en.t("feeds.things.adults"), es: es.t("feeds.things.adults") };
}

/** None where no night can be booked here: a product needs a price, and nobody may be led to another's site. */
async function productOf(ctx: Context, { en, es, city }: Bilingual, adults: { en: string; es: string }) {
  const priced = await Promise.all(
    currenciesOf(en).map(async (currency) => {
      const departures = await listDepartures(ctx, { crawl_id: en.id, currency });
      return departures.filter(({ external_booking_link: elsewhere }) => elsewhere === null);
    }),
  );
  const prices = priced.flatMap((departures): Money[] => {
    const from = offerOf(departures)?.from;
    return from ? [{ amount: from.amount_minor, currency: from.currency }] : [];
  });
  const next = priced[0]?.find(({ is_available: isFree }) => isFree);
  if (!next) return [];
  const meeting = { en: en.meeting_place || city.en.meeting_point, es: es.meeting_place || city.es.meeting_point };
  const startsAt = new Date(next.starts_at);
  const product: Product = {
    id: en.id,
    title: { en: en.title, es: es.title },
    description: { en: en.description, es: es.description },
    includes: lineTexts(en.includes, es.includes),
    excludes: lineTexts(en.excludes, es.excludes),
    highlights: lineTexts(en.highlights, es.highlights),
    mustKnow: [adults],
    rating: en.review_count > 0 ? { value: en.rating, count: en.review_count } : null,
    pictures: [...new Set([en.image, ...en.gallery])].flatMap((picture) =>
      picture === null ? [] : [pictureAddress(ctx.origin, picture)],
    ),
    page: `${ctx.origin}/crawls/${en.slug}`,
    list: `${ctx.origin}/cities/${en.city_id}`,
    city: { en: city.en.name, es: city.es.name },
    meeting: meeting.en === "" ? null : meeting,
    seconds: secondsOf(next, en.time_zone),
    refundSeconds: (startsAt.getTime() - refundDeadline(startsAt).getTime()) / 1000,
    prices,
  };
  return [product];
}

/** Pesos, in which its page shows prices, and every currency in which the operator set one. */
const currenciesOf = ({ currency, prices }: PubCrawl): Currency[] =>
  CURRENCIES.filter((one) => one === "MXN" || one === currency || prices[one] !== undefined);

function secondsOf({ date, start_time: start, end_time: end }: Departure, zone: string): number {
  const { startsAt, endsAt } = departureTimes(date, start, end, zone);
  return (endsAt.getTime() - startsAt.getTime()) / 1000;
}
