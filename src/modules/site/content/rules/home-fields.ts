import { plain, type SectionShape, text } from "#src/modules/site/content/rules/fields.ts";
import { PAGE_SHAPES, type PageKey } from "#src/modules/site/content/rules/page-fields.ts";

/** The home page's sections of the specification (section 3), and `layout`: the order and visibility of its parts. */
export const SECTION_KEYS = [
  "hero",
  "infoBar",
  "events",
  "expect",
  "features",
  "route",
  "testimonials",
  "footer",
  "layout",
] as const;
export type SectionKey = (typeof SECTION_KEYS)[number];

/** Whether a word is the key of a section. */
export const isSectionKey = (word: unknown): word is SectionKey => SECTION_KEYS.some((key) => key === word);

const PICTURE_MOST = 120;

/** What is edited as a draft and published: a section of the home page, or a whole plain page. */
export type DraftKey = SectionKey | PageKey;

/** What is drafted and published as a whole: the home page, or a plain page. */
export type DraftedPage = "home" | PageKey;

/** What a page is drafted in: the home page in its sections, a plain page as a whole. */
export const draftKeysOf = (page: DraftedPage): readonly DraftKey[] => (page === "home" ? SECTION_KEYS : [page]);

/** The fields of every section and plain page in the order of its form. `layout` has a form of its own. */
export const SECTIONS: Readonly<Record<DraftKey, SectionShape>> = {
  ...PAGE_SHAPES,
  hero: {
    fields: [
      text("title", 80, "own"),
      text("subtitle", 300, "own", true),
      text("imageAlt", 200, "own"),
      plain("picture", "backgroundImage", PICTURE_MOST),
    ],
  },
  infoBar: { fields: ["price", "drinks", "venues", "people"].map((name) => text(name, 60, "own")) },
  events: {
    fields: [text("title", 80, "own")],
    list: {
      name: "items",
      most: 12,
      needed: ["title"],
      fields: [
        text("title", 80, "hidden"),
        text("subtitle", 200, "left_out"),
        text("date", 60, "left_out"),
        plain("time", "time", 20),
        plain("link", "link", 300),
        plain("picture", "backgroundImage", PICTURE_MOST),
      ],
    },
  },
  expect: { fields: [text("title", 80, "never"), text("description", 500, "never", true)] },
  features: {
    fields: ["drinks", "venues", "guides", "games"].flatMap((name) => [
      text(`${name}.title`, 60, "never"),
      text(`${name}.description`, 200, "never", true),
    ]),
  },
  route: {
    fields: [text("title", 80, "own"), text("disclaimer", 300, "own", true)],
    list: {
      name: "stops",
      most: 10,
      needed: ["time", "title"],
      fields: [
        plain("time", "time", 20),
        text("title", 60, "hidden"),
        text("description", 200, "left_out", true),
        text("badge", 40, "left_out"),
      ],
    },
  },
  testimonials: {
    fields: [],
    list: {
      name: "items",
      most: 12,
      needed: ["text", "author"],
      fields: [text("text", 400, "as_written", true), plain("plain", "author", 60), text("country", 60, "as_written")],
    },
  },
  footer: {
    fields: [
      text("description", 300, "never", true),
      plain("email", "email", 120),
      plain("phone", "phone", 40),
      plain("social", "facebook", 300),
      plain("social", "instagram", 300),
      plain("social", "twitter", 300),
    ],
  },
  layout: { fields: [plain("plain", "order", 400), plain("plain", "hidden", 400)] },
};
