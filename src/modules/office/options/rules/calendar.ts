import type { CrawlChoice } from "#src/modules/office/options/schema.ts";

/** The ids in a setting's text, in order. */
export const idsIn = (text: string | undefined): string[] => (text ?? "").split(",").filter(Boolean);

/** A list with one id moved by a place; as it was at an end. */
export function movedId(ids: readonly string[], id: string, by: -1 | 1): string[] {
  const [from, to] = [ids.indexOf(id), ids.indexOf(id) + by];
  if (from < 0 || to < 0 || to >= ids.length) return [...ids];
  const now = ids.filter((one) => one !== id);
  now.splice(to, 0, id);
  return now;
}

/**
 * For a default crawl that guests see no more: the one that takes its place, the first of the calendar that they do see, of all
 * crawls where none is chosen for it; null where there is none. Null for a default that guests see, and for none.
 */
export function successorOf(
  chosen: string,
  ids: readonly string[],
  crawls: readonly CrawlChoice[],
): { next: CrawlChoice | null } | null {
  const candidates = crawls.filter(({ state }) => state === "shown");
  if (chosen === "" || candidates.some(({ id }) => id === chosen)) return null;
  const inCalendar = ids.length > 0 ? ids.flatMap((id) => candidates.filter((crawl) => crawl.id === id)) : candidates;
  return { next: inCalendar[0] ?? null };
}
