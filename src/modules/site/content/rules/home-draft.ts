import { threeWay } from "#src/kernel/merge.ts";
import { toPhone } from "#src/kernel/phone.ts";
import { toPlainText } from "#src/kernel/plain-text.ts";
import { isDay } from "#src/kernel/local-time.ts";
import type { StoredSection } from "#src/modules/site/content/rules/home-content.ts";
import { hasSpanish, type ListField, namesOf, type SectionField } from "#src/modules/site/content/rules/fields.ts";
import { type DraftKey, SECTION_KEYS, SECTIONS, type SectionKey } from "#src/modules/site/content/rules/home-fields.ts";

/** An item of a list as its form has it: text by stored name, "" for none. */
export type ItemDraft = Readonly<Record<string, string>>;
/** A section as its form has it. `layout` keeps its two lists of parts as words separated by commas. */
export type SectionDraft = { readonly texts: ItemDraft; readonly items: readonly ItemDraft[] };
export type Drafts<K extends DraftKey> = Readonly<Record<K, SectionDraft>>;
export type HomeDraft = Drafts<SectionKey>;
/** A section's content as it is stored. */
export type Content = Record<string, unknown>;

const isObject = (value: unknown): value is Content =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : Array.isArray(value) ? value.filter((one) => typeof one === "string").join() : "";

function read(content: Content, name: string): unknown {
  const [group, rest] = name.split(".");
  if (rest === undefined) return content[name];
  const inner = content[group ?? ""];
  return isObject(inner) ? inner[rest] : undefined;
}

const formValues = (fields: readonly SectionField[], content: Content): ItemDraft =>
  Object.fromEntries(fields.flatMap(namesOf).map((name) => [name, textOf(read(content, name))]));

/** Stored content as form values. Anything of another shape is empty. */
export function draftOf(key: DraftKey, content: unknown): SectionDraft {
  const { fields, list } = SECTIONS[key];
  const stored = isObject(content) ? content : {};
  const items = list ? stored[list.name] : [];
  return {
    texts: formValues(fields, stored),
    items: (Array.isArray(items) ? items : []).filter(isObject).map((item) => formValues(list!.fields, item)),
  };
}

/** All sections as form values. */
export const homeDraftOf = (stored: readonly StoredSection[]): HomeDraft =>
  Object.fromEntries(
    SECTION_KEYS.map((key) => [key, draftOf(key, stored.find(({ section_key }) => section_key === key)?.content)]),
  ) as HomeDraft;

/** A field's text as it is stored. */
export const tidied = (value: string | undefined, kind?: SectionField["kind"]): string =>
  kind === "phone" ? toPhone(value ?? "") : toPlainText(value ?? "");

function written(fields: readonly SectionField[], values: ItemDraft): Content {
  const content: Content = {};
  const named = fields.flatMap((field) => namesOf(field).map((name) => [name, field.kind] as const));
  for (const [name, kind] of named) {
    const value = tidied(values[name], kind);
    if (value === "") continue;
    const [group, rest] = name.split(".");
    if (rest === undefined) content[name] = value;
    else content[group!] = { ...(content[group!] as Content | undefined), [rest]: value };
  }
  return content;
}

/** Form values as content to store: empty texts and unknown names are left out. */
export function contentOf(key: DraftKey, { texts, items }: SectionDraft): Content {
  const { fields, list } = SECTIONS[key];
  const content = written(fields, texts);
  if (key === "layout")
    return Object.fromEntries(Object.entries(content).map(([name, words]) => [name, String(words).split(",")]));
  if (!list || items.length === 0) return content;
  return { ...content, [list.name]: items.map((item) => written(list.fields, item)) };
}

/** Whether two drafts of a section would be stored alike. */
export const isSame = (key: DraftKey, a: SectionDraft, b: SectionDraft): boolean =>
  JSON.stringify(contentOf(key, a)) === JSON.stringify(contentOf(key, b));

/** A new item of a section's list. */
export const emptyItem = ({ fields }: ListField): ItemDraft => formValues(fields, {});

/** One difference: of a text (`item` counts from 0, null outside of the list), or an item that came, went, or the order. */
export type Change =
  | { section: DraftKey; kind: "text"; field: string; item: number | null; old: string; now: string }
  | { section: DraftKey; kind: "added" | "removed"; item: number; words: string }
  | { section: DraftKey; kind: "moved" };

/** What names an item: its first text that isn't empty. */
export const wordsOf = (item: ItemDraft): string =>
  item["title"] || item["author"] || Object.values(item).find((text) => text !== "") || "";

/** The differences between two drafts of a section, in the order of its form. */
export function changesIn(section: DraftKey, old: SectionDraft, now: SectionDraft): Change[] {
  const { fields, list } = SECTIONS[section];
  const between = (of: readonly SectionField[], a: ItemDraft, b: ItemDraft, item: number | null): Change[] =>
    of
      .flatMap(namesOf)
      .map((field) => ({ section, kind: "text" as const, field, item, old: tidied(a[field]), now: tidied(b[field]) }))
      .filter((change) => change.old !== change.now);
  const texts = between(fields, old.texts, now.texts, null);
  if (!list) return texts;
  const key = (item: ItemDraft) => JSON.stringify(written(list.fields, item));
  const [olds, nows] = [old.items.map(key), now.items.map(key)];
  if (olds.join() === nows.join()) return texts;
  const gone = [...olds.keys()].filter((at) => !nows.includes(olds[at]!));
  const come = [...nows.keys()].filter((at) => !olds.includes(nows[at]!));
  // an item that changed in its place is the same item
  const isEdited = (at: number) => gone.includes(at) && come.includes(at);
  const items = [
    ...come.filter(isEdited).flatMap((at) => between(list.fields, old.items[at]!, now.items[at]!, at)),
    ...come
      .filter((at) => !isEdited(at))
      .map((at): Change => ({ section, kind: "added", item: at, words: wordsOf(now.items[at]!) })),
    ...gone
      .filter((at) => !isEdited(at))
      .map((at): Change => ({ section, kind: "removed", item: at, words: wordsOf(old.items[at]!) })),
  ];
  return [...texts, ...(items.length > 0 ? items : [{ section, kind: "moved" as const }])];
}

/** The differences between two drafts of the home page, in the order of its sections. */
export const changesOf = (old: HomeDraft, now: HomeDraft): Change[] =>
  SECTION_KEYS.flatMap((key) => changesIn(key, old[key], now[key]));

const LONGEST_NAME = 80;
const shortened = (words: string): string => (words.length > LONGEST_NAME ? `${words.slice(0, LONGEST_NAME)}…` : words);

/** What of a section changed, as an audit entry tells it: old and new texts by field, items by their names. */
export function listChanges(section: DraftKey, old: SectionDraft, now: SectionDraft): [old: ItemDraft, now: ItemDraft] {
  const changes = changesIn(section, old, now);
  const texts = changes.filter((change) => change.kind === "text");
  const side = (draft: SectionDraft, which: "old" | "now"): ItemDraft => ({
    ...Object.fromEntries(
      texts.map(({ field, item, ...sides }) => [item === null ? field : `${field} ${item + 1}`, sides[which]]),
    ),
    ...(changes.length > texts.length ? { items: draft.items.map((item) => shortened(wordsOf(item))).join(", ") } : {}),
  });
  return [side(old, "old"), side(now, "now")];
}

/** The part of a section that two people changed: the name of a text, `items.<place>.<name>`, or `items` for the list as a whole. */
export type Met = string;

type Sides<T> = readonly [base: T, mine: T, theirs: T];

/** Whether items stand in the same places on every side: the same kinds of blocks under the same anchors. */
const standAlike = (sides: Sides<readonly ItemDraft[]>): boolean => {
  const shape = (items: readonly ItemDraft[]) => items.map(({ kind, id }) => `${kind} ${id}`).join();
  return sides.every((items) => shape(items) === shape(sides[0]));
};

/**
 * What becomes of a section that somebody else saved meanwhile: fields changed on one side only are taken from there; `both` names
 * those changed on both, where `mine` stays until its author decides. A list counts as one field; with `isByItem` that is so only
 * where its order or length changed.
 */
export function merged(base: SectionDraft, mine: SectionDraft, theirs: SectionDraft, isByItem = false) {
  const { both, choose } = threeWay<Met>();
  const byName = (prefix: string, sides: Sides<ItemDraft>): ItemDraft =>
    Object.fromEntries(
      Object.keys(sides[2]).map((name) => {
        const [was, own, other] = sides.map((values) => values[name] ?? "") as [string, string, string];
        return [name, choose(prefix + name, [was, own, other])];
      }),
    );
  const texts = byName("", [base.texts, mine.texts, theirs.texts]);
  const lists: Sides<readonly ItemDraft[]> = [base.items, mine.items, theirs.items];
  const items =
    isByItem && standAlike(lists)
      ? theirs.items.map((item, at) => byName(`items.${at}.`, [base.items[at]!, mine.items[at]!, item]))
      : choose("items", lists);
  const draft: SectionDraft = { texts, items };
  return { draft, both };
}

/** Whether a text is there in English only. A day of an event has no language. */
export const isUntranslated = (field: SectionField, values: ItemDraft): boolean => {
  const english = tidied(values[field.name]);
  if (!hasSpanish(field) || english === "" || tidied(values[`${field.name}_es`]) !== "") return false;
  return !(field.name === "date" && isDay(english));
};

/** How many texts of a section are there in English only. */
export function countUntranslated(key: SectionKey, { texts, items }: SectionDraft): number {
  const { fields, list } = SECTIONS[key];
  const count = (of: readonly SectionField[], values: ItemDraft) =>
    of.filter((field) => isUntranslated(field, values)).length;
  return count(fields, texts) + items.reduce((sum, item) => sum + count(list!.fields, item), 0);
}

/** The items of a section that nobody sees, because a needed field is empty: their places, from 0. */
export const unseenItems = (key: SectionKey, { items }: SectionDraft): number[] => {
  const needed = SECTIONS[key].list?.needed ?? [];
  return [...items.keys()].filter((at) => needed.some((name) => tidied(items[at]?.[name]) === ""));
};

/** A published version of the home page; `changes` is null for the oldest one kept. */
export type HomeVersion = { id: string; at: string; by: string | null; note: string; changes: Change[] | null };
