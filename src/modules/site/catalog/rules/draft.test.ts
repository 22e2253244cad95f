import { describe, expect, test } from "vitest";
import { changedFields } from "#src/kernel/merge.ts";
import { linesInSpanish } from "#src/modules/site/catalog/rules/crawl.ts";
import {
  addressFor,
  CRAWL_FIELDS,
  type CrawlDraft,
  draftOf,
  draftOfForm,
  emptyDraft,
  slugOf,
  untranslated,
} from "#src/modules/site/catalog/rules/draft.ts";
import { changesOf, formerSlugs } from "#src/modules/site/catalog/rules/saving.ts";
import { CrawlFields } from "#src/modules/site/catalog/schema.ts";

const PICTURE = "/uploads/0123456789abcdef0123456789abcdef";
const FULL: CrawlDraft = {
  title: "Roma–Condesa",
  title_es: "La Roma y la Condesa",
  description: "Five bars.\nOne night.",
  description_es: "",
  highlights: [{ en: "A free shot", es: "Un shot gratis" }],
  includes: [
    { en: "Welcome drinks", es: "Tragos de bienvenida" },
    { en: "Games", es: "" },
  ],
  excludes: [{ en: "Dinner", es: "" }],
  meeting_place: "By the fountain",
  meeting_place_es: "Junto a la fuente",
  is_active: true,
  on_every_site: false,
  short_name: "Roma",
  short_name_es: "La Roma",
  colour: "sky",
  city_id: "mexico-city",
  slug: "roma-condesa",
  price: "20.50",
  currency: "USD",
  prices: { MXN: "400" },
  duration: "4–5 hours",
  duration_es: "4–5 horas",
  group_size: "15+",
  sales_cutoff_minutes: "30",
  image: { src: PICTURE, alt: "A bar", alt_es: "" },
  gallery: [{ src: "/pictures/toast", alt: "", alt_es: "" }],
};

const fieldErrors = (draft: unknown) => {
  const { error } = CrawlFields.safeParse(draft);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join("."), message]));
};

test("what is saved and opened again is what was typed", () => {
  expect(draftOf(CrawlFields.parse(FULL))).toEqual(FULL);
  const minimal = { ...emptyDraft("oaxaca", "agave"), title: "A", description: "B" };
  expect(draftOf(CrawlFields.parse(minimal))).toEqual(minimal);
});

test("a form says all of it, lines in their order and breaks as they were typed", () => {
  const form = new FormData();
  const set = (name: string, value: string) => form.append(name, value);
  for (const field of ["title", "title_es", "description_es", "meeting_place", "meeting_place_es"] as const)
    set(field, FULL[field]);
  for (const field of [
    "city_id",
    "slug",
    "price",
    "currency",
    "duration",
    "duration_es",
    "group_size",
    "sales_cutoff_minutes",
    "short_name",
    "short_name_es",
    "colour",
  ] as const)
    set(field, FULL[field]);
  set("description", "Five bars.\r\nOne night.");
  set("is_active", "on");
  set("price_MXN", "400");
  set("price_EUR", " ");
  for (const list of ["highlights", "includes", "excludes"] as const)
    for (const { en, es } of FULL[list]) {
      set(list, en);
      set(`${list}_es`, es);
    }
  set("image", PICTURE);
  set("image_alt", "A bar");
  set("image_alt_es", "");
  set("gallery", "/pictures/toast");
  set("gallery_alt", "");
  set("gallery_alt_es", "");
  expect(draftOfForm(form)).toEqual(FULL);
});

describe("columns", () => {
  test("Spanish lines stand beside the English ones, and there are none where none is translated", () => {
    const row = CrawlFields.parse(FULL);
    expect([row.includes, row.includes_es]).toEqual([
      ["Welcome drinks", "Games"],
      ["Tragos de bienvenida", ""],
    ]);
    expect(row.excludes_es).toEqual([]);
    expect(row.title_es).toBe("La Roma y la Condesa");
    expect(row.description_es).toBeNull();
    expect(row).toMatchObject({
      price: 2050,
      prices: { MXN: 40_000 },
      picture_alts: { [PICTURE]: { en: "A bar", es: "" } },
    });
  });

  test("an empty price is the default one, an empty cut-off none, an empty line nothing", () => {
    const row = CrawlFields.parse({ ...FULL, price: " ", sales_cutoff_minutes: "", excludes: [{ en: " ", es: "" }] });
    expect(row).toMatchObject({ price: null, sales_cutoff_minutes: 0, excludes: [] });
  });
});

test.each([
  [
    ["Drinks", "Games"],
    ["Tragos", ""],
    ["Tragos", "Games"],
  ],
  [["Drinks", "Games"], [], ["Drinks", "Games"]],
  [["Drinks", "Games"], ["Todo"], ["Todo"]],
  [[], [], []],
])("lines %j with %j are read in Spanish as %j", (en, es, expected) =>
  expect(linesInSpanish(en, es)).toEqual(expected),
);

describe("the form refuses", () => {
  test.each([
    ["no title", { title: " " }, { title: "catalog-admin.error.title" }],
    ["no description", { description: "" }, { description: "catalog-admin.error.description" }],
    ["Spanish without English", { includes: [{ en: "", es: "Tragos" }] }, { includes: "catalog-admin.error.line" }],
    ["a negative price", { price: "-1" }, { price: "admin.error.amount" }],
    ["a price of words", { price: "free" }, { price: "admin.error.amount" }],
    ["a price beyond all", { prices: { MXN: "1e9" } }, { "prices.MXN": "admin.error.amount" }],
    ["an unknown currency", { currency: "XXX" }, { currency: "catalog-admin.error.currency" }],
    [
      "a cut-off of eight days",
      { sales_cutoff_minutes: "11520" },
      { sales_cutoff_minutes: "catalog-admin.error.cutoff" },
    ],
    [
      "a cut-off after the start",
      { sales_cutoff_minutes: "-5" },
      { sales_cutoff_minutes: "catalog-admin.error.cutoff" },
    ],
    ["an address with capitals", { slug: "Roma" }, { slug: "catalog-admin.error.slug" }],
    ["an address with a slash", { slug: "a/b" }, { slug: "catalog-admin.error.slug" }],
    ["an address with a hyphen at its end", { slug: "roma-" }, { slug: "catalog-admin.error.slug" }],
    ["the address of another page", { slug: "id" }, { slug: "catalog-admin.error.slugTaken" }],
    [
      "a picture of elsewhere",
      { image: { src: "https://evil.example/x.png", alt: "", alt_es: "" } },
      { "image.src": "catalog-admin.error.picture" },
    ],
    [
      "a picture twice in the gallery",
      { gallery: [...FULL.gallery, ...FULL.gallery] },
      { gallery: "catalog-admin.error.twice" },
    ],
  ])("%s", (_, over, expected) => expect(fieldErrors({ ...FULL, ...over })).toEqual(expected));

  test.each(["rating", "review_count", "id", "version", "deleted_at"])("%s, which is nobody's to set", (name) =>
    expect(CrawlFields.safeParse({ ...FULL, [name]: 5 }).success).toBe(false),
  );
});

describe("two drafts differ in", () => {
  test.each([
    [{}, []],
    [{ prices: { MXN: "400" } }, []],
    [{ title_es: "Otra" }, ["title_es"]],
    [{ is_active: false, includes: [] }, ["includes", "is_active"]],
    [{ gallery: [] }, ["gallery"]],
  ])("%j: %j", (over, expected) => expect(changedFields(CRAWL_FIELDS, FULL, { ...FULL, ...over })).toEqual(expected));
});

test("an empty crawl, or one that is written in Spanish alone, has nothing to translate yet", () => {
  expect(untranslated(emptyDraft("oaxaca", "agave"))).toBeNull();
  expect(untranslated({ ...emptyDraft("oaxaca", "agave"), title: " ", title_es: "Nuevo" })).toBeNull();
});

test("untranslated is what has English words and no Spanish ones", () => {
  // the description, a line of includes, one of excludes and the picture's alt text
  expect(untranslated(FULL)).toBe(4);
  expect(untranslated({ ...emptyDraft("oaxaca", "agave"), title: "New", title_es: "Nuevo" })).toBe(0);
});

test.each([
  ["Roma–Condesa Pub Crawl", "roma-condesa-pub-crawl"],
  ["¡San Cristóbal!", "san-cristobal"],
  ["日本", ""],
])("%s has the address %s", (title, slug) => expect(slugOf(title)).toBe(slug));

describe("a save", () => {
  test("is written down by what became another value", () => {
    const row = CrawlFields.parse(FULL);
    expect(changesOf(row, { ...row, title: "Other", prices: { MXN: 40_000 } })).toEqual({
      title: ["Roma–Condesa", "Other"],
    });
    expect(changesOf(row, row)).toEqual({});
  });

  test.each([
    ["a", [], "a", []],
    ["a", [], "b", ["a"]],
    ["b", ["a"], "a", ["b"]],
    ["b", ["a"], "c", ["a", "b"]],
  ])("from %s, once %j, to %s keeps %j", (slug, former_slugs, now, expected) =>
    expect(formerSlugs({ slug, former_slugs }, now)).toEqual(expected),
  );
});

test.each([
  ["Ruta de los Mezcales", [], "ruta-de-los-mezcales"],
  ["Tepito’s Best", ["tepito-s-best"], "tepito-s-best-2"],
  ["Roma", ["roma", "roma-2"], "roma-3"],
  ["ID", [], "id-2"],
  ["夜", [], "the-id"],
  ["x".repeat(200), [], "x".repeat(76)],
])("a crawl called “%s” without an address, beside %j, gets “%s”", (title, expected, slug) => {
  expect(addressFor(title, "the-id", expected)).toBe(slug);
});
