import type { Text } from "#src/locales/i18n.ts";
import type { Change } from "#src/modules/site/content/rules/home-draft.ts";
import type { DraftKey } from "#src/modules/site/content/rules/home-fields.ts";
import { hiddenParts, partsInOrder } from "#src/modules/site/content/rules/home-layout.ts";
import { fieldWord, ITEM_WORDS, PART_WORDS, SECTION_WORDS } from "#src/modules/site/content/rules/home-words.ts";

/** A field's label with its item and language: "Event 2, title, in Spanish". */
export function sayField(section: DraftKey, field: string, item: number | null, t: Text): string {
  const label = t(fieldWord(field, section));
  const inLanguage = field.endsWith("_es") ? t("editing.inSpanish", { label }) : label;
  return item === null ? inLanguage : `${sayItem(section, item, t)}, ${inLanguage}`;
}

const sayItem = (section: DraftKey, item: number, t: Text): string => {
  const word = ITEM_WORDS[section];
  return word ? t(word, { number: item + 1 }) : String(item + 1);
};

/** A stored value as it is read; parts of the page by their names, in the order that they are shown in. */
export function sayText(section: DraftKey, field: string, value: string, t: Text): string {
  if (section !== "layout") return value;
  const parts = value.split(",");
  const named = field === "order" ? partsInOrder(parts) : hiddenParts(parts);
  return named.map((part) => t(PART_WORDS[part])).join(" · ");
}

/** A change in words: what it is, and for a text what it was and is. */
export type SaidChange = { what: string; old: string | null; now: string | null };

/** A change as the rehearsal and the list of versions say it. */
export function sayChange(change: Change, t: Text): SaidChange {
  const section = t(SECTION_WORDS[change.section]);
  if (change.kind === "moved") return { what: t("content-admin.change.moved", { section }), old: null, now: null };
  if (change.kind === "text") {
    const [old, now] = [change.old, change.now].map((value) => sayText(change.section, change.field, value, t)) as [
      string,
      string,
    ];
    return { what: `${section}: ${sayField(change.section, change.field, change.item, t)}`, old, now };
  }
  const what = `${section}: ${sayItem(change.section, change.item, t)}`;
  return change.kind === "added"
    ? { what, old: t("content-admin.change.none"), now: change.words || t("content-admin.change.added") }
    : { what, old: change.words || t("content-admin.change.added"), now: t("content-admin.change.removed") };
}
