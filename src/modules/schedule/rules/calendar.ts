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

/** A date in the calendar: whether it is selectable, and the departure whose price and seats it shows. */
export type CalendarDay = { isAvailable: boolean; preferred: Departure };

/**
 * A date with one or more departures, selectable if any of them is. Shows the default crawl if bookable, else the first bookable
 * one. Null without departures.
 */
export function calendarDay(departures: readonly Departure[], defaultCrawlId: string | null): CalendarDay | null {
  const bookable = departures.filter((departure) => departure.is_available);
  const candidates = bookable.length > 0 ? bookable : departures;
  const preferred = candidates.find((departure) => departure.crawl_id === defaultCrawlId) ?? candidates[0];
  return preferred ? { isAvailable: bookable.length > 0, preferred } : null;
}

/** A date's departures in the order offered: the default crawl first. */
export const defaultFirst = (departures: readonly Departure[], defaultCrawlId: string | null): Departure[] =>
  departures.toSorted((a, b) => Number(b.crawl_id === defaultCrawlId) - Number(a.crawl_id === defaultCrawlId));

/** The departure the page leads with: today's if bookable, else the next; null when nothing is on sale. */
export function nextDeparture(departures: readonly Departure[], defaultCrawlId: string | null): Departure | null {
  const day = [...byDate(departures).values()]
    .map((those) => calendarDay(those, defaultCrawlId))
    .find((one) => one?.isAvailable);
  return day?.preferred ?? null;
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
