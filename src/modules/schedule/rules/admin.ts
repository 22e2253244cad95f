import { monthAfter, monthOf } from "#src/modules/schedule/rules/calendar.ts";
import { dayAfter, weekdayOf } from "#src/modules/schedule/rules/recurrence.ts";

export const VIEWS = ["month", "week", "list"] as const;
export type View = (typeof VIEWS)[number];

/** What the schedule of the staff shows; all of it stands in the address. */
export type AdminQuery = {
  view: View;
  /** The day that the calendar stands at, YYYY-MM-DD. */
  date: string;
  /** Only these crawls; all where none is named. */
  crawls: readonly string[];
  city: string | null;
  /** The day whose departures are open beside the calendar. */
  day: string | null;
};

const DATE = /^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
/** A date that is one, of this or the next century; any other stays out of an address. */
export const isDate = (text: string | null): text is string =>
  text !== null && DATE.test(text) && dayAfter(dayAfter(text), -1) === text;

/** Reads the page's address; what it says badly counts as not said. */
export function readQuery(params: URLSearchParams, today: string): AdminQuery {
  const view = VIEWS.find((one) => one === params.get("view")) ?? "month";
  const [date, day] = [params.get("date"), params.get("day")];
  const crawls = [...new Set(params.getAll("crawl"))];
  return {
    view,
    date: isDate(date) ? date : isDate(day) ? day : today,
    crawls,
    city: params.get("city") || null,
    day: isDate(day) ? day : null,
  };
}

/** The address of the schedule with something else changed. */
export function hrefOf(query: AdminQuery, change: Partial<AdminQuery> = {}): string {
  const { view, date, crawls, city, day } = { ...query, ...change };
  const params = new URLSearchParams({ ...(view === "month" ? {} : { view }), date });
  for (const crawl of crawls) params.append("crawl", crawl);
  if (city) params.set("city", city);
  if (day) params.set("day", day);
  return `?${params}`;
}

/** The seven days of the week of a date, Sunday first. */
export function weekOf(date: string): string[] {
  const sunday = dayAfter(date, -weekdayOf(date));
  return Array.from({ length: 7 }, (_, day) => dayAfter(sunday, day));
}

/** The weeks of the month of a date, with the days of its neighbours that fill them. */
export function gridOf(date: string): string[][] {
  const month = monthOf(date);
  const weeks: string[][] = [];
  for (let week = weekOf(`${month}-01`); monthOf(week[0]!) <= month; week = weekOf(dayAfter(week[0]!, 7)))
    weeks.push(week);
  return weeks;
}

/** The first and last day that a view shows. A month shows its whole weeks, a list only the month. */
export function rangeOf({ view, date }: Pick<AdminQuery, "view" | "date">): { from: string; to: string } {
  if (view === "list") {
    const month = monthOf(date);
    return { from: `${month}-01`, to: dayAfter(`${monthAfter(month, 1)}-01`, -1) };
  }
  const days = view === "week" ? weekOf(date) : gridOf(date).flat();
  return { from: days[0]!, to: days.at(-1)! };
}

/** The day to which the calendar turns back or on: a week or a month away. */
export function turned({ view, date }: Pick<AdminQuery, "view" | "date">, by: -1 | 1): string {
  return view === "week" ? dayAfter(date, by * 7) : sameDayIn(monthAfter(monthOf(date), by), date);
}

/** The day of a month that has the number of another date, or its last one. */
function sameDayIn(month: string, date: string): string {
  const last = dayAfter(`${monthAfter(month, 1)}-01`, -1);
  const same = `${month}${date.slice(7)}`;
  return same > last ? last : same;
}

/** Where a key leads from a day of the calendar: arrows by day, PageUp and PageDown by month; null for any other key. */
export function dayByKey(key: string, date: string): string | null {
  const days: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
  if (days[key] !== undefined) return dayAfter(date, days[key]);
  if (key === "PageUp" || key === "PageDown") return turned({ view: "month", date }, key === "PageUp" ? -1 : 1);
  if (key === "Home") return weekOf(date)[0]!;
  return key === "End" ? weekOf(date)[6]! : null;
}

/** The departures of each day, in the order in which they came. */
export function departuresByDay<Departure extends { date: string }>(
  departures: readonly Departure[],
): Map<string, Departure[]> {
  const days = new Map<string, Departure[]>();
  for (const departure of departures) days.set(departure.date, [...(days.get(departure.date) ?? []), departure]);
  return days;
}

/** Titles as a narrow column shows them: without the word that most of them begin with, which is the house's name. */
export function shortTitles(titles: readonly string[]): string[] {
  const first = titles.map((title) => title.split(" ")[0] ?? "");
  const isCommon = (word: string) =>
    titles.length > 1 && first.filter((other) => other === word).length * 2 > titles.length;
  return titles.map((title, index) =>
    title.includes(" ") && isCommon(first[index]!) ? title.slice(first[index]!.length + 1) : title,
  );
}
