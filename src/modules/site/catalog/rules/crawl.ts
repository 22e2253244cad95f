/**
 * The crawl a departure is shown and sold as: its own if active, else the default crawl of the same city, else none (spec section
 * 8: a default crawl with a fixed id is tried before "Pub crawl details not found"; no other city's crawl visits its bars).
 */
export const crawlOfDeparture = <C extends { id: string; city_id: string }>(
  departure: { crawl_id: string; city_id: string },
  active: readonly C[],
  defaultCrawlId: string | null,
): C | null =>
  active.find(({ id }) => id === departure.crawl_id) ??
  active.find(({ id, city_id }) => id === defaultCrawlId && city_id === departure.city_id) ??
  null;

/** What the operator has chosen for the calendar (settings); nothing, as long as they haven't. */
type Chosen = { calendarCrawlIds: readonly string[]; defaultCrawlId: string | null };

/**
 * The crawls whose nights are in the calendar, and the one that it leads with and that a night without an active crawl is sold
 * as. As long as none is chosen, these are all active crawls of the site (`active`, as crawls are listed); as long as the default
 * isn't chosen, or is inactive or gone, it is the first active one of the calendar. Null without one.
 */
export function inCalendar(active: readonly { id: string }[], { calendarCrawlIds, defaultCrawlId }: Chosen) {
  const visibleIds = active.map(({ id }) => id);
  const crawlIds = calendarCrawlIds.length > 0 ? [...calendarCrawlIds] : visibleIds;
  const leading = [defaultCrawlId, ...crawlIds].find((id) => id !== null && visibleIds.includes(id));
  return { crawlIds, defaultCrawlId: leading ?? null };
}

/**
 * What happens once a crawl is hidden, of the crawls that guests see now (`active`): whether its nights stay in the calendar, the
 * crawl that they are sold as then, and whether the home page leads with it now and which crawl it leads with then; null: none.
 */
export function afterHiding<C extends { id: string; city_id: string }>(
  { id, city_id }: Pick<C, "id" | "city_id">,
  active: readonly C[],
  chosen: Chosen,
) {
  const rest = active.filter((one) => one.id !== id);
  const { defaultCrawlId } = inCalendar(rest, chosen);
  const next = rest.find((one) => one.id === defaultCrawlId) ?? null;
  return {
    stays: chosen.calendarCrawlIds.includes(id),
    soldAs: crawlOfDeparture({ crawl_id: id, city_id }, rest, defaultCrawlId),
    isLeading: inCalendar(active, chosen).defaultCrawlId === id,
    next,
  };
}

/** A crawl's name with its city, unless the name contains it: "VIP Bar Crawl, Mexico City", "Ronda Oaxaca". */
export const crawlInCity = (title: string, city: string): string =>
  title.includes(city) ? title : `${title}, ${city}`;

/** Maximum number of related crawls. */
const RELATED = 3;

/** Related crawls: the same city first, then the others, each in input order. */
export function relatedCrawls<C extends { id: string; city_id: string }>(crawl: C, active: readonly C[]): C[] {
  const others = active.filter(({ id }) => id !== crawl.id);
  const here = (one: C) => one.city_id === crawl.city_id;
  return [...others.filter(here), ...others.filter((one) => !here(one))].slice(0, RELATED);
}

/** Start of the five-stop nightly route (spec section 9); crawls that follow it start then. */
const FIRST_STOP = "20:00";

/** Whether a crawl follows the nightly route: one of the calendar's, with departures that start when the route does. */
export const followsRoute = (crawlId: string, calendarCrawlIds: readonly string[], startTime: string | undefined) =>
  calendarCrawlIds.includes(crawlId) && startTime === FIRST_STOP;

/**
 * A list's Spanish lines, with English for untranslated ones. Lists of different lengths were written separately and are kept.
 */
export const linesInSpanish = (en: readonly string[], es: readonly string[]): string[] =>
  en.length === es.length ? en.map((line, index) => es[index] || line) : [...(es.length > 0 ? es.filter(Boolean) : en)];
