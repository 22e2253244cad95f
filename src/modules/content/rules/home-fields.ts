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

/**
 * What guests who read Spanish see where a text isn't translated: `own` Ronda's own text, `hidden` nothing of the item, `left_out`
 * the item without it, `as_written` the text as it is. `never`: in Spanish the text is always Ronda's own (spec section 2.5), so
 * there is none to write.
 */
export type Untranslated = "own" | "hidden" | "left_out" | "as_written" | "never";

type Common = {
  /** Its name in the stored content; a dot leads into a group. */
  name: string;
  /** Length in characters at most. */
  most: number;
  long?: boolean;
};
/** A text in both languages, the Spanish one under `<name>_es`. */
export type TextField = Common & { kind: "text"; untranslated: Untranslated };
/** A text without language. */
export type PlainField = Common & { kind: "plain" | "time" | "email" | "phone" | "link" | "social" | "picture" };
export type SectionField = TextField | PlainField;
/** The ordered list of a section; an item without one of the `needed` fields isn't shown. */
export type ListField = { name: string; most: number; needed: readonly string[]; fields: readonly SectionField[] };

type SectionShape = { fields: readonly SectionField[]; list?: ListField };

const text = (name: string, most: number, untranslated: Untranslated, long = false): TextField => ({
  kind: "text",
  name,
  most,
  untranslated,
  ...(long ? { long } : {}),
});
const plain = (kind: PlainField["kind"], name: string, most: number): PlainField => ({ kind, name, most });

const PICTURE_MOST = 120;

/** Every section's fields in the order of its form. `layout` has a form of its own. */
export const SECTIONS: Readonly<Record<SectionKey, SectionShape>> = {
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

/** Whether a text has a Spanish one that can be written. */
export const hasSpanish = (field: SectionField): field is TextField =>
  field.kind === "text" && field.untranslated !== "never";

/** The stored names of a field: its own and, for a text, the Spanish one, also where that is never shown. */
export const namesOf = ({ kind, name }: SectionField): string[] => (kind === "text" ? [name, `${name}_es`] : [name]);
