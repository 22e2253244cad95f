import type { Money } from "#src/kernel/money.ts";
import type { Locale } from "#src/kernel/localized.ts";

/** A text in the languages in which it was written. */
export type Texts = Readonly<Partial<Record<Locale, string>>>;

/** A crawl as Google's “Things to do” is told of it. Addresses are absolute. */
export type Product = {
  id: string;
  title: Texts;
  description: Texts;
  includes: readonly Texts[];
  excludes: readonly Texts[];
  highlights: readonly Texts[];
  /** What a guest has to know before. */
  mustKnow: readonly Texts[];
  /** Null without reviews. */
  rating: { value: number; count: number } | null;
  pictures: readonly string[];
  page: string;
  /** The page with all crawls of its city. */
  list: string;
  city: Texts;
  /** Where its guests meet; null where nobody wrote it. */
  meeting: Texts | null;
  seconds: number | null;
  /** Until so long before the start everything is given back. */
  refundSeconds: number;
  /** The lowest price of a place among the nights on sale, once per currency in which the operator set one. */
  prices: readonly Money[];
};

/** Who offers it. */
export type Operator = { name: string; page: string; phone: string };

/**
 * The product feed of Google's “Things to do” (ProductFeed, developers.google.com/actions-center/verticals/things-to-do): the whole
 * of what is on sale, which replaces what was uploaded before. Its format is checked against tests/things-to-do-format.ts.
 */
export const thingsToDo = (products: readonly Product[], operator: Operator) => ({
  feed_metadata: { shard_id: 0, total_shards_count: 1, processing_instruction: "PROCESS_AS_SNAPSHOT" },
  products: products.map((product) => productOf(product, operator)),
});

const productOf = (product: Product, operator: Operator) => ({
  id: product.id,
  title: localized(product.title),
  ...(hasText(product.description) ? { description: localized(product.description) } : {}),
  ...(product.rating ? { rating: { average_value: product.rating.value, rating_count: product.rating.count } } : {}),
  product_features: [
    ...product.includes.map(feature("INCLUSION")),
    ...product.excludes.map(feature("EXCLUSION")),
    ...product.highlights.map(feature("HIGHLIGHT")),
    ...product.mustKnow.map(feature("MUST_KNOW")),
  ],
  options: [optionOf(product)],
  related_media: product.pictures.map((url) => ({ url, type: "MEDIA_TYPE_PHOTO" })),
  operator: {
    google_business_profile_name: localized({ en: operator.name }),
    locations: [
      { location: { place_info: { name: operator.name, ...phoneOf(operator), website_url: operator.page } } },
    ],
  },
  inventory_type: "INVENTORY_TYPE_DEFAULT",
  confirmation_type: "CONFIRMATION_TYPE_INSTANT",
  fulfillment_type: { mobile: true, print_at_home: true, pickup: false },
});

const optionOf = ({ id, title, page, list, seconds, refundSeconds, city, meeting, prices }: Product) => ({
  id: `${id}-place`,
  title: localized(title),
  landing_page: { url: page },
  landing_page_list_view: { url: list },
  ...(seconds === null ? {} : { duration_sec: seconds }),
  cancellation_policy: {
    refund_conditions: [{ min_duration_before_start_time_sec: refundSeconds, refund_percent: 100 }],
  },
  option_categories: [{ label: "pub-crawls" }, { label: "nightlife" }],
  related_locations: [
    { location: { location: placeOf(nameOf(city), COUNTRY) }, relation_type: "RELATION_TYPE_RELATED_NO_ADMISSION" },
  ],
  price_options: prices.map((price) => ({
    id: `${id}-adult-${price.currency.toLowerCase()}`,
    title: "Adult (18+)",
    price: moneyOf(price),
  })),
  ...(meeting
    ? {
        meeting_point: {
          location: placeOf(nameOf(meeting), `${nameOf(city)}, ${COUNTRY}`),
          description: localized(meeting),
        },
      }
    : {}),
});

/** All the product's cities are Mexican (spec section 1). */
const COUNTRY = "Mexico";

const nameOf = (texts: Texts): string => texts.en ?? texts.es ?? "";
const placeOf = (name: string, around: string) => ({
  place_info: { name, unstructured_address: `${name}, ${around}` },
});
const phoneOf = ({ phone }: Operator) => (phone === "" ? {} : { phone_number: phone });

const hasText = (texts: Texts): boolean => Object.values(texts).some((text) => text !== "");
const localized = (texts: Texts) => ({
  localized_texts: Object.entries(texts).flatMap(([language_code, text]) =>
    text === "" ? [] : [{ language_code, text }],
  ),
});
const feature = (kind: "INCLUSION" | "EXCLUSION" | "HIGHLIGHT" | "MUST_KNOW") => (texts: Texts) => ({
  feature_type: `TEXT_FEATURE_${kind}`,
  value: localized(texts),
});

/** Whole units and billionths of one (google.type.Money). */
const moneyOf = ({ amount, currency }: Money) => ({
  currency_code: currency,
  units: Math.trunc(amount / 100),
  nanos: (amount % 100) * 10_000_000,
});

/** The lines of a list in both languages; where they were written apart, so that none belongs to another, in English alone. */
export const lineTexts = (en: readonly string[], es: readonly string[]): Texts[] =>
  en.map((line, index) => (en.length === es.length ? { en: line, es: es[index] ?? "" } : { en: line }));
