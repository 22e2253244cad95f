import type { Departure } from "#src/modules/schedule/schema.ts";

/** The departures of each local date (YYYY-MM-DD), in input order. */
export function byDate(departures: readonly Departure[]): Map<string, Departure[]> {
  const days = new Map<string, Departure[]>();
  for (const departure of departures) {
    const day = days.get(departure.date);
    if (day) day.push(departure);
    else days.set(departure.date, [departure]);
  }
  return days;
}

/** What a page's calendar leads with: its default crawl. `elsewhere` are the ids of the crawls in other cities than that one's. */
export type Lead = { defaultCrawlId: string | null; elsewhere: readonly string[] };

/** A date in the calendar: whether it is selectable, and the departure whose price and seats it shows. */
export type CalendarDay = { isAvailable: boolean; preferred: Departure };

/**
 * A date with one or more departures, selectable if any of them is. Shows one in the default crawl's city if there is any, even
 * if it is full: the default crawl if bookable, else the first bookable one. Null without departures.
 */
export function calendarDay(departures: readonly Departure[], lead: Lead): CalendarDay | null {
  const here = departures.filter(({ crawl_id }) => !lead.elsewhere.includes(crawl_id));
  const those = here.length > 0 ? here : departures;
  const bookable = those.filter((departure) => departure.is_available);
  const candidates = bookable.length > 0 ? bookable : those;
  const preferred = candidates.find((departure) => departure.crawl_id === lead.defaultCrawlId) ?? candidates[0];
  return preferred ? { isAvailable: departures.some((departure) => departure.is_available), preferred } : null;
}

/** The departure of a date that is chosen with it; null where only the visitor can choose, because all are in other cities. */
export function preselected(departures: readonly Departure[], lead: Lead): Departure | null {
  const preferred = calendarDay(departures, lead)?.preferred;
  return preferred && !lead.elsewhere.includes(preferred.crawl_id) ? preferred : null;
}

/** A date's departures in the order offered: the default crawl first, those in other cities last. */
export function inOrder(departures: readonly Departure[], { defaultCrawlId, elsewhere }: Lead): Departure[] {
  const rank = ({ crawl_id }: Departure) => (crawl_id === defaultCrawlId ? 0 : elsewhere.includes(crawl_id) ? 2 : 1);
  return departures.toSorted((a, b) => rank(a) - rank(b));
}

/** The departure the page leads with, in the default crawl's city: today's if bookable, else the next; null without one. */
export function nextDeparture(departures: readonly Departure[], lead: Lead): Departure | null {
  const days = [...byDate(departures).values()].map((those) => preselected(those, lead));
  return days.find((one) => one?.is_available) ?? null;
}

/** Where a departure is chosen: home's calendar, or the page of a crawl (`slug`) that isn't in it. A path without language. */
export const choicePath = ({ id, date }: Pick<Departure, "id" | "date">, slug: string | null): string =>
  `${slug === null ? "/" : `/crawls/${slug}`}?date=${date}&departure=${id}#booking-section`;

/** Maximum number of nights offered instead of one that can't be booked. */
const INSTEAD = 3;

/**
 * The nights offered instead of one that can't be booked, among `departures` in its city, by date: the next ones with places,
 * from the same evening on, of the same crawl as far as it has any. Where nothing follows, the first ones before it.
 */
export function nightsInstead(
  of: Pick<Departure, "id" | "date" | "crawl_id">,
  departures: readonly Departure[],
): Departure[] {
  const open = departures.filter(({ id, is_available }) => is_available && id !== of.id);
  const next = open.filter(({ date }) => date >= of.date);
  const offered = inOrder(next.length > 0 ? next : open, { defaultCrawlId: of.crawl_id, elsewhere: [] });
  return offered.slice(0, INSTEAD).toSorted((a, b) => a.date.localeCompare(b.date));
}

/**
 * Fill of the seats bar, 0 to 1, or null for no bar. With the total hidden it reflects only the level, so that its length doesn't
 * reveal the figure.
 */
export function shareLeft(
  departure: Pick<Departure, "total_spots" | "available_spots" | "availability_level">,
): number | null {
  const { total_spots: total, available_spots: available, availability_level: level } = departure;
  if (level === "none" || available === null) return null;
  if (total === null) return { low: 0.15, medium: 0.4, high: 0.8 }[level];
  return total === 0 ? 0 : available / total;
}

/** A calendar month, YYYY-MM. */
export type Month = string;
export const monthOf = (date: string): Month => date.slice(0, 7);

export function monthAfter(month: Month, by: number): Month {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** The months of the pager: today's through the last departure's. */
export function monthSpan(departures: readonly Departure[], today: string): { first: Month; last: Month } {
  const first = monthOf(today);
  const last = departures.reduce((latest, { date }) => (monthOf(date) > latest ? monthOf(date) : latest), first);
  return { first, last };
}

/** A month's weeks, Sunday first; null for cells of neighbouring months. */
export function weeksOf(month: Month): (string | null)[][] {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const blanks = new Date(Date.UTC(year, number - 1, 1)).getUTCDay();
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const weeks = Math.ceil((blanks + length) / 7);
  const cell = (index: number) => {
    const day = index - blanks + 1;
    return day < 1 || day > length ? null : `${month}-${String(day).padStart(2, "0")}`;
  };
  return Array.from({ length: weeks }, (_, week) => Array.from({ length: 7 }, (__, day) => cell(week * 7 + day)));
}
