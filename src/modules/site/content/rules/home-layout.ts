import type { StoredSection } from "#src/modules/site/content/rules/home-content.ts";

/** The home page's parts between the bar of facts and the footer, in their usual order (spec section 2.5). */
export const HOME_PARTS = [
  "events",
  "expect",
  "gallery",
  "features",
  "route",
  "booking",
  "cities",
  "testimonials",
  "instagram",
] as const;
export type HomePart = (typeof HOME_PARTS)[number];

/** The part that can't be hidden: buttons all over the site lead to it. */
export const ALWAYS_SHOWN: HomePart = "booking";

const isPart = (word: unknown): word is HomePart => HOME_PARTS.some((part) => part === word);

/** All parts in the order asked for; those that it doesn't name stand behind the one that is usually before them. */
export function partsInOrder(ids: readonly unknown[]): HomePart[] {
  const order = [...new Set(ids.filter(isPart))];
  for (const [at, part] of HOME_PARTS.entries()) {
    if (order.includes(part)) continue;
    const before = at === 0 ? -1 : order.indexOf(HOME_PARTS[at - 1]!);
    order.splice(before + 1, 0, part);
  }
  return order;
}

/** The parts asked to be hidden, of those that may be. */
export const hiddenParts = (ids: readonly unknown[]): HomePart[] =>
  HOME_PARTS.filter((part) => part !== ALWAYS_SHOWN && ids.includes(part));

/** The parts that the home page shows, in order. What isn't stored, or can't be read, is as usual. */
export function shownParts(stored: readonly StoredSection[]): HomePart[] {
  const content = stored.find(({ section_key }) => section_key === "layout")?.content;
  const { order, hidden } = (typeof content === "object" && content !== null ? content : {}) as Record<string, unknown>;
  const away = hiddenParts(Array.isArray(hidden) ? hidden : []);
  return partsInOrder(Array.isArray(order) ? order : []).filter((part) => !away.includes(part));
}
