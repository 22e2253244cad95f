import type { Departure } from "#src/modules/sales/schedule/schema.ts";

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

/** The crawl that a page's calendar leads with. */
export type Lead = { defaultCrawlId: string | null };

/** A city that a calendar has nights in. */
export type City = { id: string; name: string };

/**
 * The cities of a calendar: the default crawl's first, also without nights, then those of the other crawls that have any. Nights
 * of a city without an active crawl belong to none.
 */
export function citiesOf(
  departures: readonly Pick<Departure, "city_id">[],
  crawls: readonly { id: string; city_id: string; city_name: string }[],
  { defaultCrawlId }: Lead,
): City[] {
  const first = crawls.filter(({ id }) => id === defaultCrawlId);
  const others = crawls.filter(({ city_id }) => departures.some((departure) => departure.city_id === city_id));
  return [...new Map([...first, ...others].map(({ city_id, city_name }) => [city_id, city_name]))].map(
    ([id, name]) => ({
      id,
      name,
    }),
  );
}

/** The departures of a city; all of them where there is none to choose. */
export const inCity = (departures: readonly Departure[], city: string | null): Departure[] =>
  departures.filter(({ city_id }) => city === null || city_id === city);

/** A date in the calendar: whether it is selectable, and the departure that is chosen with it, whose price and seats it shows. */
export type CalendarDay = { isAvailable: boolean; preferred: Departure };

/**
 * A city's date with one or more departures, selectable if any of them is: the default crawl's if bookable, else the first
 * bookable one, else the default crawl's or the first. Null without departures.
 */
export function calendarDay(departures: readonly Departure[], { defaultCrawlId }: Lead): CalendarDay | null {
  const bookable = departures.filter((departure) => departure.is_available);
  const candidates = bookable.length > 0 ? bookable : departures;
  const preferred = candidates.find((departure) => departure.crawl_id === defaultCrawlId) ?? candidates[0];
  return preferred ? { isAvailable: bookable.length > 0, preferred } : null;
}

/** A date's departures in the order offered: the default crawl first. */
export const inOrder = (departures: readonly Departure[], { defaultCrawlId }: Lead): Departure[] =>
  departures.toSorted((a, b) => Number(b.crawl_id === defaultCrawlId) - Number(a.crawl_id === defaultCrawlId));

/** The next nights of a city that can be booked, today's first: what is chosen with each of their dates. */
export const nextNights = (departures: readonly Departure[], lead: Lead, most: number): Departure[] =>
  [...byDate(departures).values()]
    .flatMap((those) => calendarDay(those, lead)?.preferred ?? [])
    .filter((departure) => departure.is_available)
    .slice(0, most);

/** The departure that a page leads with; null without one. */
export const nextDeparture = (departures: readonly Departure[], lead: Lead): Departure | null =>
  nextNights(departures, lead, 1)[0] ?? null;

/** As many people as most bookings have. */
const USUAL_PEOPLE = 2;
/** What one booking takes (`number_of_people` in `booking/schema.ts`). */
const MOST_PEOPLE = 100;

/** For how many a departure is priced and booked: as wished, or for two, but not for more than there are known to be places. */
export const peopleFor = (
  wished: number | null,
  { available_spots: left }: Pick<Departure, "available_spots">,
): number => Math.max(1, Math.min(wished ?? USUAL_PEOPLE, mostPeople({ available_spots: left })));

/** The most people that a departure can be asked for. */
export const mostPeople = ({ available_spots: left }: Pick<Departure, "available_spots">): number =>
  Math.min(left ?? MOST_PEOPLE, MOST_PEOPLE);

/** A wished number of people as an address says it; null for anything else. */
export const peopleIn = (text: string | null): number | null =>
  text !== null && /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_PEOPLE ? Number(text) : null;

/** So many places and fewer are said as a figure where nights are compared. */
const FEW = 10;

/** The places left of a departure where they are few; null where there are more, or where the settings hide them. */
export const fewLeft = ({ available_spots: left }: Pick<Departure, "available_spots">): number | null =>
  left !== null && left > 0 && left <= FEW ? left : null;

/**
 * Where a departure is chosen: home's calendar, in a city that isn't the one it opens with (`city`), or the page of a crawl
 * (`slug`) that isn't in it. A path without language.
 */
export const choicePath = (
  { id, date }: Pick<Departure, "id" | "date">,
  { slug, city, people }: { slug: string | null; city: string | null; people: number | null },
): string =>
  `${slug === null ? "/" : `/crawls/${slug}`}?date=${date}&departure=${id}${city ? `&city=${city}` : ""}${people === null ? "" : `&people=${people}`}#booking-section`;

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
  const offered = inOrder(next.length > 0 ? next : open, { defaultCrawlId: of.crawl_id });
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

/** The months of the pager: the one in which today's week ends, which shows that week whole, through the last departure's. */
export function monthSpan(departures: readonly Departure[], today: string): { first: Month; last: Month } {
  const first = monthOf(weekEnd(today));
  const last = departures.reduce((latest, { date }) => (monthOf(date) > latest ? monthOf(date) : latest), first);
  return { first, last };
}

const DAY_MS = 86_400_000;
const dayFrom = (date: string, days: number) =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The Saturday of a date's week. */
const weekEnd = (date: string) => dayFrom(date, 6 - new Date(`${date}T12:00:00Z`).getUTCDay());

/** With fewer weeks to come than this, a month is shown with the next one's first weeks. */
const FEW_WEEKS = 4;

/** Whether a month is nearly over. */
export const isEnding = (month: Month, today: string): boolean =>
  weeksOf(month).filter((week) => week.some((date) => date !== null && weekEnd(date) >= today)).length < FEW_WEEKS;

/** A month's weeks, Sunday first; null for cells of neighboring months. */
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

/** Where a page of the calendar leads from a date: in the nearest month before or after it with open dates, the one nearest in the month. */
export function pageFrom(open: readonly string[], from: string, by: -1 | 1): string | null {
  const ahead = open.map(monthOf).filter((month) => (by < 0 ? month < monthOf(from) : month > monthOf(from)));
  const month = by < 0 ? ahead.at(-1) : ahead[0];
  const distance = (date: string) => Math.abs(Number(date.slice(8)) - Number(from.slice(8)));
  const [nearest] = open.filter((date) => monthOf(date) === month).toSorted((a, b) => distance(a) - distance(b));
  return nearest ?? null;
}
