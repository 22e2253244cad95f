import { type CrawlDraft, type CrawlField, differences } from "#src/modules/catalog/rules/draft.ts";

/**
 * What is typed here and what somebody else saved, both from the same beginning: theirs where nothing was typed here, else mine.
 * `fields` are those in which both differ from it and from one another: a person decides about them.
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
