import { changedFields } from "#src/kernel/merge.ts";

/** A save for the audit log: old and new value of each changed column. Empty when nothing changed. */
export function changesOf<Row extends object>(was: Row, now: Row): Record<string, readonly [unknown, unknown]> {
  const changed = changedFields(Object.keys(now) as (keyof Row)[], was, now);
  return Object.fromEntries(changed.map((column) => [column, [was[column], now[column]] as const]));
}

/** Slugs that redirect to a crawl: all former ones except the current. */
export const formerSlugs = (was: { slug: string; former_slugs: readonly string[] }, slug: string): string[] =>
  was.slug === slug
    ? [...was.former_slugs]
    : [...new Set([...was.former_slugs, was.slug])].filter((old) => old !== slug);
