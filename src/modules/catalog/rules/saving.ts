import { isSame, type StoredCrawl } from "#src/modules/catalog/rules/draft.ts";

/** What the audit log says of a save: each column that became another value, old and new. Empty when nothing changed. */
export function changesOf(was: StoredCrawl, now: StoredCrawl): Record<string, readonly [unknown, unknown]> {
  const columns = Object.keys(now) as (keyof StoredCrawl)[];
  const changed = columns.filter((column) => !isSame(was[column], now[column]));
  return Object.fromEntries(changed.map((column) => [column, [was[column], now[column]] as const]));
}

/** The addresses that keep leading to a crawl: all it ever had but the one it has now. */
export const formerSlugs = (was: { slug: string; former_slugs: readonly string[] }, slug: string): string[] =>
  was.slug === slug
    ? [...was.former_slugs]
    : [...new Set([...was.former_slugs, was.slug])].filter((old) => old !== slug);
