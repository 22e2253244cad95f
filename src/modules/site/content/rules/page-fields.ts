import { plain, type SectionShape, text, type TextField } from "#src/modules/site/content/rules/fields.ts";

/** The plain pages, in the order of their list; each is at the path of its name. */
export const PAGES = ["about", "faq", "terms", "privacy"] as const;
export type PageKey = (typeof PAGES)[number];

/** Whether a word is the name of a plain page. */
export const isPage = (word: unknown): word is PageKey => PAGES.some((page) => page === word);

/** The pages whose version is noted where somebody agrees to it. */
export const AGREED_PAGES = ["terms", "privacy"] as const;
export type AgreedPage = (typeof AGREED_PAGES)[number];

/** What a page is made of. A heading begins a section (in the FAQ a group), a question has its answer, a stop its hour. */
export const BLOCK_KINDS = ["heading", "text", "list", "question", "stop"] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** The kinds of blocks of each page. */
export const KINDS_OF: Readonly<Record<PageKey, readonly BlockKind[]>> = {
  about: ["heading", "text", "list", "stop"],
  faq: ["heading", "question"],
  terms: ["heading", "text", "list"],
  privacy: ["heading", "text", "list"],
};

/** Which of its two texts a kind of block has. */
export const PARTS_OF: Readonly<Record<BlockKind, readonly ("title" | "text")[]>> = {
  heading: ["title"],
  text: ["text"],
  list: ["text"],
  question: ["title", "text"],
  stop: ["title", "text"],
};

/** What a page's drafts and versions are stored under, in place of a site: they are the same on every site. */
export const pageTag = (page: PageKey): string => `page:${page}`;

/** A text that the other language stands in for, with live values. */
const either = (name: string, most: number, more: Partial<TextField> = {}): TextField => ({
  ...text(name, most, "as_written"),
  hasLive: true,
  ...more,
});

const HEAD = [either("title", 120), either("lead", 600, { long: true }), either("description", 300, { long: true })];

const BLOCKS = {
  name: "blocks",
  most: 200,
  needed: [],
  fields: [
    either("title", 200),
    either("text", 4000, { long: true, isRich: true }),
    either("time", 20, { hasLive: false }),
    plain("plain", "kind", 12),
    // the anchor that links lead to; of Ronda's own text, and made for new headings when the page is shown
    plain("plain", "id", 60),
  ],
};

/** Each page as a draft: its head, and one list of blocks in the order of reading. */
export const PAGE_SHAPES: Readonly<Record<PageKey, SectionShape>> = {
  about: { fields: [...HEAD, either("routeTitle", 120), either("routeNote", 300, { long: true })], list: BLOCKS },
  faq: { fields: HEAD, list: BLOCKS },
  terms: { fields: HEAD, list: BLOCKS },
  privacy: { fields: HEAD, list: BLOCKS },
};

/** Names Ronda's own text where a version is asked for. */
export const OWN_TEXT = "own";
