// Calendar dates have no zone: they are reckoned at UTC, so that no clock change can move one.

export const RECURRENCES = ["daily", "weekly", "monthly"] as const;
export type RecurrenceType = (typeof RECURRENCES)[number];

/** How a departure repeats. Dates are local ones of the city, YYYY-MM-DD; weekdays 0 (Sunday) to 6. */
export type Recurrence = {
  type: RecurrenceType;
  /** Every how many days, weeks or months; 1 or more. */
  every: number;
  /** Of a weekly one: the days that are chosen. */
  weekdays: readonly number[];
  first: string;
  /** It ends after so many occurrences, or with the last one that isn't after a date. */
  ends: { count: number } | { until: string };
};

/** No series has more dates: a year of departures. */
export const MOST_DATES = 366;

const DAY_MS = 86_400_000;
const daysOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
const dateOf = (days: number): string => new Date(days * DAY_MS).toISOString().slice(0, 10);

/** 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (date: string): number => new Date(daysOf(date) * DAY_MS).getUTCDay();
/** The date so many days later. */
export const dayAfter = (date: string, by = 1): string => dateOf(daysOf(date) + by);

/** The day `by` months after `first`, or the last day of that month where it has no such day (31 January → 28 February). */
function monthsAfter(first: string, by: number): string {
  const [year = 0, month = 1, day = 1] = first.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + by, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + by, Math.min(day, last))).toISOString().slice(0, 10);
}

/** The dates of a recurrence from its first on, one by one, without end. */
function* occurrences({ type, every, weekdays, first }: Recurrence): Generator<string> {
  if (type === "weekly") {
    if (weekdays.length === 0) return;
    const sunday = daysOf(first) - weekdayOf(first);
    const days = weekdays.toSorted((a, b) => a - b);
    for (let week = 0; ; week += every)
      for (const day of days) if (sunday + week * 7 + day >= daysOf(first)) yield dateOf(sunday + week * 7 + day);
  }
  for (let step = 0; ; step += every) yield type === "daily" ? dayAfter(first, step) : monthsAfter(first, step);
}

/**
 * The dates on which something repeats, in order, none twice. `cut` says that there would be more than a series may have.
 * A weekly recurrence starts in the week of its first date, and takes of it only the chosen days that aren't before.
 */
export function datesOf(recurrence: Recurrence): { dates: string[]; cut: boolean } {
  const { ends } = recurrence;
  const dates: string[] = [];
  for (const date of occurrences(recurrence)) {
    if ("count" in ends ? dates.length >= ends.count : date > ends.until) return { dates, cut: false };
    if (dates.length >= MOST_DATES) return { dates, cut: true };
    dates.push(date);
  }
  return { dates, cut: false };
}
