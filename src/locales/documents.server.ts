import { dayAndYear } from "#src/kernel/local-time.ts";
import { languageTag, type Locale } from "#src/kernel/localized.ts";
import type { About, Block, Document, Questions } from "#src/locales/documents.ts";
import { type Message, sayMessage, type Values } from "#src/locales/message.ts";
import { accountName } from "#src/kernel/pay-method.ts";

// Long texts are read on the server and reach the browser as rendered content, never as a catalogue.

const files = { en: () => import("./en/documents.json"), es: () => import("./es/documents.json") };
const cached: Partial<Record<Locale, Promise<Texts>>> = {};

/** What is put in when a page is shown (content/rules/inline.ts), so that a kept version says the same under another name. */
const LIVE: Values = { brand: "{brand}", company: "{company}", founded: "{founded}" };

/** The texts under `documents.` in a language: their ids in file order, and a lookup by id without that prefix. */
type Texts = { ids: string[]; t: (id: string, values?: Values) => string };

const textsIn = (locale: Locale): Promise<Texts> => (cached[locale] ??= load(locale));

async function load(locale: Locale): Promise<Texts> {
  const { default: messages } = (await files[locale]()) as unknown as {
    default: Record<string, Message>;
  };
  const t = (id: string, values: Values = {}) => {
    const message = messages[`documents.${id}`];
    if (message === undefined) throw new Error(`no text documents.${id} in ${locale}`);
    return sayMessage(message, { ...LIVE, ...values }, locale);
  };
  return { ids: Object.keys(messages).map((id) => id.slice("documents.".length)), t };
}

/**
 * A document of `documents.json` in a language. Its sections are `<name>.<section>.title` and the texts after it: `text…` is a
 * paragraph, consecutive `item…` form a list. `online`: whether payment companies take the money, or guests pay us directly.
 */
export async function readDocument(name: "terms" | "privacy", locale: Locale, online: boolean): Promise<Document> {
  const { ids, t: say } = await textsIn(locale);
  const t = (id: string) => say(id, { online: online ? "yes" : "no" });
  const sections = partsOf(ids, name).map((id) => ({
    id,
    title: t(`${name}.${id}.title`),
    blocks: blocksOf(ids, `${name}.${id}`, t),
  }));
  const updated = ids.includes(`${name}.updated`) ? t(`${name}.updated`) : null;
  return { ...headOf(name, t), updated, contents: t("contents"), sections };
}

/**
 * The FAQ in a language: groups `faq.<group>.title` with questions `faq.<group>.<id>.question` and `.answer`. `methods` are the
 * payment methods that can be used, named `method.<method>`: the answers name no other. "live": they say `{methods}` instead.
 */
export async function readQuestions(locale: Locale, methods: readonly string[] | "live"): Promise<Questions> {
  const { ids, t } = await textsIn(locale);
  const isLive = methods === "live";
  const values = isLive
    ? { count: 1, methods: "{methods}" }
    : { count: methods.length, methods: namedIn(locale, t, methods) };
  const groups = partsOf(ids, "faq").map((group) => ({
    id: group,
    title: t(`faq.${group}.title`),
    questions: ids
      .filter((id) => id.startsWith(`faq.${group}.`) && id.endsWith(".question"))
      .map((id) => id.slice(`faq.${group}.`.length, -".question".length))
      .map((id) => ({
        id,
        question: t(`faq.${group}.${id}.question`),
        answer: t(`faq.${group}.${id}.answer`, values),
      })),
  }));
  const more = { title: t("faq.moreTitle"), text: t("faq.moreText"), action: t("faq.moreAction") };
  return { ...headOf("faq", t), contents: t("contents"), groups, more };
}

const namedIn = (locale: Locale, t: Texts["t"], methods: readonly string[]): string =>
  listOf(locale).format(methods.map((method) => accountName(method) ?? t(`method.${method}`)));

/** Payment methods as words in a sentence; without any, a note that checkout shows them. */
export async function sayMethods(locale: Locale, methods: readonly string[]): Promise<string> {
  const { t } = await textsIn(locale);
  return methods.length === 0 ? t("method.none") : namedIn(locale, t, methods);
}

/** "Last updated" with a day (YYYY-MM-DD), as the terms say it. */
export async function sayUpdated(locale: Locale, date: string): Promise<string> {
  const { t } = await textsIn(locale);
  return t("updated", { date: dayAndYear(date, locale) });
}

const listOf = (locale: Locale) => new Intl.ListFormat(languageTag(locale), { type: "disjunction" });

export async function readAbout(locale: Locale): Promise<About> {
  const { ids, t } = await textsIn(locale);
  const stops = [1, 2, 3, 4, 5].map((n) => ({
    time: t(`about.stop${n}Time`),
    title: t(`about.stop${n}Title`),
    text: t(`about.stop${n}Text`),
  }));
  return {
    ...headOf("about", t),
    picture: t("about.picture"),
    sections: partsOf(ids, "about").map((id) => ({
      id,
      title: t(`about.${id}.title`),
      blocks: blocksOf(ids, `about.${id}`, t),
    })),
    route: { title: t("about.routeTitle"), note: t("about.routeNote"), stops },
    action: { title: t("about.actionTitle"), book: t("about.actionBook"), ask: t("about.actionAsk") },
  };
}

const headOf = (name: string, t: Texts["t"]) => ({
  title: t(`${name}.title`),
  description: t(`${name}.description`),
  lead: t(`${name}.lead`),
});

/** The sections of a document: those with a title of their own. */
const partsOf = (ids: readonly string[], name: string): string[] =>
  ids.flatMap((id) => new RegExp(`^${name}\\.(\\w+)\\.title$`).exec(id)?.[1] ?? []);

function blocksOf(ids: readonly string[], section: string, t: Texts["t"]): Block[] {
  const blocks: Block[] = [];
  for (const id of ids) {
    const [, kind] = new RegExp(`^${section}\\.(text|item)\\d+$`).exec(id) ?? [];
    const last = blocks.at(-1);
    if (kind === "text") blocks.push({ text: t(id) });
    else if (kind && last && "items" in last) last.items.push(t(id));
    else if (kind) blocks.push({ items: [t(id)] });
  }
  return blocks;
}
