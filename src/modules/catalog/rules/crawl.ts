/**
 * The crawl that a departure is shown and sold as: its own where that is active, else the default crawl, else none
 * (spec section 8: a default crawl with a fixed id is tried before "Pub crawl details not found").
 */
export const crawlOfDeparture = <C extends { id: string }>(
  crawlId: string,
  active: readonly C[],
  defaultCrawlId: string | null,
): C | null => active.find((c) => c.id === crawlId) ?? active.find((c) => c.id === defaultCrawlId) ?? null;

/** At most this many other crawls are named under one. */
const RELATED = 3;

/** The crawls to look at next: those of the same city first, then the others, each in the order in which they came. */
export function relatedCrawls<C extends { id: string; city_id: string }>(crawl: C, active: readonly C[]): C[] {
  const others = active.filter(({ id }) => id !== crawl.id);
  const here = (one: C) => one.city_id === crawl.city_id;
  return [...others.filter(here), ...others.filter((one) => !here(one))].slice(0, RELATED);
}

/** When the five stops of the nightly route begin (spec section 9); the crawl that follows it starts at the first. */
const FIRST_STOP = "20:00";

/** Whether a crawl goes the nightly route: one of the calendar's, whose departures start when the route does. */
export const followsRoute = (crawlId: string, calendarCrawlIds: readonly string[], startTime: string | undefined) =>
  calendarCrawlIds.includes(crawlId) && startTime === FIRST_STOP;

/** The lines of a list in Spanish; a line that isn't translated is English. Lists of other lengths were written apart and stay so. */
export const linesInSpanish = (en: readonly string[], es: readonly string[]): string[] =>
  en.length === es.length ? en.map((line, index) => es[index] || line) : [...(es.length > 0 ? es.filter(Boolean) : en)];
