import type { Locale } from "#src/kernel/localized.ts";
import type { Pair } from "#src/kernel/pair.ts";
import { toPlainText } from "#src/kernel/plain-text.ts";

/** One text of a record's form in both languages, and how it is put back into the form. */
export type Slot<Draft> = {
  /** Its name within the record, which stays the same while nothing is added before it. */
  field: string;
  /** The same, but with the number of a list's items: what was added or removed makes others of them. */
  track: string;
  /** In the viewer's words. */
  label: string;
  pair: Pair;
  put: (draft: Draft, pair: Pair) => Draft;
  /** The ids of the editor's elements. */
  anchors: Record<Locale, string>;
  /** Where the form's errors place it, joined by dots. */
  paths: Record<Locale, string>;
};

/** Slots whose Spanish text is next to the English one under `<name>_es`. */
export function pairSlot<Draft>(name: keyof Draft & string, label: string, draft: Draft): Slot<Draft> {
  const es = `${name}_es` as keyof Draft & string;
  return {
    field: name,
    track: name,
    label,
    pair: { en: draft[name] as string, es: draft[es] as string },
    put: (into, pair) => ({ ...into, [name]: pair.en, [es]: pair.es }),
    anchors: { en: name, es },
    paths: { en: name, es },
  };
}

/** A draft with some of its texts replaced, by field. */
export function withTexts<Draft>(draft: Draft, slots: readonly Slot<Draft>[], texts: ReadonlyMap<string, Pair>): Draft {
  return slots.reduce((result, { field, put }) => {
    const pair = texts.get(field);
    return pair ? put(result, pair) : result;
  }, draft);
}

/** Trimmed and with plain line ends: texts that differ in nothing else are the same. */
export const tidied = toPlainText;
