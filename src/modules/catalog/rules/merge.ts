import { type CrawlDraft, type CrawlField, differences } from "#src/modules/catalog/rules/draft.ts";

/**
 * Three-way merge of this form and another user's save: theirs where the field is unchanged here, else mine. `fields` are the
 * conflicts, changed differently on both sides, which the user resolves.
 */
export function merged(
  base: CrawlDraft,
  mine: CrawlDraft,
  theirs: CrawlDraft,
): { draft: CrawlDraft; fields: CrawlField[] } {
  const changed = differences(base, mine);
  const draft = { ...theirs, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) };
  const saved = new Set(differences(base, theirs));
  return { draft, fields: differences(theirs, draft).filter((field) => saved.has(field)) };
}
