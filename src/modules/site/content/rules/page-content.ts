import type { Locale } from "#src/kernel/localized.ts";
import type { About, Block, Document, Question, Questions, Section } from "#src/locales/documents.ts";
import { draftOf, type ItemDraft, type SectionDraft } from "#src/modules/site/content/rules/home-draft.ts";
import { type Live, withLive } from "#src/modules/site/content/rules/inline.ts";
import { type BlockKind, KINDS_OF, type PageKey, PARTS_OF } from "#src/modules/site/content/rules/page-fields.ts";

/** Ronda's own page in a language: what an edited one leaves as it is, and what is shown where that can't be. */
export type OwnPages = { about: About; faq: Questions; terms: Document; privacy: Document };

/** Our own page with live values in all of its texts. */
export function livened<T>(part: T, live: Partial<Live>): T {
  if (typeof part === "string") return withLive(part, live) as T;
  if (Array.isArray(part)) return part.map((one: unknown) => livened(one, live)) as T;
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, livened<unknown>(one, live)])) as T;
}

/** A text in the page's language, or in the other one where it isn't written in that. */
type LocalText = { text: string; lang?: Locale };

const stored = (values: ItemDraft, name: string, locale: Locale): string =>
  (values[locale === "es" ? `${name}_es` : name] ?? "").trim();

/** A text with its live values, as it is shown. */
function shownText(values: ItemDraft, name: string, locale: Locale, live: Live): LocalText | null {
  const written = fieldErrors(values, name, locale);
  return written && { ...written, text: withLive(written.text, live) };
}

/** A text as it is written; null where it is written in neither language. */
function fieldErrors(values: ItemDraft, name: string, locale: Locale): LocalText | null {
  const text = stored(values, name, locale);
  if (text !== "") return { text };
  const lang = locale === "en" ? "es" : "en";
  const other = stored(values, name, lang);
  return other === "" ? null : { text: other, lang };
}

const langOf = (lang: Locale | undefined) => (lang ? { lang } : {});

const kindOf = (page: PageKey, { kind }: ItemDraft): BlockKind | null =>
  KINDS_OF[page].find((one) => one === kind) ?? null;

/** The part of an address that a heading makes; "part" where it has no letter or digit. */
const slugOf = (words: string): string =>
  words
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 50) || "part";

/** Ids that the page has already. */
const TAKEN = ["main", "start"];

/** The anchors of headings and questions, the same in both languages: their own, or made of the English title, or of the Spanish one. */
function anchorsOf(items: readonly ItemDraft[]): string[] {
  const ids = new Set(TAKEN);
  return items.map(({ kind = "", id = "", title = "", title_es: spanish = "" }) => {
    if (kind !== "heading" && kind !== "question") return "";
    const slug = /^[\w-]{1,60}$/.test(id) ? id : slugOf(title.trim() || spanish);
    let anchor = slug;
    for (let n = 2; ids.has(anchor); n++) anchor = `${slug}-${n}`;
    ids.add(anchor);
    return anchor;
  });
}

/** The selector of the section that a block is in; "" before the first heading. */
export function anchorAt({ items }: SectionDraft, index: number): string {
  const heading = items.findLastIndex(({ kind }, at) => at <= index && kind === "heading");
  return heading === -1 ? "" : `#${anchorsOf(items)[heading]}`;
}

type BlockView = { kind: BlockKind; anchor: string; title: LocalText | null; text: LocalText | null; time: string };

/** The blocks that have something to show, in order, with live values. */
function shownBlocks(page: PageKey, { items }: SectionDraft, locale: Locale, live: Live): BlockView[] {
  const anchors = anchorsOf(items);
  return items.flatMap((item, at) => {
    const kind = kindOf(page, item);
    if (!kind) return [];
    const title = shownText(item, "title", locale, live);
    const text = shownText(item, "text", locale, live);
    const parts = { title, text };
    // a question without an answer, or an answer to nothing, isn't shown
    if (PARTS_OF[kind].some((part) => parts[part] === null) && !(kind === "stop" && title)) return [];
    return [{ kind, anchor: anchors[at]!, title, text, time: fieldErrors(item, "time", locale)?.text ?? "" }];
  });
}

/** The blocks under each heading; those before the first one have no title. */
function grouped(blocks: readonly BlockView[]): { heading: BlockView | null; blocks: BlockView[] }[] {
  const groups: { heading: BlockView | null; blocks: BlockView[] }[] = [{ heading: null, blocks: [] }];
  for (const block of blocks)
    if (block.kind === "heading") groups.push({ heading: block, blocks: [] });
    else groups.at(-1)!.blocks.push(block);
  // a heading with nothing under it would promise what isn't there
  return groups.filter((group) => group.blocks.length > 0);
}

const headed = (heading: BlockView | null) =>
  heading?.title
    ? { id: heading.anchor, title: heading.title.text, ...langOf(heading.title.lang) }
    : { id: "start", title: "" };

const lines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** A paragraph for each line, the items of a list. */
const blockOf = ({ kind, text }: BlockView): Block[] => {
  if (!text) return [];
  const { lang } = text;
  if (kind === "list") return [{ items: lines(text.text), ...langOf(lang) }];
  return lines(text.text).map((line) => ({ text: line, ...langOf(lang) }));
};

const sectionsOf = (blocks: readonly BlockView[]): Section[] =>
  grouped(blocks).map((group) => ({ ...headed(group.heading), blocks: group.blocks.flatMap(blockOf) }));

type OwnHead = { title: string; description: string; lead: string };

/** A page's head: Ronda's own where it is written in neither language. */
function headOf({ texts }: SectionDraft, locale: Locale, live: Live, own: OwnHead) {
  const [title, lead, description] = ["title", "lead", "description"].map((name) =>
    shownText(texts, name, locale, live),
  );
  const langs = { ...(title?.lang ? { title: title.lang } : {}), ...(lead?.lang ? { lead: lead.lang } : {}) };
  return {
    title: title?.text ?? own.title,
    lead: lead?.text ?? own.lead,
    description: description?.text ?? own.description,
    ...(Object.keys(langs).length > 0 ? { langs } : {}),
  };
}

type PageIn<Page extends PageKey> = {
  page: Page;
  locale: Locale;
  /** As it is stored, or as it is typed. */
  content: unknown;
  live: Live;
  own: OwnPages[Page];
  /** "Last updated …" in the page's language; undefined leaves Ronda's. */
  updated?: string | undefined;
};

/**
 * An edited page in a language. What isn't written in it stands in the other one, and says so (`lang`): a rule that holds for guests
 * holds in both, and Ronda's text might contradict it (docs/decisions/099). A page without anything to show is Ronda's own.
 */
export function pageIn<Page extends PageKey>(request: PageIn<Page>): OwnPages[Page] {
  const { page, locale, content, live, own } = request;
  const draft = draftOf(page, content);
  const blocks = shownBlocks(page, draft, locale, live);
  if (blocks.length === 0) return own;
  const head = headOf(draft, locale, live, own);
  const make: (created: PageParts<Page>) => OwnPages[Page] = MAKERS[page];
  return make({ blocks, head, draft, own, locale, live, updated: request.updated });
}

type PageParts<Page extends PageKey> = {
  blocks: readonly BlockView[];
  head: ReturnType<typeof headOf>;
  draft: SectionDraft;
  own: OwnPages[Page];
  locale: Locale;
  live: Live;
  updated: string | undefined;
};

const documentOf = ({ blocks, head, own, updated }: PageParts<"terms" | "privacy">): Document => ({
  ...head,
  updated: updated ?? own.updated,
  contents: own.contents,
  sections: sectionsOf(blocks),
});

const questionOf = ({ anchor, title, text }: BlockView): Question[] =>
  title && text
    ? [
        {
          id: anchor,
          question: title.text,
          answer: text.text,
          ...langOf(title.lang),
          ...(text.lang ? { answerLang: text.lang } : {}),
        },
      ]
    : [];

const questionsOf = ({ blocks, head, own }: PageParts<"faq">): Questions => ({
  ...head,
  contents: own.contents,
  groups: grouped(blocks).map((group) => ({
    ...headed(group.heading),
    questions: group.blocks.flatMap(questionOf),
  })),
  more: own.more,
});

function aboutOf({ blocks, head, draft, own, locale, live }: PageParts<"about">): About {
  const [title, note] = ["routeTitle", "routeNote"].map((name) => shownText(draft.texts, name, locale, live));
  const stops = blocks
    .filter(({ kind }) => kind === "stop")
    .map(({ time, title: name, text }) => ({
      time,
      title: name!.text,
      text: text?.text ?? "",
      ...langOf(name!.lang),
      ...(text?.lang ? { textLang: text.lang } : {}),
    }));
  const sections = sectionsOf(blocks.filter(({ kind }) => kind !== "stop"));
  const langs = { ...(title?.lang ? { title: title.lang } : {}), ...(note?.lang ? { note: note.lang } : {}) };
  const route = { title: title?.text ?? own.route.title, note: note?.text ?? "", stops, langs };
  return { ...head, picture: own.picture, sections, route, action: own.action };
}

const MAKERS: { [Page in PageKey]: (content: PageParts<Page>) => OwnPages[Page] } = {
  about: aboutOf,
  faq: questionsOf,
  terms: documentOf,
  privacy: documentOf,
};

/** How many texts are written in one language only, by the language that they are missing in. */
export function gapsOf(page: PageKey, { texts, items }: SectionDraft): Record<Locale, number> {
  const pairs = [
    ...["title", "lead", "description", "routeTitle", "routeNote"].map((name) => [texts, name] as const),
    ...items.flatMap((item) => {
      const kind = kindOf(page, item);
      return kind ? PARTS_OF[kind].map((part) => [item, part] as const) : [];
    }),
  ];
  const missing = (locale: Locale) => pairs.filter(([values, name]) => fieldErrors(values, name, locale)?.lang).length;
  return { en: missing("en"), es: missing("es") };
}

/** The blocks that nobody sees, because they are empty or miss a half: their places, from 0. */
export const emptyBlocks = (page: PageKey, { items }: SectionDraft): number[] =>
  [...items.keys()].filter((at) => {
    const kind = kindOf(page, items[at]!);
    const needed = kind === "stop" ? (["title"] as const) : kind ? PARTS_OF[kind] : [];
    return !kind || needed.some((part) => fieldErrors(items[at]!, part, "en") === null);
  });
