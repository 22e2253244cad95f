import { createHash } from "node:crypto";
import type { Locale } from "#src/kernel/localized.ts";
import type { Block, Section } from "#src/locales/documents.ts";
import { readAbout, readDocument, readQuestions } from "#src/locales/documents.server.ts";
import { contentOf, type Content, draftOf, type ItemDraft } from "#src/modules/site/content/rules/home-draft.ts";
import type { PageKey } from "#src/modules/site/content/rules/page-fields.ts";
import type { OwnPages } from "#src/modules/site/content/rules/page-content.ts";
import { paysOnline } from "#src/modules/base/settings/rules/app-settings.ts";
import type { Context } from "#src/platform/context.server.ts";

type Paying = Pick<Context, "providers">;
const isOnline = ({ providers }: Paying): boolean => paysOnline(Object.keys(providers));

/**
 * Ronda's own page in a language, as it is shown. `methods` are the payment methods that can be used, for the FAQ. What terms and
 * privacy say of payments depends on whether any company takes them here.
 */
export const OWN_PAGES: {
  [Page in PageKey]: (ctx: Paying & { locale: Locale }, methods: readonly string[]) => Promise<OwnPages[Page]>;
} = {
  about: ({ locale }) => readAbout(locale),
  faq: ({ locale }, methods) => readQuestions(locale, methods),
  terms: (ctx) => readDocument("terms", ctx.locale, isOnline(ctx)),
  privacy: (ctx) => readDocument("privacy", ctx.locale, isOnline(ctx)),
};

/** A text of both languages under the names that a draft has. */
const both = (name: string, en: string, es: string): ItemDraft => ({ [name]: en, [`${name}_es`]: es });

const written = (block: Block): string => ("text" in block ? block.text : block.items.join("\n"));

const blocksOf = (en: readonly Block[], es: readonly Block[]): ItemDraft[] =>
  en.map((block, at) => ({
    kind: "text" in block ? "text" : "list",
    ...both("text", written(block), written(es[at]!)),
  }));

// the same sections and blocks in both languages: a test of the texts holds them to it
const sectionsOf = (en: readonly Section[], es: readonly Section[]): ItemDraft[] =>
  en.flatMap((section, at) => [
    { kind: "heading", id: section.id, ...both("title", section.title, es[at]!.title) },
    ...blocksOf(section.blocks, es[at]!.blocks),
  ]);

type Head = { title: string; lead: string; description: string };
const headOf = (en: Head, es: Head): ItemDraft => ({
  ...both("title", en.title, es.title),
  ...both("lead", en.lead, es.lead),
  ...both("description", en.description, es.description),
});

async function document(page: "terms" | "privacy", online: boolean) {
  const [en, es] = [await readDocument(page, "en", online), await readDocument(page, "es", online)];
  return { ...headOf(en, es), blocks: sectionsOf(en.sections, es.sections) };
}

const CONTENTS: { [Page in PageKey]: (online: boolean) => Promise<Content> } = {
  terms: (online) => document("terms", online),
  privacy: (online) => document("privacy", online),
  async faq() {
    // the ways to pay stay a live value
    const [en, es] = [await readQuestions("en", "live"), await readQuestions("es", "live")];
    const blocks = en.groups.flatMap((group, at) => [
      { kind: "heading", id: group.id, ...both("title", group.title, es.groups[at]!.title) },
      ...group.questions.map((one, place) => {
        const other = es.groups[at]!.questions[place]!;
        return {
          kind: "question",
          id: one.id,
          ...both("title", one.question, other.question),
          ...both("text", one.answer, other.answer),
        };
      }),
    ]);
    return { ...headOf(en, es), blocks };
  },
  async about() {
    const [en, es] = [await readAbout("en"), await readAbout("es")];
    const stops = en.route.stops.map(({ time, title, text }, at) => ({
      kind: "stop",
      ...both("time", time, es.route.stops[at]!.time),
      ...both("title", title, es.route.stops[at]!.title),
      ...both("text", text, es.route.stops[at]!.text),
    }));
    const route = {
      ...both("routeTitle", en.route.title, es.route.title),
      ...both("routeNote", en.route.note, es.route.note),
    };
    return { ...headOf(en, es), ...route, blocks: [...sectionsOf(en.sections, es.sections), ...stops] };
  },
};

/** Ronda's own text of a page in both languages as content that can be edited, and the name of this version of it. */
export type OwnPage = { content: Content; version: string };

const cache = new Map<string, Promise<OwnPage>>();

/**
 * Reads Ronda's own text of a page as content, as it is where payments are taken as here. Its version is made of what it says, so that
 * another text has another one.
 */
export const ownPage = (ctx: Paying, page: PageKey): Promise<OwnPage> => ownPageIf(page, isOnline(ctx));

/** The version of Ronda's own text of a page that the other way to take payments would have. */
export const otherVersion = async (ctx: Paying, page: PageKey): Promise<string> =>
  (await ownPageIf(page, !isOnline(ctx))).version;

function ownPageIf(page: PageKey, online: boolean): Promise<OwnPage> {
  const key = `${page} ${online}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const reading = CONTENTS[page](online).then((read) => {
    const content = contentOf(page, draftOf(page, read));
    const version = createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 8);
    return { content, version };
  });
  cache.set(key, reading);
  reading.catch(() => cache.delete(key));
  return reading;
}
