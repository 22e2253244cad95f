import type { Text } from "#src/locales/i18n.ts";
import { isDay } from "#src/modules/site/content/rules/event-date.ts";
import type { ItemDraft, SectionDraft } from "#src/modules/site/content/rules/home-draft.ts";
import { hasSpanish, type SectionField } from "#src/modules/site/content/rules/fields.ts";
import { type DraftKey, SECTIONS } from "#src/modules/site/content/rules/home-fields.ts";
import { type BlockKind, PARTS_OF } from "#src/modules/site/content/rules/page-fields.ts";
import { sayField } from "#src/modules/site/content/rules/say-change.ts";
import type { Slot } from "#src/modules/office/translations/rules/slots.ts";

/** Whether there is a Spanish text to write: a day of an event has no language. */
const hasTwo = (field: SectionField, values: ItemDraft): boolean =>
  hasSpanish(field) && isPart(field.name, values) && !(field.name === "date" && isDay((values["date"] ?? "").trim()));

/** Whether a block of a page has such a text: what it had as another kind may still be there. */
function isPart(name: string, { kind }: ItemDraft): boolean {
  if (kind === undefined || !Object.hasOwn(PARTS_OF, kind)) return true;
  const parts: readonly string[] = PARTS_OF[kind as BlockKind];
  return parts.includes(name) || (name === "time" && kind === "stop");
}

const pairOf = (values: ItemDraft, name: string) => ({ en: values[name] ?? "", es: values[`${name}_es`] ?? "" });

/** The texts of a section of the home page, or of a plain page, that have two languages, in the order of its form. */
export const homeSlots =
  (section: DraftKey, t: Text) =>
  ({ texts, items }: SectionDraft): Slot<SectionDraft>[] => {
    const { fields, list } = SECTIONS[section];
    const single = fields
      .filter((field) => hasTwo(field, texts))
      .map(({ name }) => slot({ name, values: texts, item: null, count: 0 }));
    const listed = items.flatMap((values, item) =>
      list!.fields
        .filter((field) => hasTwo(field, values))
        .map(({ name }) => slot({ name, values, item, count: items.length })),
    );
    return [...single, ...listed];

    type Place = { name: string; values: ItemDraft; item: number | null; count: number };
    function slot({ name, values, item, count }: Place): Slot<SectionDraft> {
      const [anchor, path] = item === null ? [`${section}-`, ""] : [`${section}-${item}-`, `items.${item}.`];
      return {
        field: `${path}${name}`,
        track: item === null ? name : `items[${count}].${item}.${name}`,
        label: sayField(section, name, item, t),
        pair: pairOf(values, name),
        put: (into, { en, es }) => {
          const over = { [name]: en, [`${name}_es`]: es };
          return item === null
            ? { ...into, texts: { ...into.texts, ...over } }
            : { ...into, items: into.items.map((one, at) => (at === item ? { ...one, ...over } : one)) };
        },
        anchors: { en: `${anchor}${name}`, es: `${anchor}${name}_es` },
        paths: { en: `${path}${name}`, es: `${path}${name}_es` },
      };
    }
  };
