import { isDay } from "#src/kernel/local-time.ts";
import type { UnseenCrawl } from "#src/modules/site/catalog/schema.ts";
import { monthAfter, monthOf } from "#src/modules/sales/schedule/rules/calendar.ts";
import { dayAfter, weekdayOf } from "#src/modules/sales/schedule/rules/recurrence.ts";
import type { AdminCrawl } from "#src/modules/sales/schedule/schema.ts";

export const VIEWS = ["month", "week", "list"] as const;
export type View = (typeof VIEWS)[number];

/** State of the admin schedule, all of it in the URL. */
export type AdminQuery = {
  view: View;
  /** The calendar's current day, YYYY-MM-DD. */
  date: string;
  /** Only these crawls; empty for all. */
  crawls: readonly string[];
  city: string | null;
  /** The day shown next to the calendar. */
  day: string | null;
};

/** An existing date; nothing else goes into a URL. */
export const isDate = (text: string | null): text is string => text !== null && isDay(text);

/** Parses the page's URL; invalid values fall back to the defaults. */
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

/** The schedule's URL with `change` applied. */
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

/** The weeks of a date's month, padded with the neighboring months' days. */
export function gridOf(date: string): string[][] {
  const month = monthOf(date);
  const weeks: string[][] = [];
  for (let week = weekOf(`${month}-01`); monthOf(week[0]!) <= month; week = weekOf(dayAfter(week[0]!, 7)))
    weeks.push(week);
  return weeks;
}

/** First and last day of a view. A month covers whole weeks, a list only the month. */
export function rangeOf({ view, date }: Pick<AdminQuery, "view" | "date">): { from: string; to: string } {
  if (view === "list") {
    const month = monthOf(date);
    return { from: `${month}-01`, to: dayAfter(`${monthAfter(month, 1)}-01`, -1) };
  }
  const days = view === "week" ? weekOf(date) : gridOf(date).flat();
  return { from: days[0]!, to: days.at(-1)! };
}

/** The calendar's day one week or month back or ahead. */
export function turned({ view, date }: Pick<AdminQuery, "view" | "date">, by: -1 | 1): string {
  return view === "week" ? dayAfter(date, by * 7) : sameDayIn(monthAfter(monthOf(date), by), date);
}

/** The same day in another month, capped at its last. */
function sameDayIn(month: string, date: string): string {
  const last = dayAfter(`${monthAfter(month, 1)}-01`, -1);
  const same = `${month}${date.slice(7)}`;
  return same > last ? last : same;
}

/** The day a key moves to: arrows by day, PageUp and PageDown by month; null for other keys. */
export function dayByKey(key: string, date: string): string | null {
  const days: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
  if (days[key] !== undefined) return dayAfter(date, days[key]);
  if (key === "PageUp" || key === "PageDown") return turned({ view: "month", date }, key === "PageUp" ? -1 : 1);
  if (key === "Home") return weekOf(date)[0]!;
  return key === "End" ? weekOf(date)[6]! : null;
}

/** The departures of each day, in input order. */
export function departuresByDay<Departure extends { date: string }>(
  departures: readonly Departure[],
): Map<string, Departure[]> {
  const days = new Map<string, Departure[]>();
  for (const departure of departures) days.set(departure.date, [...(days.get(departure.date) ?? []), departure]);
  return days;
}

/** Whether and where guests can book departures that were just created; the id of the text that says so. */
export const CREATED = {
  now: "schedule-admin.created",
  off: "schedule-admin.created.off",
  hidden: "schedule-admin.created.hidden",
  closed: "schedule-admin.created.closed",
  page: "schedule-admin.created.page",
} as const;
export type Created = keyof typeof CREATED;

type Sale = { isOff: boolean; isActive: boolean; isOpen: boolean; isInCalendar: boolean };

/** `off`: their bookings are; `hidden`: their crawl is; `closed`: the site is; `page`: only on their crawl's page. */
export function afterCreating({ isOff, isActive, isOpen, isInCalendar }: Sale): Created {
  if (isOff) return "off";
  if (!isActive) return "hidden";
  if (!isOpen) return "closed";
  return isInCalendar ? "now" : "page";
}

/** A crawl with why guests don't see it; null where they do. */
export const unseenOf = ({ id, city_id, title, unseen }: AdminCrawl): UnseenCrawl | null =>
  unseen && { id, city_id, title, unseen };
