import type { MessageId } from "#src/locales/i18n.ts";
import type { LIVE_NAMES } from "#src/modules/site/content/rules/inline.ts";
import { type BlockKind, type PageKey, PARTS_OF } from "#src/modules/site/content/rules/page-fields.ts";
import type { ItemDraft } from "#src/modules/site/content/rules/home-draft.ts";

/** The pages in words. */
export const PAGE_WORDS: Readonly<Record<PageKey, MessageId>> = {
  about: "content-pages.page.about",
  faq: "content-pages.page.faq",
  terms: "content-pages.page.terms",
  privacy: "content-pages.page.privacy",
};

type KindWords = { name: MessageId; add: MessageId } & Partial<Record<"title" | "text", MessageId>>;

/** The kinds of blocks in words: their names, how one is added, and what its texts are. */
export const KIND_WORDS: Readonly<Record<BlockKind, KindWords>> = {
  heading: {
    name: "content-pages.kind.heading",
    add: "content-pages.add.heading",
    title: "content-pages.part.heading",
  },
  text: { name: "content-pages.kind.text", add: "content-pages.add.text", text: "content-pages.part.text" },
  list: { name: "content-pages.kind.list", add: "content-pages.add.list", text: "content-pages.part.list" },
  question: {
    name: "content-pages.kind.question",
    add: "content-pages.add.question",
    title: "content-pages.part.question",
    text: "content-pages.part.answer",
  },
  stop: {
    name: "content-pages.kind.stop",
    add: "content-pages.add.stop",
    title: "content-pages.part.stop",
    text: "content-pages.part.stopText",
  },
};

/** What each live value is. */
export const LIVE_WORDS: Readonly<Record<(typeof LIVE_NAMES)[number], MessageId>> = {
  email: "content-pages.live.email",
  phone: "content-pages.live.phone",
  brand: "content-pages.live.brand",
  company: "content-pages.live.company",
  founded: "content-pages.live.founded",
  methods: "content-pages.live.methods",
};

/** A block as another kind: its only text goes with it, so that nothing typed is hidden. */
export function asKind(item: ItemDraft, was: BlockKind, kind: BlockKind): ItemDraft {
  const [from, to] = [PARTS_OF[was], PARTS_OF[kind]];
  const lost = from.filter((part) => !to.includes(part));
  const free = to.filter((part) => !from.includes(part));
  const [source, target] = [lost[0], free[0]];
  if (!source || !target || `${item[target] ?? ""}${item[`${target}_es`] ?? ""}`.trim() !== "")
    return { ...item, kind };
  const moved = { [target]: item[source] ?? "", [`${target}_es`]: item[`${source}_es`] ?? "" };
  return { ...item, ...moved, [source]: "", [`${source}_es`]: "", kind };
}
