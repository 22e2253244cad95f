import { changedFields } from "#src/modules/site/catalog/rules/draft.ts";

/** A saved record: the state a form was opened with. */
export type Saved<Draft> = { version: number; draft: Draft };

/** What the response to a submitted form says about its record. */
export type Answer<Draft> = {
  /** Timestamp of the response: each is reported once. */
  at: number;
  saved: Saved<Draft> | null;
  /** What another user has saved since the form was opened. */
  conflict: Saved<Draft> | null;
};

/**
 * Three-way merge of this form and another user's save: theirs where the field is unchanged here, else mine. `fields` are the
 * conflicts, changed differently on both sides, which the user resolves.
 */
export function merged<Draft, Field extends keyof Draft>(
  all: readonly Field[],
  base: Draft,
  mine: Draft,
  theirs: Draft,
): { draft: Draft; fields: Field[] } {
  const changed = changedFields(all, base, mine);
  const draft = { ...theirs, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) };
  const saved = new Set(changedFields(all, base, theirs));
  return { draft, fields: changedFields(all, theirs, draft).filter((field) => saved.has(field)) };
}
