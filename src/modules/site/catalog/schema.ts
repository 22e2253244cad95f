import { z } from "zod";
import { CURRENCIES, type Currency, type Money, type Rates } from "#src/kernel/money.ts";
import type { Pair } from "#src/kernel/pair.ts";
import { toOneLine, toPlainText } from "#src/kernel/plain-text.ts";
import type { Site } from "#src/kernel/site.ts";
import { optionalAmountField } from "#src/locales/amount-field.ts";
import type { SetPrices } from "#src/modules/site/catalog/rules/price.ts";
import {
  type CrawlDraft,
  type PictureAlts,
  type Shot,
  type StoredCrawl,
} from "#src/modules/site/catalog/rules/draft.ts";
import { isMapLink, isTimeZone, type StoredCity } from "#src/modules/site/catalog/rules/city.ts";
import { CRAWL_COLOURS } from "#src/modules/site/catalog/rules/mark.ts";
import type { Barred } from "#src/modules/site/catalog/rules/visible.ts";

/** Money in the API: integer minor units and an ISO 4217 code. */
export const MoneyShape = z
  .object({ amount_minor: z.int(), currency: z.enum(CURRENCIES) })
  .meta({ id: "Money", description: "Integer minor units (centavos, cents) of an ISO 4217 currency." });
export type MoneyShape = z.infer<typeof MoneyShape>;

/** A city of the menu, in one language. */
export type City = {
  id: string;
  name: string;
  time_zone: string;
  description: string;
  image: string | null;
  /** What the picture shows; empty where nobody wrote it. */
  image_alt: string;
  meeting_point: string;
  /** https address of the meeting point on a map. */
  map_url: string | null;
};

/** A city in the admin's list, in the viewer's language. */
export type ListedCity = {
  id: string;
  name: string;
  time_zone: string;
  image: string | null;
  isActive: boolean;
  /** Number of texts that lack their Spanish translation. */
  untranslated: number;
  /** Crawls that aren't deleted. */
  crawls: number;
  coming: ComingInCity;
  /** Whether one of its crawls is on the home page's calendar. */
  inCalendar: boolean;
  /** Its active crawls that the title rule keeps from guests. */
  byTitle: UnseenCrawl[];
};

/** What is still to come in a city: departures, and the bookings that keep seats in them. */
export type ComingInCity = { departures: number; bookings: number; people: number };

/** The time zones that a city may have, those of Mexico first, each with its offset today. */
export type ZoneChoices = { mexican: { id: string; offset: string }[]; others: string[] };

/** A pub crawl in the API and on pages, in one language. Field names are the table's columns. */
export const PubCrawl = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    title: z.string(),
    city_id: z.string(),
    city_name: z.string(),
    time_zone: z.string().describe("IANA zone of the city; every local time of this crawl is in it"),
    description: z.string(),
    price: z.int().describe("minor units per person, of `currency`"),
    currency: z.enum(CURRENCIES),
    prices: z
      .partialRecord(z.enum(CURRENCIES), z.int())
      .describe("minor units per person where a price is set for a currency; in any other one `price` is converted"),
    duration: z.string(),
    group_size: z.string(),
    includes: z.array(z.string()),
    excludes: z.array(z.string()),
    highlights: z.array(z.string()),
    image: z.string().nullable(),
    image_alt: z.string().describe("what the picture shows; empty where nobody wrote it"),
    gallery: z.array(z.string()),
    gallery_alts: z.array(z.string()).describe("what each picture of the gallery shows; empty where nobody wrote it"),
    rating: z.number(),
    review_count: z.int(),
    meeting_place: z.string(),
    is_active: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "PubCrawl" });
export type PubCrawl = z.infer<typeof PubCrawl>;

/** A crawl that guests don't see or can't book, in the viewer's language. */
export type UnseenCrawl = { id: string; city_id: string; title: string; unseen: Barred };

/**
 * What hiding a crawl means: the bookings and people that hold seats in its upcoming departures, whether these stay in the calendar
 * and the title of the crawl that they are sold as; whether the home page leads with it, and the title of the next. Null: none.
 */
export type Hiding = {
  bookings: number;
  people: number;
  stays: boolean;
  soldAs: string | null;
  isLeading: boolean;
  next: string | null;
};

/** A crawl in the admin list, in the viewer's language. */
export type ListedCrawl = {
  id: string;
  slug: string;
  title: string;
  city_id: string;
  city: string;
  price: Money;
  prices: SetPrices;
  image: string | null;
  isActive: boolean;
  /** Why guests don't see it or can't book it; null where they can. */
  barred: Barred | null;
  version: number;
  rating: number;
  reviews: number;
  /** Its next departure; null when none is planned. */
  next: { id: string; date: string; start: string } | null;
  /** Number of upcoming departures. */
  departures: number;
  hiding: Hiding;
  /** Deletion date, YYYY-MM-DD. */
  deletedOn: string | null;
};

/** A crawl for its form. */
export type EditableCrawl = {
  id: string;
  version: number;
  draft: CrawlDraft;
  rating: number;
  reviews: number;
  formerSlugs: string[];
  /** Deletion date, YYYY-MM-DD. */
  deletedOn: string | null;
  coming: { departures: number; next: string | null };
  hiding: Hiding;
};

/** Options of a crawl's form. */
export type CrawlChoices = {
  cities: { id: string; name: string; isActive: boolean }[];
  currencies: Currency[];
  rates: Rates;
  /** Date of the rates, YYYY-MM-DD. */
  ratesOf: string;
  /** The sites that the installation serves. */
  sites: Site[];
};

const line = (max: number) => z.string().overwrite(toOneLine).max(max, "catalog-admin.error.long");
const paragraphs = (max: number) => z.string().overwrite(toPlainText).max(max, "catalog-admin.error.long");
const orNull = (text: string) => (text === "" ? null : text);

const pair = z.strictObject({ en: line(200), es: line(200) });
const lines = z
  .array(pair)
  .max(30, "catalog-admin.error.lines")
  .transform((all) => all.filter(({ en, es }) => en !== "" || es !== ""))
  .refine((all) => all.every(({ en }) => en !== ""), "catalog-admin.error.line");

const shot = z.strictObject({
  // only pictures hosted by the site, no external URLs
  src: z.string().regex(/^\/(pictures|uploads)\/[\w-]{1,100}$/, "catalog-admin.error.picture"),
  alt: line(200),
  alt_es: line(200),
});

const cutoff = z
  .string()
  .overwrite(toOneLine)
  .regex(/^\d{0,5}$/, "catalog-admin.error.cutoff")
  .transform(Number)
  .refine((minutes) => minutes <= MOST_CUTOFF_MINUTES, "catalog-admin.error.cutoff");

/** Sales close at most a week before the start. */
const MOST_CUTOFF_MINUTES = 7 * 24 * 60;
/** Maximum pictures of a gallery. */
const MOST_PICTURES = 24;

/** A crawl's form (`CrawlDraft`) parsed into columns. Messages are message ids. */
export const CrawlFields = z
  .strictObject({
    title: line(120).min(1, "catalog-admin.error.title"),
    title_es: line(120),
    description: paragraphs(4000).min(1, "catalog-admin.error.description"),
    description_es: paragraphs(4000),
    highlights: lines,
    includes: lines,
    excludes: lines,
    meeting_place: line(200),
    meeting_place_es: line(200),
    is_active: z.boolean(),
    on_every_site: z.boolean(),
    city_id: z.string().regex(/^[a-z0-9-]{1,60}$/, "catalog-admin.error.city"),
    slug: z
      .string()
      .overwrite(toOneLine)
      .regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, "catalog-admin.error.slug")
      .max(80, "catalog-admin.error.slugLong")
      // `/crawls/id/…` is taken
      .refine((slug) => slug !== "id", "catalog-admin.error.slugTaken"),
    price: optionalAmountField,
    currency: z.enum(CURRENCIES, "catalog-admin.error.currency"),
    prices: z.partialRecord(z.enum(CURRENCIES), optionalAmountField),
    duration: line(40),
    duration_es: line(40),
    group_size: line(40),
    sales_cutoff_minutes: cutoff,
    short_name: line(24),
    short_name_es: line(24),
    colour: z.enum(CRAWL_COLOURS, "catalog-admin.error.colour"),
    image: shot.nullable(),
    gallery: z
      .array(shot)
      .max(MOST_PICTURES, "catalog-admin.error.gallery")
      .refine((all) => new Set(all.map(({ src }) => src)).size === all.length, "catalog-admin.error.twice"),
  })
  .transform(({ highlights, includes, excludes, image, gallery, prices, ...rest }): StoredCrawl => ({
    ...rest,
    title_es: orNull(rest.title_es),
    description_es: orNull(rest.description_es),
    meeting_place_es: orNull(rest.meeting_place_es),
    duration_es: orNull(rest.duration_es),
    short_name: orNull(rest.short_name),
    short_name_es: orNull(rest.short_name_es),
    highlights: english(highlights),
    highlights_es: spanish(highlights),
    includes: english(includes),
    includes_es: spanish(includes),
    excludes: english(excludes),
    excludes_es: spanish(excludes),
    prices: setOnes(prices),
    image: image?.src ?? null,
    gallery: gallery.map(({ src }) => src),
    picture_alts: altsOf(image ? [...gallery, image] : gallery),
  }));
export type CrawlFields = z.infer<typeof CrawlFields>;

const english = (all: readonly Pair[]) => all.map(({ en }) => en);
/** The Spanish lines parallel to the English ones, empty where untranslated; no lines when none is translated. */
const spanish = (all: readonly Pair[]) => (all.some(({ es }) => es !== "") ? all.map(({ es }) => es) : []);

const setOnes = (prices: Partial<Record<Currency, number | null>>): SetPrices =>
  Object.fromEntries(Object.entries(prices).filter(([, amount]) => amount !== null));

const altsOf = (shots: readonly Shot[]): PictureAlts =>
  Object.fromEntries(
    shots
      .filter(({ alt, alt_es }) => alt !== "" || alt_es !== "")
      .map(({ src, alt, alt_es }) => [src, { en: alt, es: alt_es }]),
  );

/** The crawl that a form is about. */
export const CrawlId = z.object({ id: z.uuid() });

/** The version of a crawl or city that its form was opened with. */
export const SavedOver = z.object({ version: z.coerce.number().int() });

/** The id of a new city, the last part of its page's address. */
export const CityId = z
  .string()
  .overwrite(toOneLine)
  .min(1, "catalog-cities-admin.error.slug")
  .max(60, "catalog-cities-admin.error.slugLong")
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "catalog-cities-admin.error.slug")
  // `/admin/cities/new` is taken
  .refine((id) => id !== "new", "catalog-cities-admin.error.slugTaken");

const EMPTY_SHOT = { src: null, alt: "", alt_es: "" };

/** A city's form (`CityDraft`) parsed into columns. Messages are message ids. */
export const CityFields = z
  .strictObject({
    name: line(60).min(1, "catalog-cities-admin.error.name"),
    name_es: line(60),
    description: paragraphs(2000),
    description_es: paragraphs(2000),
    image: shot.nullable(),
    meeting_point: line(200),
    meeting_point_es: line(200),
    map_url: z
      .string()
      .overwrite(toOneLine)
      .max(500, "catalog-admin.error.long")
      .refine((text) => text === "" || isMapLink(text), "catalog-cities-admin.error.map"),
    time_zone: z.string().refine(isTimeZone, "catalog-cities-admin.error.zone"),
  })
  // a text that is only there in Spanish would leave the English page empty
  .refine(({ description, description_es }) => description !== "" || description_es === "", {
    path: ["description"],
    message: "catalog-cities-admin.error.english",
  })
  .refine(({ meeting_point, meeting_point_es }) => meeting_point !== "" || meeting_point_es === "", {
    path: ["meeting_point"],
    message: "catalog-cities-admin.error.english",
  })
  .transform(({ image, ...rest }): StoredCity => ({
    ...rest,
    name_es: orNull(rest.name_es),
    description_es: orNull(rest.description_es),
    image: (image ?? EMPTY_SHOT).src,
    image_alt: (image ?? EMPTY_SHOT).alt,
    image_alt_es: orNull((image ?? EMPTY_SHOT).alt_es),
    meeting_point_es: orNull(rest.meeting_point_es),
    map_url: orNull(rest.map_url),
  }));
export type CityFields = z.infer<typeof CityFields>;

/** The ids of all cities in an order, as one text: `oaxaca,mexico-city`. */
const order = z
  .string()
  .max(20_000)
  .transform((text) => text.split(",").filter((id) => id !== ""))
  .pipe(z.array(z.string().regex(/^[a-z0-9-]{1,60}$/)).min(1));

/** The city that is switched. */
export const CityToSwitch = z.object({ id: z.string().regex(/^[a-z0-9-]{1,60}$/) });
/** Another order of all cities, and the one that the person saw. */
export const OrderCities = z.object({ was: order, now: order });
export type OrderCities = z.infer<typeof OrderCities>;
