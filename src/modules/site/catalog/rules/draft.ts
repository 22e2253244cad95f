import { amountText } from "#src/kernel/amount.ts";
import { CURRENCIES, type Currency } from "#src/kernel/money.ts";
import { isUntranslated, type Pair } from "#src/kernel/pair.ts";
import type { CrawlColour } from "#src/modules/site/catalog/rules/mark.ts";
import type { SetPrices } from "#src/modules/site/catalog/rules/price.ts";

/** A crawl's picture with its alt text in both languages. */
export type Shot = { src: string; alt: string; alt_es: string };

/** A crawl's raw form values. */
export type CrawlDraft = {
  title: string;
  title_es: string;
  description: string;
  description_es: string;
  highlights: Pair[];
  includes: Pair[];
  excludes: Pair[];
  meeting_place: string;
  meeting_place_es: string;
  is_active: boolean;
  on_every_site: boolean;
  short_name: string;
  short_name_es: string;
  /** a `CrawlColour` */
  colour: string;
  city_id: string;
  slug: string;
  price: string;
  currency: string;
  prices: Partial<Record<Currency, string>>;
  duration: string;
  duration_es: string;
  group_size: string;
  sales_cutoff_minutes: string;
  image: Shot | null;
  gallery: Shot[];
};
export type CrawlField = keyof CrawlDraft;

/** The fields in page order. */
export const CRAWL_FIELDS = [
  "title",
  "title_es",
  "description",
  "description_es",
  "highlights",
  "includes",
  "excludes",
  "meeting_place",
  "meeting_place_es",
  "image",
  "gallery",
  "is_active",
  "on_every_site",
  "city_id",
  "slug",
  "price",
  "currency",
  "prices",
  "duration",
  "duration_es",
  "group_size",
  "sales_cutoff_minutes",
  "short_name",
  "short_name_es",
  "colour",
] as const satisfies readonly CrawlField[];

/** The editable lists, in page order. */
export const CRAWL_LISTS = ["highlights", "includes", "excludes"] as const;
export type CrawlList = (typeof CRAWL_LISTS)[number];

/** The columns a crawl's form writes. */
export type StoredCrawl = {
  title: string;
  title_es: string | null;
  description: string;
  description_es: string | null;
  highlights: string[];
  highlights_es: string[];
  includes: string[];
  includes_es: string[];
  excludes: string[];
  excludes_es: string[];
  meeting_place: string;
  meeting_place_es: string | null;
  is_active: boolean;
  on_every_site: boolean;
  city_id: string;
  slug: string;
  price: number | null;
  currency: Currency;
  prices: SetPrices;
  duration: string;
  duration_es: string | null;
  group_size: string;
  sales_cutoff_minutes: number;
  image: string | null;
  gallery: string[];
  picture_alts: PictureAlts;
  short_name: string | null;
  short_name_es: string | null;
  colour: CrawlColour;
};

/** Alt texts by picture URL. */
export type PictureAlts = Record<string, { en: string; es: string }>;

/** Defaults of a new crawl: hidden until activated, priced in USD like the others. */
export const emptyDraft = (cityId: string, colour: CrawlColour): CrawlDraft => ({
  ...draftOf(emptyRow()),
  city_id: cityId,
  colour,
});

/** An empty row with all columns, to which the first save is compared. */
export const emptyRow = (): StoredCrawl => ({
  title: "",
  title_es: null,
  description: "",
  description_es: null,
  highlights: [],
  highlights_es: [],
  includes: [],
  includes_es: [],
  excludes: [],
  excludes_es: [],
  meeting_place: "",
  meeting_place_es: null,
  is_active: false,
  on_every_site: false,
  city_id: "",
  slug: "",
  price: null,
  currency: "USD",
  prices: {},
  duration: "",
  duration_es: null,
  group_size: "",
  sales_cutoff_minutes: 0,
  image: null,
  gallery: [],
  picture_alts: {},
  short_name: null,
  short_name_es: null,
  colour: "agave",
});

/** A stored crawl as form values. */
export function draftOf(row: StoredCrawl): CrawlDraft {
  const shot = (src: string): Shot => ({
    src,
    alt: row.picture_alts[src]?.en ?? "",
    alt_es: row.picture_alts[src]?.es ?? "",
  });
  const prices = CURRENCIES.flatMap((currency) => {
    const amount = row.prices[currency];
    return amount === undefined ? [] : [[currency, amountText(amount)] as const];
  });
  return {
    title: row.title,
    title_es: row.title_es ?? "",
    description: row.description,
    description_es: row.description_es ?? "",
    highlights: pairs(row.highlights, row.highlights_es),
    includes: pairs(row.includes, row.includes_es),
    excludes: pairs(row.excludes, row.excludes_es),
    meeting_place: row.meeting_place,
    meeting_place_es: row.meeting_place_es ?? "",
    is_active: row.is_active,
    on_every_site: row.on_every_site,
    short_name: row.short_name ?? "",
    short_name_es: row.short_name_es ?? "",
    colour: row.colour,
    city_id: row.city_id,
    slug: row.slug,
    price: amountText(row.price),
    currency: row.currency,
    prices: Object.fromEntries(prices),
    duration: row.duration,
    duration_es: row.duration_es ?? "",
    group_size: row.group_size,
    sales_cutoff_minutes: String(row.sales_cutoff_minutes),
    image: row.image === null ? null : shot(row.image),
    gallery: row.gallery.map(shot),
  };
}

const pairs = (en: readonly string[], es: readonly string[]): Pair[] =>
  Array.from({ length: Math.max(en.length, es.length) }, (_, index) => ({ en: en[index] ?? "", es: es[index] ?? "" }));

/** Parses a posted form as a draft. Lists are repeated fields in line order; missing values are empty. */
export function draftOfForm(form: FormData): CrawlDraft {
  const text = (name: string) => asText(form.get(name));
  const all = (name: string) => form.getAll(name).map(asText);
  const list = (name: CrawlList) => pairs(all(name), all(`${name}_es`));
  const prices = CURRENCIES.flatMap((currency) => {
    const input = text(`price_${currency}`).trim();
    return input === "" ? [] : [[currency, input] as const];
  });
  const [image = null] = shots(all("image"), all("image_alt"), all("image_alt_es"));
  return {
    title: text("title"),
    title_es: text("title_es"),
    description: text("description"),
    description_es: text("description_es"),
    highlights: list("highlights"),
    includes: list("includes"),
    excludes: list("excludes"),
    meeting_place: text("meeting_place"),
    meeting_place_es: text("meeting_place_es"),
    is_active: form.has("is_active"),
    on_every_site: form.has("on_every_site"),
    short_name: text("short_name"),
    short_name_es: text("short_name_es"),
    colour: text("colour"),
    city_id: text("city_id"),
    slug: text("slug"),
    price: text("price"),
    currency: text("currency"),
    prices: Object.fromEntries(prices),
    duration: text("duration"),
    duration_es: text("duration_es"),
    group_size: text("group_size"),
    sales_cutoff_minutes: text("sales_cutoff_minutes"),
    image,
    gallery: shots(all("gallery"), all("gallery_alt"), all("gallery_alt_es")),
  };
}

/** A form's value as text; browsers submit line breaks as CRLF. */
export const asText = (value: FormDataEntryValue | null): string =>
  typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";

const shots = (sources: readonly string[], en: readonly string[], es: readonly string[]): Shot[] =>
  sources.map((src, index) => ({ src, alt: en[index] ?? "", alt_es: es[index] ?? "" })).filter(({ src }) => src !== "");

/**
 * Number of texts with English but no Spanish wording: the Spanish site shows the English ones. Null while there is no English
 * text to translate.
 */
export function untranslated(draft: CrawlDraft): number | null {
  const single = (["title", "description", "meeting_place"] as const).map((field) => ({
    en: draft[field],
    es: draft[`${field}_es`],
  }));
  const lines = CRAWL_LISTS.flatMap((list) => draft[list]);
  const alts = [...(draft.image ? [draft.image] : []), ...draft.gallery].map(({ alt, alt_es }) => ({
    en: alt,
    es: alt_es,
  }));
  const written = [...single, ...lines, ...alts].filter(({ en }) => en.trim() !== "");
  return written.length === 0 ? null : written.filter(isUntranslated).length;
}

/** The address of a crawl whose form names none: of its title, with a number where others have it; the id where it gives none. */
export function addressFor(title: string, id: string, usedSlugs: readonly string[]): string {
  const base = slugOf(title).slice(0, 76).replace(/-$/, "");
  if (base === "") return id;
  // `/crawls/id/…` is taken
  const isFree = (slug: string) => slug !== "id" && !usedSlugs.includes(slug);
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (isFree(slug)) return slug;
  }
}

/** A slug from a title: lowercase letters and digits, single hyphens between words, accents stripped. */
export const slugOf = (title: string): string =>
  title
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 80);
