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
export type TextField = Common & {
  kind: "text";
  untranslated: Untranslated;
  /** Whether it may hold live values, and whether links and bold too (rules/inline.ts). */
  hasLive?: boolean;
  isRich?: boolean;
};
/** A text without language. */
export type PlainField = Common & { kind: "plain" | "time" | "email" | "phone" | "link" | "social" | "picture" };
export type SectionField = TextField | PlainField;
/** The ordered list of a section; an item without one of the `needed` fields isn't shown. */
export type ListField = { name: string; most: number; needed: readonly string[]; fields: readonly SectionField[] };

export type SectionShape = { fields: readonly SectionField[]; list?: ListField };

export const text = (name: string, most: number, untranslated: Untranslated, long = false): TextField => ({
  kind: "text",
  name,
  most,
  untranslated,
  ...(long ? { long } : {}),
});
export const plain = (kind: PlainField["kind"], name: string, most: number): PlainField => ({ kind, name, most });

/** Whether a text has a Spanish one that can be written. */
export const hasSpanish = (field: SectionField): field is TextField =>
  field.kind === "text" && field.untranslated !== "never";

/** The stored names of a field: its own and, for a text, the Spanish one, also where that is never shown. */
export const namesOf = ({ kind, name }: SectionField): string[] => (kind === "text" ? [name, `${name}_es`] : [name]);
